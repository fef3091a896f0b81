"""How much a team may submit: by day, phase and benchmark, and what counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from cutline.server.jobs.ending import fail_attempt, fail_content
from cutline.server.jobs.lease import MOST_ATTEMPTS, claim
from cutline.server.models import FailedAttempt, Phase, ScoringJob, State, Submission
from cutline.server.submissions.changes import withdraw
from cutline.server.submissions.limits import Remaining, remaining, require_remaining
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Team
from tests.server import made
from tests.server.scored import submission
from tests.server.submissions.conftest import World
from tests.server.submissions.sending import BROKEN, send

_NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def _limited(phase: Phase, **limits: int | None) -> Phase:
    none = {"per_day": None, "per_phase": None, "per_benchmark": None, "failing_per_day": 50}
    Phase.objects.filter(pk=phase.pk).update(**(none | limits))
    phase.refresh_from_db()
    return phase


def _taken(phase: Phase, team: Team, when: datetime = _NOON) -> Submission:
    """A submission of some time ago."""
    new = submission(phase, team)
    Submission.objects.filter(pk=new.pk).update(created=when)
    return new


def _refused(team: Team, phase: Phase, now: datetime = _NOON) -> Refused:
    with pytest.raises(Refused) as caught:
        require_remaining(team, phase, now)
    return caught.value


def test_without_limits(world: World) -> None:
    phase = _limited(world.phase)
    _taken(phase, world.team)
    left = require_remaining(world.team, phase, _NOON)
    assert left == Remaining(None, None, None, 50, datetime(2026, 5, 5, tzinfo=UTC))
    assert left.least is None
    assert left.next_slot is None


def test_a_day_is_one_of_utc(world: World) -> None:
    phase = _limited(world.phase, per_day=2)
    midnight = datetime(2026, 5, 4, tzinfo=UTC)
    _taken(phase, world.team, midnight - timedelta(microseconds=1))
    _taken(phase, world.team, midnight)
    assert remaining(world.team, phase, _NOON).day == 1
    _taken(phase, world.team, midnight + timedelta(hours=23, minutes=59))
    refusal = _refused(world.team, phase, midnight + timedelta(hours=23, minutes=59))
    assert (refusal.status, refusal.code) == (429, "limit_reached")
    assert "its 2 submissions in a day" in refusal.message
    assert "2026-05-05 00:00 UTC" in refusal.message
    assert refusal.headers == {"Retry-After": "60"}
    assert remaining(world.team, phase, midnight + timedelta(days=1)).day == 2


def test_the_clock_of_elsewhere_changes_nothing(world: World) -> None:
    from zoneinfo import ZoneInfo

    phase = _limited(world.phase, per_day=1)
    _taken(phase, world.team, datetime(2026, 5, 4, 23, 30, tzinfo=UTC))
    # Half past one on the fifth in Berlin, and still the fourth in UTC.
    now = datetime(2026, 5, 5, 1, 45, tzinfo=ZoneInfo("Europe/Berlin"))
    assert remaining(world.team, phase, now).day == 0


@pytest.mark.parametrize(
    ("limit", "over"), [("per_phase", "in this phase"), ("per_benchmark", "in all phases")]
)
def test_limits_that_waiting_does_not_change(world: World, limit: str, over: str) -> None:
    phase = _limited(world.phase, **{limit: 1})
    _taken(phase, world.team, _NOON - timedelta(days=100))
    refusal = _refused(world.team, phase)
    assert over in refusal.message
    assert refusal.headers == {}
    assert remaining(world.team, phase, _NOON).next_slot is None


def test_a_limit_over_all_phases(world: World) -> None:
    phase = _limited(world.phase, per_benchmark=2, per_phase=2)
    other = made.benchmark(world.host, "other")
    _taken(made.phase(world.benchmark, "dev"), world.team)
    _taken(made.phase(other), world.team)
    left = remaining(world.team, phase, _NOON)
    assert (left.benchmark, left.phase, left.least) == (1, 2, 1)


def test_limits_are_the_team_s(world: World) -> None:
    phase = _limited(world.phase, per_day=1)
    _taken(phase, world.team)
    assert remaining(made.team("Other", world.ann), phase, _NOON).day == 1


def test_another_team_gives_nobody_more(world: World) -> None:
    phase = _limited(world.phase, per_day=1)
    send(world.ann, world.team, phase)
    other = made.team("Other", world.ann, world.ben)
    with pytest.raises(Refused) as caught:
        send(world.ann, other, phase)
    assert (caught.value.status, caught.value.code) == (429, "limit_reached")
    assert "You have used up your 1 submission in a day, for all your teams" in caught.value.message
    assert remaining(other, phase, person=world.ann).day == 0
    # Those of the team who have not submitted still can.
    assert remaining(other, phase, person=world.ben).day == 1
    assert send(world.ben, other, phase).pk


def test_what_was_withdrawn_counts(world: World) -> None:
    phase = _limited(world.phase, per_day=1)
    withdraw(world.ann, send(world.ann, world.team, phase))
    with pytest.raises(Refused) as caught:
        send(world.ben, world.team, phase)
    assert caught.value.code == "limit_reached"


def test_a_fault_of_the_platform_never_counts(world: World) -> None:
    phase = _limited(world.phase, per_day=1, failing_per_day=1)
    new = send(world.ann, world.team, phase)
    for _ in range(MOST_ATTEMPTS):
        lease = claim(new.jobs.get().pk, "worker")
        assert lease is not None
        assert fail_attempt(lease, "the machine is on fire")
    new.refresh_from_db()
    assert (new.state, new.counts) == (State.FAILED, False)
    left = remaining(world.team, phase)
    assert (left.day, left.failing) == (1, 1)
    assert send(world.ann, world.team, phase).pk


def test_captions_that_cannot_be_scored_are_a_failing_attempt(world: World) -> None:
    phase = _limited(world.phase, per_day=1, failing_per_day=2)
    new = send(world.ann, world.team, phase)
    lease = claim(new.jobs.get().pk, "worker")
    assert lease is not None
    assert fail_content(lease, "a caption is no caption")
    left = remaining(world.team, phase)
    assert (left.day, left.failing) == (1, 1)


def test_failing_files_have_a_cap_of_their_own(world: World) -> None:
    phase = _limited(world.phase, per_day=1, failing_per_day=2)
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            send(world.ann, world.team, phase, BROKEN)
        assert caught.value.code == "invalid_file"
    assert remaining(world.team, phase).day == 1
    with pytest.raises(Refused) as caught:
        send(world.ann, world.team, phase)
    assert (caught.value.status, caught.value.code) == (429, "too_many_failing")
    assert "had 2 files today that could not be scored" in caught.value.message
    assert int(caught.value.headers["Retry-After"]) > 0
    assert FailedAttempt.objects.count() == 2
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert remaining(world.team, phase, tomorrow).failing == 2
    # Other phases have a cap of their own.
    assert remaining(world.team, made.phase(world.benchmark, "dev")).failing > 2


def test_a_cap_of_none_still_lets_good_files_in(world: World) -> None:
    phase = _limited(world.phase, failing_per_day=0)
    assert send(world.ann, world.team, phase).pk


def test_the_human_row_counts_for_nobody(world: World) -> None:
    phase = _limited(world.phase, per_day=1)
    assert ScoringJob.objects.filter(submission__kind="human").exists()
    assert remaining(world.team, phase).day == 1
