"""Scoring jobs: what has to be computed, and who is at it.

The queue library carries jobs to workers; this table says what is true. A worker takes a job by
leasing it and renews the lease while it works. A lease that ran out was held by a worker that is
gone, and the job is taken over.
"""

from __future__ import annotations

from django.db import models

from cutline.server.models.submission import Submission


class JobState(models.TextChoices):
    """How far a job has come."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ScoringJob(models.Model):
    """The scoring of one submission by one scorer."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="jobs")
    split = models.CharField(max_length=60)
    scorer = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: Those of the attempts that ended with the worker, which says little of the job.
    lost = models.PositiveSmallIntegerField(default=0)
    #: The worker that has it, until when, and the number of the lease: a worker that lost its lease
    #: may not write any more, even if it has the job again.
    worker = models.CharField(max_length=80, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    lease = models.PositiveIntegerField(default=0)
    #: When it was last given to the queue.
    enqueued = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    #: For hosts and admins: what went wrong in the last attempt.
    fault = models.CharField(max_length=1000, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["submission", "split", "scorer"], name="one_job_for_a_result"
            ),
        )
        indexes = (models.Index(fields=["state", "leased_until"], name="jobs_to_look_after"),)
