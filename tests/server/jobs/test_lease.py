"""Leases, and every way in which a job can end."""

from __future__ import annotations

import pytest
from django.db.models.functions import Now
from django_tasks_db.models import DBTaskResult

from cutline.server.jobs.ending import fail_attempt, fail_content, finish, give_back
from cutline.server.jobs.lease import MOST_ATTEMPTS, Lease, claim, renew
from cutline.server.jobs.queue import AGAIN
from cutline.server.jobs.work import work_on
from cutline.server.models import FailedAttempt, JobState, Result, ScoringJob, State, Submission
from cutline.server.scoring.outcome import Outcome
from cutline.server.submissions.changes import withdraw
from tests.server.jobs.made_outcome import outcome_of
from tests.server.scored import score_here

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(submitted: Submission) -> ScoringJob:
    return submitted.jobs.get()


@pytest.fixture
def outcome(job: ScoringJob) -> Outcome:
    return outcome_of(job)


def taken(job: ScoringJob, worker: str = "first") -> Lease:
    lease = claim(job.pk, worker)
    assert lease is not None
    return lease


def states(job: ScoringJob) -> tuple[str, str, int]:
    job.refresh_from_db()
    return job.state, job.submission.__class__.objects.get(pk=job.submission_id).state, job.attempts


def test_only_one_has_a_job(job: ScoringJob) -> None:
    taken(job)
    assert claim(job.pk, "second") is None
    assert states(job) == (JobState.RUNNING, State.RUNNING, 1)
    assert claim(0, "second") is None  # there is no such job


def test_done_is_written_with_the_scores(job: ScoringJob, outcome: Outcome) -> None:
    assert finish(taken(job), outcome, 1.5)
    assert states(job) == (JobState.DONE, State.DONE, 1)
    result = Result.objects.get()
    assert (result.scores, result.scorer, result.seconds) == (outcome.scores, job.scorer, 1.5)
    assert result.statistics is not None
    assert result.statistics.data() == outcome.statistics
    assert Submission.objects.get().on_board


def test_a_first_entry_of_a_board_has_tests_made(job: ScoringJob, outcome: Outcome) -> None:
    finish(taken(job), outcome, 1.0)
    tests = DBTaskResult.objects.filter(task_path="cutline.server.board.queue.test_board")
    assert [one.args_kwargs["args"] for one in tests] == [[job.submission.phase_id]]


def test_who_lost_a_lease_changes_nothing(job: ScoringJob, outcome: Outcome) -> None:
    lost = taken(job)
    give_back(lost)
    now = taken(job, "second")
    assert not renew(lost)
    assert not finish(lost, outcome, 1.0)
    assert not fail_attempt(lost, "slow")
    assert not fail_content(lost, "bad")
    assert not give_back(lost)
    assert states(job) == (JobState.RUNNING, State.RUNNING, 1)
    assert Result.objects.count() == 0
    assert renew(now)
    assert finish(now, outcome, 1.0)


def test_the_same_worker_is_not_taken_for_its_earlier_self(job: ScoringJob) -> None:
    before = taken(job)
    fail_attempt(before, "slow")
    after = taken(job)
    assert not renew(before)
    assert renew(after)


def test_what_is_given_back_costs_no_attempt_and_goes_first(job: ScoringJob) -> None:
    assert give_back(taken(job))
    assert states(job) == (JobState.QUEUED, State.QUEUED, 0)
    assert DBTaskResult.objects.values_list("priority", flat=True).first() == AGAIN


def test_three_attempts_that_fail_are_the_platform_s_fault(job: ScoringJob) -> None:
    for _ in range(MOST_ATTEMPTS - 1):
        fail_attempt(taken(job), "no memory")
        assert states(job)[:2] == (JobState.QUEUED, State.QUEUED)
    fail_attempt(taken(job), "no memory")
    assert states(job) == (JobState.FAILED, State.FAILED, MOST_ATTEMPTS)
    submission = Submission.objects.get()
    assert not submission.counts
    assert "not your fault" in submission.reason
    assert "memory" not in submission.reason  # that is for hosts
    assert job.fault == "no memory"
    assert claim(job.pk, "again") is None


def test_captions_that_cannot_be_scored_are_told_of(job: ScoringJob) -> None:
    fail_content(taken(job), "image 3 has no caption")
    assert states(job)[:2] == (JobState.FAILED, State.FAILED)
    assert "image 3" in Submission.objects.get().reason
    assert FailedAttempt.objects.count() == 1


def test_a_withdrawn_submission_is_not_scored(job: ScoringJob, outcome: Outcome) -> None:
    lease = taken(job)
    assert job.submission.person is not None
    withdraw(job.submission.person, job.submission)
    assert not renew(lease)
    assert not finish(lease, outcome, 1.0)
    assert states(job)[:2] == (JobState.CANCELLED, State.WITHDRAWN)
    assert Result.objects.count() == 0


def test_the_job_of_a_submission_that_is_withdrawn_is_called_off(job: ScoringJob) -> None:
    Submission.objects.update(state=State.WITHDRAWN)
    assert claim(job.pk, "first") is None
    assert states(job)[0] == JobState.CANCELLED


def test_a_lease_that_is_renewed_meanwhile_is_not_taken(job: ScoringJob) -> None:
    lease = taken(job)
    assert not fail_attempt(lease, "gone", if_expired=True)
    ScoringJob.objects.update(leased_until=Now())
    assert fail_attempt(lease, "gone", if_expired=True)


def test_a_job_for_another_scorer_is_left_alone(job: ScoringJob) -> None:
    ScoringJob.objects.update(scorer="cutline-9.9-other")
    work_on(job.pk, score=score_here)
    assert states(job) == (JobState.QUEUED, State.QUEUED, 0)
