"""Taking in a bundle: a benchmark that is a draft until its host publishes it."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from cutline.core.errors import ContentError, UsageError
from cutline.datasets.bundle import Bundle, open_bundle
from cutline.server.hosting.checking import problems_of
from cutline.server.hosting.human import add_human_rows
from cutline.server.hosting.splits import add_phases
from cutline.server.models import Benchmark, BenchmarkState, Blob, Visibility
from cutline.server.models.benchmark import touch
from cutline.server.scoring.scorer import current_scorer
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

#: Where a bundle does not say what it is meant for.
USUAL_METRICS = ("bleu-4", "meteor", "rouge-l", "cider-d")


def host_bundle(
    path: Path, owner: Person, *, slug: str = "", title: str = "", is_checked: bool = False
) -> Benchmark:
    """Make a benchmark of a bundle, with a phase for each split that has references.

    Args:
        path: the bundle as a zip, with its private parts.
        owner: who runs it.
        slug: what stands in its address; by default made from its name.
        title: by default that of the bundle.
        is_checked: whether it was seen already that it has no problems.

    Raises:
        FileError: when it is no bundle.
        ContentError: when it has problems, or lacks its private part.
        UsageError: when there is a benchmark with this address already.
        MissingPartError: when a metric needs what is not installed.
    """
    bundle = open_bundle(path) if is_checked else checked_bundle(path)
    manifest = bundle.manifest
    slug = slugify(slug or manifest.name)[:60]
    if not slug:
        raise UsageError("the address of the benchmark is empty: give it one of letters and digits")
    with transaction.atomic():
        if Benchmark.objects.filter(slug=slug).exists():
            raise UsageError(
                f"there is a benchmark with the address {slug!r} already: take another"
            )
        benchmark = Benchmark.objects.create(
            slug=slug,
            title=(title or manifest.title or manifest.name)[:120],
            description=manifest.description[:20_000],
            owner=owner,
            bundle=Blob.keep(path.read_bytes()),
            bundle_digest=manifest.digest,
            bundle_version=manifest.benchmark_version[:60],
            metrics=list(manifest.metrics or USUAL_METRICS),
            slice_name=manifest.slices[0].name if manifest.slices else "",
        )
        benchmark.scorer = current_scorer(benchmark).key
        benchmark.save(update_fields=["scorer"])
        add_phases(benchmark, manifest)
        record(owner, "benchmark.create", f"benchmark:{slug}", scope=slug, digest=manifest.digest)
    return benchmark


def publish(
    benchmark: Benchmark, actor: Person, visibility: Visibility = Visibility.PUBLIC
) -> None:
    """Show a benchmark to others, and score its human baseline."""
    with transaction.atomic():
        benchmark.state = BenchmarkState.PUBLISHED
        benchmark.visibility = visibility
        benchmark.save(update_fields=["state", "visibility"])
        add_human_rows(benchmark)
        touch(benchmark.pk)
        record(
            actor,
            "benchmark.publish",
            f"benchmark:{benchmark.slug}",
            scope=benchmark.slug,
            visibility=visibility,
        )


def checked_bundle(path: Path) -> Bundle:
    """A bundle that can be hosted.

    Raises:
        FileError: when it is none.
        ContentError: when it has problems, or lacks its private part.
    """
    if problems := problems_of(path):
        listed = "\n".join(problems)
        raise ContentError(f"{path.name}: the bundle has problems:\n{listed}")
    return open_bundle(path)
