"""Phases as the bundle has them: one for each split with references, public where those are."""

from __future__ import annotations

from django.utils.text import slugify

from cutline.core.errors import ContentError
from cutline.datasets.bundle.manifest import Manifest
from cutline.server.hosting.bundles import bundle_of
from cutline.server.hosting.human import add_human_rows
from cutline.server.models import Benchmark, Blob, Kind, Phase
from cutline.server.rescoring.which import human_captions


def add_phases(benchmark: Benchmark, manifest: Manifest) -> None:
    """A phase for each split that has references and no phase yet.

    Raises:
        ContentError: when no split has references.
    """
    scored = [(name, split) for name, split in manifest.splits.items() if split.references_file]
    if not scored:
        raise ContentError(f"{manifest.name}: no split has references, so nothing can be scored")
    known = set(benchmark.phases.values_list("split", flat=True))
    taken = set(benchmark.phases.values_list("slug", flat=True))
    for position, (name, split) in enumerate(scored):
        if name in known:
            continue
        is_public = split.visibility == "public"
        Phase.objects.create(
            benchmark=benchmark,
            slug=_free_slug(name, position, taken),
            title=name,
            split=name,
            is_public=is_public,
            # What is private leaks a little with every score; what is public does not.
            per_day=None if is_public else 5,
            position=position,
        )


def _free_slug(name: str, position: int, taken: set[str]) -> str:
    """What stands in the address of a phase; names that differ by case alone share no address."""
    slug = slugify(name)[:36] or f"phase-{position + 1}"
    if slug in taken:
        slug = f"{slug}-{position + 1}"
    taken.add(slug)
    return slug


def follow_bundle(benchmark: Benchmark, *, with_human_rows: bool) -> None:
    """Bring phases and rows of people in line with the bundle that a benchmark has by now."""
    manifest = bundle_of(benchmark).manifest
    for phase in benchmark.phases.all():
        is_public = manifest.splits[phase.split].visibility == "public"
        if phase.is_public != is_public:
            Phase.objects.filter(pk=phase.pk).update(is_public=is_public)
        _follow_people(benchmark, phase)
    add_phases(benchmark, manifest)
    if with_human_rows:
        add_human_rows(benchmark)


def _follow_people(benchmark: Benchmark, phase: Phase) -> None:
    row = phase.submissions.filter(kind=Kind.HUMAN).first()
    if row is None:
        return
    captions = human_captions(benchmark, phase.split)
    if captions is None:
        row.delete()
    else:
        row.run = Blob.keep(captions)
        row.save(update_fields=["run"])
