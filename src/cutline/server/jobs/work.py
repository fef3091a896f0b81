"""Working on a job: taking it, scoring in a child process, and writing what came of it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import Error

from cutline.core.errors import MissingPartError, UsageError
from cutline.server.hosting.bundles import bundle_of
from cutline.server.jobs.ending import fail_attempt, fail_content, finish, give_back
from cutline.server.jobs.heartbeat import Heartbeat
from cutline.server.jobs.lease import Lease, claim, worker_name
from cutline.server.jobs.persistence import persistently
from cutline.server.models import Benchmark, JobState, Rescore, ScoringJob, State, Submission
from cutline.server.rescoring.which import captions_of, what_scores
from cutline.server.scoring.outcome import Outcome
from cutline.server.scoring.scorer import current_scorer
from cutline.server.scoring.separate import score_separately
from cutline.server.scoring.task import (
    ContentFault,
    Interrupted,
    PlatformFault,
    ScoringTask,
)

_logger = logging.getLogger("cutline.jobs")

#: Set when this process is asked to stop: it gives back what it is at.
STOPPING = threading.Event()
#: How often those who watch see how far it is.
_PROGRESS_SECONDS = 0.5
#: How long to wait for a database that is away before what came of a job is given up.
_PATIENCE_SECONDS, _STOPPING_SECONDS = 60.0, 5.0


class Score(Protocol):
    """What scores a task: `score_separately`, or another in tests."""

    def __call__(
        self,
        task: ScoringTask,
        *,
        folder: Path,
        progress: Callable[[float], None],
        stop: Callable[[], bool],
    ) -> Outcome:
        """The scores."""


def work_on(job_id: int, *, score: Score = score_separately) -> None:
    """Do a job, if it is there to be done, nobody has it, and this installation is its scorer.

    Called again, or by two workers at once, it is done once.
    """
    found = persistently(lambda: _waiting(job_id))
    if found is None:
        return
    lease = persistently(lambda: claim(job_id, worker_name()))
    if lease is None:
        return
    start = time.perf_counter()
    with Heartbeat(lease) as heart:

        def stop() -> bool:
            return heart.is_lost or STOPPING.is_set()

        write = _done(found, lease, score, stop, start)
        # Still with a beating heart: the database may be away for longer than a lease.
        # One that stops is not waited for: what it cannot write is taken over.
        patience = _STOPPING_SECONDS if STOPPING.is_set() else _PATIENCE_SECONDS
        is_written = not heart.is_lost and persistently(write, patience)
    _logger.info(
        "job %s of submission %s: %s",
        job_id,
        lease.submission_id,
        write.__name__ if is_written else "lost to another worker",
        extra={"job": job_id, "seconds": round(time.perf_counter() - start, 3)},
    )


def _waiting(job_id: int) -> ScoringJob | None:
    """The job, if it waits for a scorer such as this one."""
    jobs = ScoringJob.objects.select_related("submission__phase__benchmark", "submission__run")
    found = jobs.filter(pk=job_id, state=JobState.QUEUED).first()
    return found if found is not None and is_ours(found) else None


def _done(
    job: ScoringJob, lease: Lease, score: Score, stop: Callable[[], bool], start: float
) -> Callable[[], bool]:
    """Score, and say what is to be written of it."""
    try:
        outcome = score(
            _task(job), folder=private_folder(), progress=_Progress(job, lease), stop=stop
        )
    except Interrupted:

        def given_back() -> bool:
            return give_back(lease)

        return given_back
    except ContentFault as fault:
        message = str(fault)

        def content_fault() -> bool:
            return fail_content(lease, message)

        return content_fault
    except Exception as error:
        # Of an error that is not ours, nothing but its kind: its text may quote anything.
        is_safe = isinstance(error, PlatformFault)
        text = str(error) if is_safe else f"preparing: {type(error).__name__}"
        _logger.warning("job %s: %s", job.pk, text)

        def platform_fault() -> bool:
            return fail_attempt(lease, text)

        return platform_fault

    def done() -> bool:
        return finish(lease, outcome, time.perf_counter() - start)

    return done


def is_ours(job: ScoringJob) -> bool:
    """Whether this installation is the scorer that the job asks for."""
    of = what_scores(job)
    return of is not None and job.scorer == key_of(of)


def key_of(of: Benchmark | Rescore) -> str:
    """The key of this installation for a benchmark or a rescore; empty where it lacks a part."""
    try:
        return current_scorer(of).key
    except (MissingPartError, UsageError) as error:
        _logger.warning("cannot score %s: %s", of, error)
        return ""


def _task(job: ScoringJob) -> ScoringTask:
    phase, of = job.submission.phase, what_scores(job)
    if of is None:
        raise PlatformFault("neither the board nor a rescore asks for this scorer any more")
    run = captions_of(job.submission, of)
    if run is None:
        raise PlatformFault("the submission has no captions")
    return ScoringTask(
        bundle=Path(bundle_of(of).name),
        split=job.split,
        run=run,
        metrics=tuple(of.metrics),
        slice_name=of.slice_name,
        reserve_share=phase.reserve_share,
        reserve_salt=phase.reserve_salt,
    )


def private_folder() -> Path:
    """Where private folders are made; `caretaker` removes what killed workers left there."""
    folder: Path = settings.CONFIGURATION.data / "scoring"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


class _Progress:
    """Writes down how far a job is, for those who watch, every now and then."""

    def __init__(self, job: ScoringJob, lease: Lease) -> None:
        self._job, self._lease = job, lease
        self._last = time.monotonic()

    def __call__(self, done: float) -> None:
        now = time.monotonic()
        if now - self._last < _PROGRESS_SECONDS:
            return
        self._last = now
        with suppress(Error):  # nothing depends on it
            Submission.objects.filter(
                pk=self._lease.submission_id,
                state=State.RUNNING,
                jobs__pk=self._lease.job_id,
                jobs__lease=self._lease.number,
            ).update(progress=done)
