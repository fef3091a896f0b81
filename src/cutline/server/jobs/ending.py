"""What becomes of a job: every way in which it can end, each written in one transaction.

Only whoever holds the lease may write. A worker that was slow, and whose job another has taken
over, finds that out here and leaves everything as it is.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from cutline.server.board.queue import enqueue_tests
from cutline.server.jobs.lease import MOST_ATTEMPTS, MOST_LOST, Lease, is_waiting, let_go, locked
from cutline.server.jobs.queue import hand_to_queue
from cutline.server.models import (
    Blob,
    FailedAttempt,
    JobState,
    Kind,
    Result,
    ScoringJob,
    State,
    Submission,
)
from cutline.server.models.benchmark import touch
from cutline.server.scoring.outcome import Outcome

NOT_YOUR_FAULT = (
    "The server could not score it, in several attempts. That is not your fault, and it does not "
    "count against your limits. The hosts see what went wrong and can have it scored again; you "
    "can also submit it again."
)
#: What hosts read of a job whose captions are at fault.
CONTENT_FAULT = "the captions cannot be scored"
_CANNOT_BE_SCORED = "The captions cannot be scored; it does not count against your limits. "


def finish(lease: Lease, outcome: Outcome, seconds: float) -> bool:
    """Keep the scores, and say that the job is done; False where the lease was lost."""
    # Packing takes a moment, in which nothing should be locked.
    statistics = Blob.keep(outcome.statistics)
    with transaction.atomic():
        submission = locked(lease.submission_id)
        job = ScoringJob.objects.get(pk=lease.job_id)
        is_withdrawn = submission.state == State.WITHDRAWN
        state = JobState.CANCELLED if is_withdrawn else JobState.DONE
        if not let_go(lease, state=state, finished=Now(), fault=""):
            return False
        if is_withdrawn:
            return True
        Result.objects.get_or_create(
            submission=submission,
            split=job.split,
            scorer=job.scorer,
            defaults={
                "scores": outcome.scores,
                "reserve": outcome.reserve,
                "signatures": outcome.signatures,
                "images": outcome.images,
                "procedure": outcome.procedure,
                "statistics": statistics,
                "seconds": seconds,
            },
        )
        if is_waiting(submission, job):
            Submission.objects.filter(pk=submission.pk).update(
                state=State.DONE, finished=Now(), progress=1.0, reason=""
            )
            if put_on_board(submission):
                enqueue_tests(submission.phase)
            touch(submission.phase.benchmark_id)
    return True


def give_back(lease: Lease) -> bool:
    """Leave the job to somebody else, as if it had never been taken; False if it was lost."""
    with transaction.atomic():
        submission = locked(lease.submission_id)
        job = ScoringJob.objects.get(pk=lease.job_id)
        attempts = max(0, job.attempts - 1)
        if not let_go(lease, state=JobState.QUEUED, attempts=attempts):
            return False
        _queue_again(submission, job)
    return True


def fail_attempt(lease: Lease, fault: str, *, if_expired: bool = False) -> bool:
    """Say that the platform failed; the job is tried again while it has attempts left.

    With `if_expired` by somebody else than its holder: only if the lease has run out by now. Then
    the worker was lost, which may happen more often than that an attempt fails.
    """
    with transaction.atomic():
        submission = locked(lease.submission_id)
        job = ScoringJob.objects.get(pk=lease.job_id)
        lost = job.lost + if_expired
        is_last = job.attempts - lost >= MOST_ATTEMPTS or lost >= MOST_LOST
        state = JobState.FAILED if is_last else JobState.QUEUED
        finished = Now() if is_last else None
        changes = {"state": state, "fault": fault[:1000], "finished": finished, "lost": lost}
        if not let_go(lease, if_expired=if_expired, **changes):
            return False
        if not is_last:
            _queue_again(submission, job)
        elif is_waiting(submission, job):
            _fail(submission, NOT_YOUR_FAULT)
    return True


def fail_content(lease: Lease, message: str) -> bool:
    """Say that these captions cannot be scored, however often one tries."""
    with transaction.atomic():
        submission = locked(lease.submission_id)
        job = ScoringJob.objects.get(pk=lease.job_id)
        if not let_go(lease, state=JobState.FAILED, fault=CONTENT_FAULT, finished=Now()):
            return False
        if is_waiting(submission, job):
            # People's captions may be as private as references: of theirs nothing is quoted.
            quoted = message if submission.kind == Kind.SYSTEM else ""
            _fail(submission, (_CANNOT_BE_SCORED + quoted)[:600])
            if submission.team is not None:
                FailedAttempt.objects.create(
                    phase=submission.phase, team=submission.team, reason=message[:300]
                )
    return True


def _queue_again(submission: Submission, job: ScoringJob) -> None:
    if is_waiting(submission, job):
        Submission.objects.filter(pk=submission.pk).update(
            state=State.QUEUED, started=None, progress=0.0
        )
    hand_to_queue(job, again=True)


def _fail(submission: Submission, reason: str) -> None:
    Submission.objects.filter(pk=submission.pk).update(
        state=State.FAILED, finished=Now(), progress=0.0, reason=reason, counts=False
    )


def put_on_board(submission: Submission) -> bool:
    """A team's first scored submission stands on the board until the team chooses another.

    Returns:
        Whether this one stands there now.
    """
    if submission.kind == Kind.SYSTEM:
        others = Submission.objects.filter(
            phase=submission.phase, team=submission.team, on_board=True
        )
        if submission.team is None or others.exists():
            return False
    try:
        with transaction.atomic():
            Submission.objects.filter(pk=submission.pk).update(on_board=True)
    except IntegrityError:
        # Another of the team's was scored at the same moment, and is on the board.
        return False
    return True
