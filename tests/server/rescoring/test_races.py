"""A rescore is published while people submit and workers finish: nothing is left between boards."""

from __future__ import annotations

import pytest
from django.db import transaction

from cutline.core.errors import UsageError
from cutline.server.jobs.work import work_on
from cutline.server.models import JobState, Phase, Rescore, ScoringJob, State, Submission
from cutline.server.rescoring.jobs import queue_missing
from cutline.server.rescoring.publish import publish
from cutline.server.rescoring.start import start
from cutline.web.people.models import Role, Team
from tests.server import made
from tests.server.jobs.at_once import at_once
from tests.server.scored import score_all, score_here, submission

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared")]
THREADS = 6


@pytest.fixture
def teams(shared: None) -> list[Team]:
    owner = made.person("pia")
    return [made.team(f"Team {number}", owner) for number in range(THREADS)]


@pytest.fixture
def rescore(shared: None, teams: list[Team]) -> Rescore:
    """One that is computed, of a board with an entry."""
    host = made.person("hanna", Role.HOST)
    phase = made.phase(made.benchmark(host, metrics=("rouge-l", "bleu-4"), published=False))
    submission(phase, teams[0], method="First")
    score_all()
    started = start(host, phase.benchmark, metrics=["bleu-4"])
    score_all()
    return started


def _phase() -> Phase:
    return Phase.objects.select_related("benchmark").get(slug="test")


def _all_are_scored(scorer: str) -> None:
    score_all()
    for one in Submission.objects.all():
        assert one.state == State.DONE, one.method
        assert one.results.filter(scorer=scorer).exists(), one.method
    left = ScoringJob.objects.exclude(state__in=(JobState.DONE, JobState.CANCELLED))
    assert not left.exists()


def test_what_is_submitted_while_a_rescore_is_published_is_scored_by_it(
    rescore: Rescore, teams: list[Team]
) -> None:
    def act(number: int) -> None:
        if number == 0:
            publish(None, rescore)
            return
        phase = _phase()
        with transaction.atomic():
            submission(phase, teams[number], method=f"Meanwhile {number}")

    at_once(THREADS, act)
    rescore.refresh_from_db()
    assert not rescore.is_open
    assert Submission.objects.count() == THREADS
    _all_are_scored(rescore.scorer)


def test_what_workers_finish_while_a_rescore_is_published_is_done(
    rescore: Rescore, teams: list[Team]
) -> None:
    phase = _phase()
    for number in range(1, THREADS):
        submission(phase, teams[number], method=f"Waiting {number}")
    with transaction.atomic():
        queue_missing(rescore)
    jobs = list(ScoringJob.objects.filter(state=JobState.QUEUED).values_list("pk", flat=True))
    assert len(jobs) == 2 * (THREADS - 1)  # by the old scorer and by the new one

    def act(number: int) -> None:
        if number:
            for job in jobs[number - 1 :: THREADS - 1]:
                work_on(job, score=score_here)
            return
        # What was scored by the old one a moment ago may lack the new one's scores.
        for _ in range(50):
            try:
                publish(None, rescore)
            except UsageError:
                continue
            return

    at_once(THREADS, act)
    rescore.refresh_from_db()
    if rescore.is_open:
        score_all()
        publish(None, rescore)
    _all_are_scored(rescore.scorer)


def test_of_hosts_who_publish_at_once_one_does(rescore: Rescore) -> None:
    def act(number: int) -> bool:
        try:
            publish(None, rescore)
        except UsageError:
            return False
        return True

    assert sum(at_once(3, act)) == 1
