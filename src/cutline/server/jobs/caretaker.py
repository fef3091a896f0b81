"""What killed workers left behind: their jobs, their places in the queue, their folders.

Every worker looks after all of it, and several may do so at once: each change is made only if what
it is based on still holds.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from cutline.core.atomic import temporary_target
from cutline.server.jobs.ending import fail_attempt
from cutline.server.jobs.lease import MOST_ATTEMPTS, Lease, expired, locked
from cutline.server.jobs.queue import put, score_job
from cutline.server.jobs.work import is_ours, private_folder
from cutline.server.models import JobState, ScoringJob, State, Submission
from cutline.server.operation.presence import LATELY, workers_there
from cutline.server.rescoring.jobs import queue_anew
from cutline.server.uploads.place import sweep

_logger = logging.getLogger("cutline.jobs")

WORKER_GONE = "the worker that had it was killed, or lost its connection for too long"
#: How long a job that waits may be on its way between its table and the queue.
LOST_AFTER = timedelta(seconds=15)
#: The queue's own records of what was done; of what failed for longer, as somebody may ask.
_KEPT_DAYS, _FAILED_KEPT_DAYS = 1, 14
_OLD_SECONDS = 3600.0
_UNFINISHED = (JobState.QUEUED, JobState.RUNNING)


def take_over() -> int:
    """Give jobs whose lease ran out to others, or up after the last attempt; returns how many."""
    taken = 0
    for job in expired():
        if fail_attempt(Lease.of(job), WORKER_GONE, if_expired=True):
            taken += 1
            _logger.warning("job %s is taken over from %s", job.pk, job.worker)
    return taken


def hand_in_lost() -> int:
    """Give jobs to the queue that wait and are not in it; returns how many.

    A worker that is killed between taking a task of the queue and leasing its job leaves one; so
    does one of another version, which leaves the job to those who can do it.
    """
    before = timezone.now() - LOST_AFTER
    waiting = (
        ScoringJob.objects.filter(state=JobState.QUEUED)
        .filter(Q(enqueued__lt=before) | Q(enqueued=None))
        .select_related("submission__phase__benchmark")
        .defer("submission__description")
    )
    found = list(waiting)
    if not found:
        return 0
    known = _in_queue(before)
    lost = [job for job in found if job.pk not in known]
    # All jobs of a benchmark that ask for one scorer are ours or none is.
    kinds = {(job.submission.phase.benchmark_id, job.scorer): job for job in lost}
    ours = {kind for kind, job in kinds.items() if is_ours(job)}
    return sum(
        _handed_in(job) for job in lost if (job.submission.phase.benchmark_id, job.scorer) in ours
    )


def _in_queue(since: object) -> set[int]:
    """The jobs that the queue holds, or that somebody has just taken from it."""
    there = DBTaskResult.objects.filter(task_path=score_job.module_path).filter(
        Q(status=TaskResultStatus.READY) | Q(status=TaskResultStatus.RUNNING, started_at__gte=since)
    )
    return {held["args"][0] for held in there.values_list("args_kwargs", flat=True)}


def _handed_in(job: ScoringJob) -> bool:
    with transaction.atomic():
        same = ScoringJob.objects.filter(
            pk=job.pk, state=JobState.QUEUED, enqueued=job.enqueued, lease=job.lease
        )
        if not same.update(enqueued=timezone.now()):
            return False  # another was quicker
        put(job.pk, again=True)
    _logger.warning("job %s was lost from the queue, and is in it again", job.pk)
    return True


def queue_forgotten() -> int:
    """Have submissions scored that wait while nobody is to score them; returns how many.

    There are none, unless a rescore is cut off at the moment at which it becomes the board.
    """
    jobs = ScoringJob.objects.filter(
        submission=OuterRef("pk"),
        scorer=OuterRef("phase__benchmark__scorer"),
        state__in=_UNFINISHED,
    )
    waiting = Submission.objects.filter(
        ~Exists(jobs), state__in=(State.QUEUED, State.RUNNING), run__isnull=False
    )
    # What was just written may have its job in a moment.
    found = waiting.filter(created__lt=timezone.now() - LATELY).values_list("pk", flat=True)
    return sum(_queued(submission) for submission in found)


def _queued(submission_id: UUID) -> bool:
    with transaction.atomic():
        submission = locked(submission_id)
        scorer = submission.phase.benchmark.scorer
        is_waiting = submission.state in (State.QUEUED, State.RUNNING)
        if not is_waiting or submission.jobs.filter(scorer=scorer, state__in=_UNFINISHED).exists():
            return False
        queue_anew(submission, scorer)
    _logger.warning("submission %s had no job, and has one again", submission_id)
    return True


def free_tasks() -> int:
    """Put tasks back into the queue whose worker is gone; returns how many.

    What they do can be done twice; the third worker that is lost to a task is the last.
    """
    old = timezone.now() - LATELY
    running = DBTaskResult.objects.running().filter(started_at__lt=old)
    found = list(running.values_list("pk", "worker_ids", "started_at"))
    if not found:
        return 0
    there = set(workers_there().values_list("name", flat=True))
    freed = 0
    for key, workers, started in found:
        if workers and workers[-1] in there:
            continue
        is_last = len(workers) >= MOST_ATTEMPTS
        changes: dict[str, object] = (
            {"status": TaskResultStatus.FAILED, "finished_at": timezone.now()}
            if is_last
            else {"status": TaskResultStatus.READY, "started_at": None}
        )
        # Not by its workers: they are JSON, which databases compare each in their own way.
        same = running.filter(pk=key, started_at=started)
        freed += same.update(**changes)
    return freed


def tidy() -> None:
    """Remove folders and files of processes that are gone, and old records of the queue."""
    data: Path = settings.CONFIGURATION.data
    sweep()
    sweep(private_folder())
    for folder in (data / "bundles", data / "demo"):
        _remove_half_written(folder)
    call_command(
        "prune_db_task_results",
        min_age_days=_KEPT_DAYS,
        failed_min_age_days=_FAILED_KEPT_DAYS,
        queue_name="*",
        verbosity=0,
    )


def _remove_half_written(folder: Path) -> None:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        with suppress(OSError):
            is_old = time.time() - path.stat().st_mtime > _OLD_SECONDS
            if is_old and temporary_target(path.name) is not None:
                path.unlink()
