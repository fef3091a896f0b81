"""What killed workers left: jobs, tasks of the queue, folders."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models.functions import Now
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from cutline.server.board.queue import enqueue_tests
from cutline.server.jobs.caretaker import (
    LOST_AFTER,
    WORKER_GONE,
    free_tasks,
    hand_in_lost,
    queue_forgotten,
    take_over,
    tidy,
)
from cutline.server.jobs.ending import fail_attempt
from cutline.server.jobs.lease import MOST_ATTEMPTS, MOST_LOST, claim
from cutline.server.jobs.queue import AGAIN
from cutline.server.models import JobState, Phase, ScoringJob, State, Submission, Worker
from cutline.server.operation.presence import LATELY, say_gone, say_here, workers_there
from cutline.server.uploads.place import Place
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(minutes=5)


def expire() -> None:
    ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))


def test_a_job_whose_lease_ran_out_is_taken_over(submitted: Submission) -> None:
    job = submitted.jobs.get()
    claim(job.pk, "killed")
    assert take_over() == 0  # its worker may be alive
    expire()
    assert (take_over(), take_over()) == (1, 0)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.worker, job.fault) == (
        JobState.QUEUED,
        1,
        "",
        WORKER_GONE,
    )
    assert Submission.objects.get().state == State.QUEUED
    # Before what came later: it has waited already.
    assert DBTaskResult.objects.ready().first().priority == AGAIN  # type: ignore[union-attr]
    assert claim(job.pk, "another") is not None


def test_workers_that_are_lost_are_no_attempts_that_failed(submitted: Submission) -> None:
    job = submitted.jobs.get()
    for _ in range(MOST_LOST - 1):
        assert claim(job.pk, "killed") is not None
        expire()
        assert take_over() == 1
    for _ in range(MOST_ATTEMPTS - 1):
        lease = claim(job.pk, "faulty")
        assert lease is not None
        assert fail_attempt(lease, "the disk is full")
    assert Submission.objects.get().state == State.QUEUED
    lease = claim(job.pk, "faulty")
    assert lease is not None
    assert fail_attempt(lease, "the disk is full")
    assert Submission.objects.get().state == State.FAILED


def test_a_job_that_takes_its_workers_with_it_is_given_up(submitted: Submission) -> None:
    job = submitted.jobs.get()
    for _ in range(MOST_LOST):
        assert claim(job.pk, "killed") is not None
        expire()
        assert take_over() == 1
    submitted.refresh_from_db()
    assert (submitted.state, submitted.counts) == (State.FAILED, False)
    assert "not your fault" in submitted.reason
    assert claim(job.pk, "another") is None


def test_a_job_that_is_lost_from_the_queue_is_handed_in_once(submitted: Submission) -> None:
    DBTaskResult.objects.all().delete()
    assert hand_in_lost() == 0  # it may be on its way
    ScoringJob.objects.update(enqueued=timezone.now() - LONG_AGO)
    assert (hand_in_lost(), hand_in_lost()) == (1, 0)
    task = DBTaskResult.objects.get()
    assert task.args_kwargs["args"] == [submitted.jobs.get().pk]


@pytest.mark.parametrize("status", [TaskResultStatus.READY, TaskResultStatus.RUNNING])
def test_a_job_that_waits_in_the_queue_is_not_lost(
    submitted: Submission, status: TaskResultStatus
) -> None:
    ScoringJob.objects.update(enqueued=timezone.now() - LONG_AGO)
    DBTaskResult.objects.update(status=status, started_at=timezone.now())
    assert hand_in_lost() == 0
    # Somebody took it from the queue long ago, and is not at it.
    before = timezone.now() - 2 * LOST_AFTER
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING, started_at=before)
    assert hand_in_lost() == 1


def test_a_job_that_this_scorer_cannot_do_is_left_to_others(submitted: Submission) -> None:
    DBTaskResult.objects.all().delete()
    before = timezone.now() - LONG_AGO
    ScoringJob.objects.update(enqueued=before, scorer="cutline-9.9-other")
    assert hand_in_lost() == 0


def test_a_submission_without_a_job_is_not_forgotten(submitted: Submission) -> None:
    ScoringJob.objects.update(state=JobState.DONE)
    assert queue_forgotten() == 0  # it was written just now
    Submission.objects.update(created=timezone.now() - LONG_AGO)
    assert (queue_forgotten(), queue_forgotten()) == (1, 0)
    score_all()
    submitted.refresh_from_db()
    assert submitted.state == State.DONE
    ScoringJob.objects.update(state=JobState.CANCELLED)
    assert queue_forgotten() == 0  # it does not wait for anything


def test_tasks_of_killed_workers_go_back_into_the_queue(phase: Phase) -> None:
    enqueue_tests(phase)
    task = DBTaskResult.objects.get()
    task.claim("killed")
    assert free_tasks() == 0  # it has begun just now
    DBTaskResult.objects.update(started_at=timezone.now() - LONG_AGO)
    say_here("killed")
    assert free_tasks() == 0  # its worker is there
    Worker.objects.update(seen=timezone.now() - 2 * LATELY)
    assert (free_tasks(), free_tasks()) == (1, 0)
    assert DBTaskResult.objects.ready().get().pk == task.pk


def test_a_task_that_has_lost_three_workers_is_given_up(phase: Phase) -> None:
    enqueue_tests(phase)
    DBTaskResult.objects.update(
        status=TaskResultStatus.RUNNING,
        worker_ids=["one", "two", "three"],
        started_at=timezone.now() - LONG_AGO,
    )
    free_tasks()
    assert DBTaskResult.objects.get().status == TaskResultStatus.FAILED


def test_tests_that_wait_are_asked_for_once(phase: Phase) -> None:
    enqueue_tests(phase)
    enqueue_tests(phase)
    assert DBTaskResult.objects.count() == 1
    DBTaskResult.objects.get().claim("somebody")
    enqueue_tests(phase)  # what is being made does not see what came after it began
    assert DBTaskResult.objects.ready().count() == 1


def test_folders_that_were_left_are_removed_and_those_in_use_are_not(data: Path) -> None:
    (data / "scoring").mkdir()
    (data / "bundles").mkdir()
    in_use = Place(data / "scoring")
    left = data / "scoring" / "left"
    left.mkdir()
    half = data / "bundles" / ".some.zip.abcd1234"
    whole = data / "bundles" / "some.zip"
    half.touch()
    whole.touch()
    before = time.time() - 7200
    for path in (in_use.path, left, half, whole):
        os.utime(path, (before, before))
    tidy()
    assert (in_use.path.exists(), whole.exists()) == (True, True)
    assert not left.exists()
    assert not half.exists()
    in_use.close()
    assert list((data / "scoring").iterdir()) == []


def test_old_records_of_the_queue_are_removed(phase: Phase) -> None:
    ages = {TaskResultStatus.SUCCESSFUL: 2, TaskResultStatus.FAILED: 2, TaskResultStatus.READY: 99}
    for status, days in ages.items():
        enqueue_tests(phase)
        DBTaskResult.objects.ready().update(
            status=status, finished_at=timezone.now() - timedelta(days=days)
        )
    tidy()
    left = set(DBTaskResult.objects.values_list("status", flat=True))
    assert left == {TaskResultStatus.FAILED, TaskResultStatus.READY}


def test_workers_that_are_there_are_known() -> None:
    say_here("one")
    say_here("two")
    say_here("one")
    assert set(workers_there().values_list("name", flat=True)) == {"one", "two"}
    say_gone("one")
    assert [worker.name for worker in workers_there()] == ["two"]
    say_here("one")  # it is back
    assert workers_there().count() == 2
