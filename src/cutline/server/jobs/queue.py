"""Giving work to the queue, in the transaction that makes it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from cutline.server.models import Benchmark, ScoringJob, Submission

#: What was begun and given back has waited already: it goes before what came later.
AGAIN = 10


@task()
def score_job(job_id: int) -> None:
    """Do a job; what the queue calls in a worker. A job that another has is left to it."""
    from cutline.server.jobs.work import work_on

    work_on(job_id)


def enqueue_scoring(submission: Submission, scorer: str = "") -> ScoringJob:
    """Have a submission scored, by the benchmark's scorer unless told otherwise.

    Called inside a transaction: the job, its place in the queue and whatever else is written there
    come to be together or not at all.
    """
    with transaction.atomic():
        scorer = scorer or pinned_scorer(submission.phase.benchmark_id)
        job, _ = ScoringJob.objects.get_or_create(
            submission=submission, split=submission.phase.split, scorer=scorer
        )
        hand_to_queue(job)
    return job


def pinned_scorer(benchmark_id: int) -> str:
    """The scorer of a benchmark, which no rescore changes before this transaction is over.

    A job by the former one, written while a rescore is published, would be nobody's.
    """
    held = Benchmark.objects.select_for_update(no_key=True).filter(pk=benchmark_id)
    return held.values_list("scorer", flat=True).get()


def hand_to_queue(job: ScoringJob, *, again: bool = False) -> None:
    """Put a job into the queue, again if need be: whoever takes it second finds it taken."""
    ScoringJob.objects.filter(pk=job.pk).update(enqueued=timezone.now())
    put(job.pk, again=again)


def put(job_id: int, *, again: bool = False) -> None:
    """Give the number of a job to the queue, and nothing else."""
    score_job.using(priority=AGAIN if again else 0).enqueue(job_id)
