"""Ending a rescore: its board becomes the one that is shown, in one transaction, or is dropped."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from cutline.core.errors import UsageError
from cutline.server.board.queue import enqueue_tests
from cutline.server.hosting.locks import hold_board
from cutline.server.hosting.splits import follow_bundle
from cutline.server.jobs.ending import put_on_board
from cutline.server.jobs.persistence import persistently
from cutline.server.models import (
    Benchmark,
    BenchmarkState,
    JobState,
    Rescore,
    RescoreState,
    ScoringJob,
    State,
    Submission,
)
from cutline.server.models.benchmark import touch
from cutline.server.rescoring.difference import difference_of
from cutline.server.rescoring.jobs import (
    captioned,
    failing,
    lacking,
    queue_anew,
    queue_missing,
    scored_anew,
)
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

#: What the benchmark takes over.
_FIELDS = ("scorer", "metrics", "slice_name", "bundle_id", "bundle_digest", "bundle_version")
_UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
#: What a team is told whose captions the new scorer cannot score.
LOST = (
    "The hosts had the board scored anew, by other metrics or another version of the benchmark, "
    "and these captions cannot be scored so. It does not count against your limits. Check the file "
    "against the benchmark as it is now, and submit it again."
)


def publish(actor: Person | None, rescore: Rescore, *, drop_failed: bool = False) -> Rescore:
    """Show the new board in place of the old one.

    Args:
        actor: who says so; None for the command line.
        rescore: an open one.
        drop_failed: whether entries that the new scorer cannot score may fall off the board.

    Raises:
        UsageError: when it is not open, not computed yet, or would lose entries.
    """
    if rescore.is_open:
        with transaction.atomic():
            queue_missing(rescore)  # what came in meanwhile
    rescore = persistently(lambda: _published(actor, rescore, drop_failed))
    # A worker may have finished a job while the old scorer still held.
    with transaction.atomic():
        _go_on(hold_board(rescore.benchmark_id))
    return rescore


def _published(actor: Person | None, rescore: Rescore, drop_failed: bool) -> Rescore:
    with transaction.atomic():
        rescore, benchmark = _locked(rescore)
        _check(rescore, drop_failed)
        rescore.summary = difference_of(rescore).summary()
        _lose(failing(scored_anew(rescore), rescore.scorer))
        _cancel(benchmark, benchmark.scorer)
        for field in _FIELDS:
            setattr(benchmark, field, getattr(rescore, field))
        benchmark.save(
            update_fields=[field.removesuffix("_id") for field in _FIELDS],
        )
        follow_bundle(benchmark, with_human_rows=benchmark.state != BenchmarkState.DRAFT)
        _go_on(benchmark)
        _end(actor, rescore, RescoreState.PUBLISHED, **rescore.summary)
        touch(benchmark.pk)
        for phase in benchmark.phases.all():
            enqueue_tests(phase)
    return rescore


def drop(actor: Person | None, rescore: Rescore) -> Rescore:
    """Leave the board as it is.

    Raises:
        UsageError: when it is not open.
    """
    with transaction.atomic():
        rescore, benchmark = _locked(rescore)
        if not rescore.is_open:
            raise UsageError(f"the rescore is {rescore.state} already")
        _cancel(benchmark, rescore.scorer)
        _end(actor, rescore, RescoreState.DROPPED)
    return rescore


def _locked(rescore: Rescore) -> tuple[Rescore, Benchmark]:
    """A rescore and its benchmark as they are by now; nothing is scored until this is over."""
    benchmark = hold_board(rescore.benchmark_id)
    found = Rescore.objects.select_for_update(of=("self",), no_key=True).get(pk=rescore.pk)
    found.benchmark = benchmark
    return found, benchmark


def _check(rescore: Rescore, drop_failed: bool) -> None:
    if not rescore.is_open:
        raise UsageError(f"the rescore is {rescore.state} already")
    wanted = scored_anew(rescore)
    failed = failing(wanted, rescore.scorer).count()
    waiting = lacking(wanted, rescore.scorer).count() - failed
    if waiting:
        raise UsageError(
            f"{waiting:,} submissions are still to be scored anew: publish when they are"
        )
    if failed and not drop_failed:
        raise UsageError(
            f"{failed:,} submissions cannot be scored by the new scorer and would fall off the "
            f"board: say that they may"
        )


def _lose(lost: QuerySet[Submission]) -> None:
    found = list(lost.values_list("pk", flat=True))
    Submission.objects.filter(pk__in=found).update(
        state=State.FAILED, reason=LOST, on_board=False, counts=False
    )


def _cancel(benchmark: Benchmark, scorer: str) -> None:
    ScoringJob.objects.filter(
        submission__phase__benchmark=benchmark, scorer=scorer, state__in=_UNFINISHED
    ).update(state=JobState.CANCELLED, worker="", leased_until=None, finished=timezone.now())


def _go_on(benchmark: Benchmark) -> None:
    """What was not scored yet goes on by the new scorer, and is done where that has been at it."""
    unfinished = captioned(benchmark).filter(state__in=(State.QUEUED, State.RUNNING))
    missing = set(lacking(unfinished, benchmark.scorer).values_list("pk", flat=True))
    for submission in unfinished.select_related("phase", "team").order_by("pk"):
        if submission.pk in missing:
            job = queue_anew(submission, benchmark.scorer)
            is_running = job.state == JobState.RUNNING
            state = State.RUNNING if is_running else State.QUEUED
            Submission.objects.filter(pk=submission.pk).update(state=state)
            continue
        Submission.objects.filter(pk=submission.pk).update(
            state=State.DONE, finished=timezone.now(), progress=1.0, reason=""
        )
        put_on_board(submission)
        touch(benchmark.pk)


def _end(actor: Person | None, rescore: Rescore, state: RescoreState, **detail: object) -> None:
    rescore.state, rescore.ended, rescore.ended_by = state, timezone.now(), actor
    rescore.save(update_fields=["state", "ended", "ended_by", "summary"])
    verb = "publish" if state == RescoreState.PUBLISHED else "drop"
    record(
        actor,
        f"rescore.{verb}",
        f"rescore:{rescore.pk}",
        described=rescore.benchmark.title,
        scope=rescore.benchmark.slug,
        scorer=rescore.scorer,
        scorer_before=rescore.scorer_before,
        **detail,
    )
