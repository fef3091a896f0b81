"""The jobs of a rescore: which submissions it needs scored, and having it done."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from cutline.server.hosting.bundles import bundle_of
from cutline.server.jobs.queue import score_job
from cutline.server.models import (
    Benchmark,
    JobState,
    Kind,
    Rescore,
    Result,
    ScoringJob,
    State,
    Submission,
)

#: What people wait for goes first; a rescore takes what is left of the workers.
PRIORITY = -5


@dataclass(frozen=True)
class Progress:
    """How far a rescore is.

    Args:
        total: submissions that are to be scored anew.
        done: those that are.
        failed: those that the new scorer cannot score.
    """

    total: int
    done: int
    failed: int

    @property
    def waiting(self) -> int:
        """How many are still to be scored."""
        return self.total - self.done - self.failed

    @property
    def is_ready(self) -> bool:
        """Whether the new board is whole."""
        return self.waiting == 0


def scored_anew(of: Benchmark | Rescore) -> QuerySet[Submission]:
    """What a board consists of: all that is scored and has captions to be scored again."""
    return captioned(of).filter(state=State.DONE)


def captioned(of: Benchmark | Rescore) -> QuerySet[Submission]:
    """Submissions that are scored, or will be; people's only where the bundle has their words."""
    benchmark = of.benchmark if isinstance(of, Rescore) else of
    splits = bundle_of(of).manifest.splits
    human = [name for name, split in splits.items() if split.human_file is not None]
    found = Submission.objects.filter(
        phase__benchmark=benchmark,
        state__in=(State.DONE, State.QUEUED, State.RUNNING),
        run__isnull=False,
    ).exclude(kind=Kind.IMPORTED)
    without = found.filter(kind=Kind.HUMAN).exclude(phase__split__in=human)
    return found.exclude(pk__in=without.values("pk"))


def lacking(submissions: QuerySet[Submission], scorer: str) -> QuerySet[Submission]:
    """Those that a scorer has no result of."""
    results = Result.objects.filter(
        submission=OuterRef("pk"), split=OuterRef("phase__split"), scorer=scorer
    )
    return submissions.exclude(Exists(results))


def failing(submissions: QuerySet[Submission], scorer: str) -> QuerySet[Submission]:
    """Those of them that the scorer has given up on."""
    jobs = ScoringJob.objects.filter(
        submission=OuterRef("pk"), scorer=scorer, state=JobState.FAILED
    )
    return lacking(submissions, scorer).filter(Exists(jobs))


def progress_of(rescore: Rescore) -> Progress:
    """How far a rescore is, of what stands scored by now."""
    wanted = scored_anew(rescore)
    total = wanted.count()
    return Progress(
        total=total,
        done=total - lacking(wanted, rescore.scorer).count(),
        failed=failing(wanted, rescore.scorer).count(),
    )


def queue_missing(rescore: Rescore) -> int:
    """Have everything scored that the new board lacks; returns how much that is.

    What came in since the rescore was started is among it; what failed is not tried again.
    Inside a transaction.
    """
    given_up = failing(captioned(rescore), rescore.scorer).values("pk")
    wanted = lacking(captioned(rescore), rescore.scorer).exclude(pk__in=given_up)
    found = list(wanted.select_related("phase"))
    for submission in found:
        queue_anew(submission, rescore.scorer, PRIORITY)
    return len(found)


def queue_anew(submission: Submission, scorer: str, priority: int = 0) -> ScoringJob:
    """Have a submission scored, also where a job for it has come to a bad end before."""
    job, _ = ScoringJob.objects.get_or_create(
        submission=submission, split=submission.phase.split, scorer=scorer
    )
    if job.state in (JobState.FAILED, JobState.CANCELLED, JobState.DONE):
        job.state, job.attempts, job.lost = JobState.QUEUED, 0, 0
        job.fault, job.finished = "", None
        job.save(update_fields=["state", "attempts", "lost", "fault", "finished"])
    if job.state == JobState.QUEUED:
        ScoringJob.objects.filter(pk=job.pk).update(enqueued=timezone.now())
        score_job.using(priority=priority).enqueue(job.pk)
    return job
