"""Leases: a worker has a job for so long, and for as long as it says that it is still at it.

All times are the database's, so that the clocks of machines need not agree. Whoever changes a
submission and its job locks the submission first, here and everywhere else.
"""

from __future__ import annotations

import os
import secrets
import socket
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Now

from cutline.server.models import JobState, ScoringJob, State, Submission

LEASE_SECONDS = 20
HEARTBEAT_SECONDS = 5
MOST_ATTEMPTS = 3
#: A worker that is killed says little of its job, which may have three bad ones in a row by chance.
#: One that takes its workers with it is not tried for ever.
MOST_LOST = 6


@dataclass(frozen=True)
class Lease:
    """That a worker has a job. The number tells it from earlier leases, by the same worker too."""

    job_id: int
    submission_id: UUID
    number: int
    worker: str

    @classmethod
    def of(cls, job: ScoringJob) -> Lease:
        """The lease that a job is held by, as it was read."""
        return cls(job.pk, job.submission_id, job.lease, job.worker)


@cache
def worker_name() -> str:
    """What this process is called: its machine, its number, and a word of its own."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{secrets.token_hex(4)}"


def claim(job_id: int, worker: str) -> Lease | None:
    """Take a job that nobody has; None where somebody else was quicker or it is gone.

    The job of a submission that was withdrawn is cancelled instead.
    """
    with transaction.atomic():
        job = ScoringJob.objects.filter(pk=job_id).first()
        if job is None:
            return None
        submission = locked(job.submission_id)
        if submission.state == State.WITHDRAWN:
            cancel_jobs(submission)
            return None
        taken = ScoringJob.objects.filter(
            pk=job_id, state=JobState.QUEUED, attempts__lt=MOST_ATTEMPTS + F("lost")
        ).update(
            state=JobState.RUNNING,
            worker=worker,
            lease=F("lease") + 1,
            attempts=F("attempts") + 1,
            leased_until=_end_of_lease(),
            started=Now(),
            finished=None,
        )
        if not taken:
            return None
        if is_waiting(submission, job):
            Submission.objects.filter(pk=submission.pk).update(
                state=State.RUNNING, started=Now(), progress=0.0
            )
        number = ScoringJob.objects.values_list("lease", flat=True).get(pk=job_id)
        return Lease(job_id, submission.pk, number, worker)


def renew(lease: Lease) -> bool:
    """Keep a job for longer; False where it is not this worker's any more."""
    return bool(_held(lease).update(leased_until=_end_of_lease()))


def let_go(lease: Lease, *, if_expired: bool = False, **changes: object) -> bool:
    """End a lease with these changes to the job; False where it had been lost: then nothing is.

    Called inside a transaction, in which all else that comes of the job is written too. With
    `if_expired` a lease that was renewed meanwhile stays as it is.
    """
    held = _held(lease)
    if if_expired:
        held = held.filter(leased_until__lt=Now())
    return bool(held.update(worker="", leased_until=None, **changes))


def expired() -> QuerySet[ScoringJob]:
    """Jobs whose worker has not said for a while that it is at them."""
    return ScoringJob.objects.filter(state=JobState.RUNNING, leased_until__lt=Now())


def locked(submission_id: UUID) -> Submission:
    """A submission that nobody else changes before this transaction ends."""
    # Its phase and benchmark are read, not locked.
    return (
        Submission.objects.select_for_update(of=("self",), no_key=True)
        .select_related("phase__benchmark")
        .get(pk=submission_id)
    )


def is_waiting(submission: Submission, job: ScoringJob) -> bool:
    """Whether the submission's state follows that of the job.

    It does not when what is done is scored anew by another scorer: until that is published, the
    submission stays as it was.
    """
    is_shown = job.scorer == submission.phase.benchmark.scorer
    return is_shown and submission.state in (State.QUEUED, State.RUNNING)


def cancel_jobs(submission: Submission, scorer: str = "") -> int:
    """Call off what is still to be done for a submission, by one scorer or by all.

    A worker that is at it notices when it next renews its lease.
    """
    jobs = ScoringJob.objects.filter(
        submission=submission, state__in=(JobState.QUEUED, JobState.RUNNING)
    )
    if scorer:
        jobs = jobs.filter(scorer=scorer)
    return jobs.update(state=JobState.CANCELLED, worker="", leased_until=None, finished=Now())


def _held(lease: Lease) -> QuerySet[ScoringJob]:
    return ScoringJob.objects.filter(
        pk=lease.job_id, lease=lease.number, worker=lease.worker, state=JobState.RUNNING
    )


def _end_of_lease() -> CombinedExpression:
    return Now() + timedelta(seconds=LEASE_SECONDS)
