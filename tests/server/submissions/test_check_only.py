"""Checking a file without submitting it."""

from __future__ import annotations

import io
import json

import pytest
from django.http import Http404

from cutline.server.hosting.human import run_bytes
from cutline.server.models import FailedAttempt, Kind, Phase, Submission
from cutline.server.submissions.check_only import check_only
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person, Role, Team
from tests.server import made

pytestmark = pytest.mark.django_db


@pytest.fixture
def phase() -> Phase:
    return made.phase(made.benchmark(made.person("hanna", Role.HOST)))


@pytest.fixture
def pia() -> Person:
    return made.person("pia")


@pytest.fixture
def team(pia: Person) -> Team:
    return made.team("Team A", pia)


def one_caption() -> io.BytesIO:
    return io.BytesIO(json.dumps([{"image_id": 1, "caption": "a dog"}]).encode())


def test_a_file_that_passes_costs_nothing_and_is_not_kept(
    phase: Phase, pia: Person, team: Team
) -> None:
    checked = check_only(pia, team, phase, io.BytesIO(run_bytes(made.run())), "run.jsonl")
    assert checked.run is not None
    assert not Submission.objects.filter(kind=Kind.SYSTEM).exists()
    assert not FailedAttempt.objects.exists()


def test_a_file_with_problems_is_a_failing_attempt_up_to_the_cap(
    phase: Phase, pia: Person, team: Team
) -> None:
    phase.failing_per_day = 1
    phase.save()
    with pytest.raises(Refused) as refusal:
        check_only(pia, team, phase, one_caption(), "run.json")
    assert (refusal.value.status, refusal.value.code) == (422, "invalid_file")
    assert FailedAttempt.objects.count() == 1
    with pytest.raises(Refused) as refusal:
        check_only(pia, team, phase, one_caption(), "run.json")
    assert refusal.value.code == "too_many_failing"
    assert FailedAttempt.objects.count() == 1


def test_who_may_not_submit_may_not_check(phase: Phase, pia: Person, team: Team) -> None:
    phase.benchmark.visibility = "private"
    phase.benchmark.save()
    with pytest.raises(Http404):
        check_only(pia, team, phase, one_caption(), "run.json")
