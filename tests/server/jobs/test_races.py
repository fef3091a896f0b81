"""Several workers at once, and a database that goes away in the middle."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from cutline.server.board.queue import enqueue_tests
from cutline.server.jobs import work
from cutline.server.jobs.caretaker import hand_in_lost, take_over
from cutline.server.jobs.ending import finish
from cutline.server.jobs.heartbeat import Heartbeat
from cutline.server.jobs.lease import claim, renew
from cutline.server.jobs.persistence import persistently
from cutline.server.jobs.work import work_on
from cutline.server.models import JobState, Phase, Result, ScoringJob, State, Submission
from cutline.server.scoring.outcome import Outcome
from cutline.server.scoring.task import Interrupted, ScoringTask
from cutline.server.submissions.changes import withdraw
from cutline.web.people.models import Team
from tests.server.jobs.at_once import at_once
from tests.server.jobs.made_outcome import outcome_of
from tests.server.scored import score_here, submission

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared")]


@pytest.fixture
def job(shared: None, phase: Phase, team: Team) -> ScoringJob:
    return submission(phase, team).jobs.get()


def test_of_workers_that_take_a_job_at_once_one_has_it(job: ScoringJob) -> None:
    leases = at_once(6, lambda number: claim(job.pk, f"worker {number}"))
    assert sum(lease is not None for lease in leases) == 1
    job.refresh_from_db()
    assert (job.attempts, job.lease) == (1, 1)


def test_a_job_that_several_are_told_to_do_is_done_once(job: ScoringJob) -> None:
    scored: list[ScoringTask] = []

    def score(task: ScoringTask, **how: Any) -> Outcome:
        scored.append(task)
        return score_here(task, **how)

    at_once(4, lambda number: work_on(job.pk, score=score))
    assert len(scored) == 1
    assert Result.objects.count() == 1
    assert Submission.objects.get().state == State.DONE


def test_of_caretakers_one_takes_a_job_over(job: ScoringJob) -> None:
    claim(job.pk, "killed")
    ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))
    DBTaskResult.objects.all().delete()
    assert sum(at_once(5, lambda number: take_over())) == 1
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.QUEUED, 1)
    assert DBTaskResult.objects.count() == 1


def test_of_caretakers_one_hands_a_lost_job_in(job: ScoringJob) -> None:
    DBTaskResult.objects.all().delete()
    ScoringJob.objects.update(enqueued=timezone.now() - timedelta(minutes=5))
    assert sum(at_once(5, lambda number: hand_in_lost())) == 1
    assert DBTaskResult.objects.count() == 1


def test_two_that_finish_the_same_job_leave_one_result(job: ScoringJob) -> None:
    outcome = outcome_of(job)
    slow = claim(job.pk, "slow")
    ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))
    take_over()
    quick = claim(job.pk, "quick")
    assert slow is not None
    assert quick is not None
    both = [slow, quick]
    written = at_once(2, lambda number: finish(both[number], outcome, 1.0))
    assert written == [False, True]
    assert Result.objects.count() == 1


def test_two_of_a_team_that_finish_at_once_leave_one_on_the_board(phase: Phase, team: Team) -> None:
    jobs = [submission(phase, team).jobs.get() for _ in range(3)]
    outcome = outcome_of(jobs[0])
    leases = [claim(job.pk, "worker") for job in jobs]

    def end(number: int) -> bool:
        lease = leases[number]
        assert lease is not None
        return persistently(lambda: finish(lease, outcome, 1.0))

    assert at_once(3, end) == [True] * 3
    assert Submission.objects.filter(state=State.DONE).count() == 3
    assert Submission.objects.filter(on_board=True).count() == 1


def test_tests_are_asked_for_once_by_many(phase: Phase) -> None:
    at_once(4, lambda number: persistently(lambda: enqueue_tests(phase)))
    # On PostgreSQL those who do not see each other may each ask; all of it is done once anyway.
    most = 1 if connection.vendor == "sqlite" else 4
    assert 1 <= DBTaskResult.objects.filter(task_path__endswith="test_board").count() <= most


def interrupted(task: ScoringTask, stop: Callable[[], bool], seconds: float = 60.0) -> None:
    """Score for as long as nobody says to stop."""
    ended = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if stop():
            raise Interrupted("told to stop")
        ended.wait(0.02)
    raise AssertionError("nobody said to stop")


def beating(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts that beat often: nobody waits for seconds here."""
    monkeypatch.setattr(work, "Heartbeat", lambda lease: Heartbeat(lease, 0.05))


def test_a_submission_that_is_withdrawn_meanwhile_is_not_scored_on(
    job: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    beating(monkeypatch)
    person = Submission.objects.get().team.owner  # type: ignore[union-attr]

    def score(task: ScoringTask, *, stop: Callable[[], bool], **how: Any) -> Outcome:
        withdraw(person, Submission.objects.get())
        interrupted(task, stop)
        raise AssertionError

    work_on(job.pk, score=score)
    job.refresh_from_db()
    assert (job.state, Submission.objects.get().state) == (JobState.CANCELLED, State.WITHDRAWN)
    assert Result.objects.count() == 0


def test_who_loses_its_lease_stops_and_leaves_the_job_to_the_other(
    job: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    beating(monkeypatch)

    def score(task: ScoringTask, *, stop: Callable[[], bool], **how: Any) -> Outcome:
        # As if it had hung for longer than a lease.
        ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))
        while not take_over():  # a heart that beats in between keeps the lease
            ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))
        assert claim(job.pk, "another") is not None
        interrupted(task, stop)
        raise AssertionError

    work_on(job.pk, score=score)
    job.refresh_from_db()
    assert (job.state, job.worker, job.attempts) == (JobState.RUNNING, "another", 2)


def test_a_worker_that_stops_gives_back_what_it_is_at(
    job: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping = threading.Event()
    monkeypatch.setattr(work, "STOPPING", stopping)

    def score(task: ScoringTask, *, stop: Callable[[], bool], **how: Any) -> Outcome:
        stopping.set()
        interrupted(task, stop)
        raise AssertionError

    work_on(job.pk, score=score)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.worker) == (JobState.QUEUED, 0, "")
    assert Submission.objects.get().state == State.QUEUED


@pytest.mark.parametrize("is_committed", [False, True])
def test_a_database_that_goes_away_while_scores_are_written(
    job: ScoringJob, monkeypatch: pytest.MonkeyPatch, is_committed: bool
) -> None:
    """Whether what was written came through is not known; either way it is there once."""
    away = ["commit"]
    kind = type(connections["default"])
    real = kind.commit

    def commit(self: Any) -> None:
        is_last = Result.objects.exists() and threading.current_thread() is threading.main_thread()
        if not (is_last and away):
            real(self)
            return
        away.clear()
        if is_committed:
            real(self)
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(kind, "commit", commit)
    work_on(job.pk, score=score_here)
    assert not away
    assert Result.objects.count() == 1
    job.refresh_from_db()
    assert (job.state, Submission.objects.get().state) == (JobState.DONE, State.DONE)


def test_a_heart_beats_on_when_the_database_is_back(
    job: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = claim(job.pk, "worker")
    assert lease is not None
    beats: list[str] = []

    def flaky(lease: Any) -> bool:
        beats.append("away" if not beats else "there")
        if beats == ["away"]:
            raise OperationalError("the connection is closed")
        return renew(lease)

    monkeypatch.setattr("cutline.server.jobs.heartbeat.renew", flaky)
    monkeypatch.setattr("cutline.server.jobs.heartbeat._AGAIN_SECONDS", 0.01)
    with Heartbeat(lease, 0.01) as heart:
        wait_for(lambda: len(beats) > 2)
        assert not heart.is_lost


def wait_for(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    waiting = threading.Event()
    for _ in range(int(seconds / 0.01)):
        if holds():
            return
        waiting.wait(0.01)
    raise AssertionError("it did not come to be")


def test_what_is_written_persistently_is_tried_while_the_database_is_away() -> None:
    tries: list[int] = []

    def write() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("the database system is starting up")
        return "written"

    assert persistently(write) == "written"
    tries.clear()
    with pytest.raises(OperationalError):
        persistently(write, 0.0)
    tries.clear()
    with transaction.atomic(), pytest.raises(OperationalError):
        persistently(write)
    assert len(tries) == 1  # inside a transaction there is nothing left to go on with
