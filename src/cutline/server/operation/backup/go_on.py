"""What a site that was restored has to do: go on with what its workers were at."""

from __future__ import annotations

from django.db.models import F

from cutline.server.jobs.queue import hand_to_queue
from cutline.server.models import JobState, ScoringJob, State, Submission


def go_on() -> None:
    """Give all that waited, or was being scored, to the queue.

    The workers of then are gone. That is no fault of what they were at, so the attempt that was
    broken off does not count.
    """
    broken_off = ScoringJob.objects.filter(state=JobState.RUNNING)
    broken_off.filter(attempts__gt=0).update(attempts=F("attempts") - 1)
    broken_off.update(state=JobState.QUEUED, worker="", leased_until=None, started=None)
    Submission.objects.filter(state=State.RUNNING).update(state=State.QUEUED, progress=0.0)
    for job in ScoringJob.objects.filter(state=JobState.QUEUED).order_by("pk"):
        hand_to_queue(job)
