"""Starting a rescore: saying what a board should be scored by, and queueing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from cutline.core.errors import UsageError
from cutline.server.hosting.edit import change
from cutline.server.hosting.locks import hold
from cutline.server.models import Benchmark, Blob, Rescore
from cutline.server.rescoring.jobs import captioned, queue_missing
from cutline.server.rescoring.which import open_rescore
from cutline.server.scoring.scorer import scorer_of
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record


@dataclass(frozen=True)
class NewBundle:
    """A bundle that was checked and kept."""

    blob: Blob
    digest: str
    version: str


class NothingToRescoreError(UsageError):
    """The board is scored as it would be."""


def start(
    actor: Person | None,
    benchmark: Benchmark,
    *,
    metrics: Sequence[str] | None = None,
    slice_name: str | None = None,
    bundle: NewBundle | None = None,
) -> Rescore:
    """Have a board computed anew by this installation; the one that is shown stays as it is.

    Where nothing has been submitted yet, there is nothing to compare, and it is published at once.

    Args:
        actor: who asks; None for the command line.
        benchmark: whose board.
        metrics: others than it has, in the order of columns.
        slice_name: another slice; empty for none.
        bundle: another bundle.

    Raises:
        UsageError: when nothing would change, or another rescore is open.
        MissingPartError: when a metric needs what is not installed.
    """
    with transaction.atomic():
        benchmark = hold(benchmark.pk)
        if open_rescore(benchmark) is not None:
            raise UsageError(
                f"{benchmark.title}: a rescore is open already: publish it or drop it first"
            )
        rescore = _wanted(actor, benchmark, metrics, slice_name, bundle)
        if rescore.scorer == benchmark.scorer:
            raise NothingToRescoreError(
                f"{benchmark.title}: the board is scored by {benchmark.scorer} already: there is "
                f"nothing to compute anew"
            )
        rescore.save()
        queued = queue_missing(rescore)
        _record(actor, "rescore.start", rescore, queued=queued, **changes_of(benchmark, rescore))
        is_empty = not captioned(rescore).exists()
    if is_empty:
        # Imported here because publishing asks for what is missing, as starting does.
        from cutline.server.rescoring.publish import publish

        return publish(actor, rescore)
    return rescore


def changes_of(benchmark: Benchmark, rescore: Rescore) -> dict[str, object]:
    """What a rescore would change beside scores: each setting, before and after."""
    found: dict[str, object] = {"scorer": change(benchmark.scorer, rescore.scorer)}
    for name in ("metrics", "slice_name", "bundle_version", "bundle_digest"):
        before, after = getattr(benchmark, name), getattr(rescore, name)
        if before != after:
            found[name] = change(before, after)
    return found


def _wanted(
    actor: Person | None,
    benchmark: Benchmark,
    metrics: Sequence[str] | None,
    slice_name: str | None,
    bundle: NewBundle | None,
) -> Rescore:
    rescore = Rescore(
        benchmark=benchmark,
        scorer_before=benchmark.scorer,
        metrics=list(benchmark.metrics if metrics is None else metrics),
        slice_name=benchmark.slice_name if slice_name is None else slice_name,
        bundle_id=benchmark.bundle_id if bundle is None else bundle.blob.pk,
        bundle_digest=benchmark.bundle_digest if bundle is None else bundle.digest,
        bundle_version=benchmark.bundle_version if bundle is None else bundle.version,
        started_by=actor,
    )
    rescore.scorer = scorer_of(rescore.metrics, rescore.bundle_digest, rescore.slice_name).key
    return rescore


def _record(actor: Person | None, action: str, rescore: Rescore, **detail: object) -> None:
    slug = rescore.benchmark.slug
    record(
        actor,
        action,
        f"rescore:{rescore.pk}",
        described=rescore.benchmark.title,
        scope=slug,
        **detail,
    )
