"""What a worker does beside its work, whatever goes wrong."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError, connections
from django.db.models.functions import Now

from cutline.server.jobs import rounds
from cutline.server.jobs.lease import claim
from cutline.server.jobs.rounds import Rounds
from cutline.server.models import JobState, ScoringJob, Submission
from cutline.server.operation.presence import workers_there

pytestmark = pytest.mark.django_db


@pytest.fixture
def expired(submitted: Submission, monkeypatch: pytest.MonkeyPatch) -> ScoringJob:
    # A test's connection has its data in a transaction, or in memory.
    monkeypatch.setattr(connections, "close_all", lambda: None)
    job = submitted.jobs.get()
    claim(job.pk, "killed")
    ScoringJob.objects.update(leased_until=Now() - timedelta(seconds=1))
    return job


def state(job: ScoringJob) -> str:
    job.refresh_from_db()
    return job.state


def test_a_round_says_who_is_there_and_takes_over(expired: ScoringJob) -> None:
    Rounds("me")._make()
    assert [worker.name for worker in workers_there()] == ["me"]
    assert state(expired) == JobState.QUEUED


def test_when_the_database_is_back_hearts_beat_first(
    expired: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(name: str) -> None:
        raise OperationalError("the database system is starting up")

    mine = Rounds("me")
    with monkeypatch.context() as patched:
        patched.setattr(rounds, "say_here", away)
        mine._make()
    mine._make()
    assert state(expired) == JobState.RUNNING
    mine._make()
    assert state(expired) == JobState.QUEUED


def test_a_round_that_fails_is_not_the_last(
    expired: ScoringJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> int:
        raise ZeroDivisionError

    mine = Rounds("me")
    with monkeypatch.context() as patched:
        patched.setattr(rounds, "take_over", broken)
        mine._make()
    mine._make()
    assert state(expired) == JobState.QUEUED
