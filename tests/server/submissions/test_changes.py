"""What becomes of submissions: withdrawn, chosen, edited, disqualified, reinstated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from cutline.server.board.rows import board_of
from cutline.server.jobs.lease import claim, renew
from cutline.server.jobs.work import work_on
from cutline.server.models import JobState, Phase, State, Submission
from cutline.server.submissions.changes import choose, disqualify, edit, reinstate, withdraw
from cutline.server.submissions.details import Details
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import AuditEntry, Role
from tests.server import made
from tests.server.scored import score_all, score_here, submission
from tests.server.submissions.conftest import World


def _scored(world: World, good: int = 8) -> Submission:
    new = submission(world.phase, world.team, made.run(good=good), f"Good {good}")
    score_all()
    new.refresh_from_db()
    assert new.state == State.DONE
    return new


def _freeze(world: World) -> None:
    Phase.objects.update(frozen=timezone.now())


def _on_board(world: World) -> list[str]:
    board = board_of(Phase.objects.get(pk=world.phase.pk), False, None, "")
    return [row.method for row in board.rows if row.kind == "system"]


def _code(refused: pytest.ExceptionInfo[Refused]) -> tuple[int, str]:
    return refused.value.status, refused.value.code


def test_withdrawn_while_it_waits(world: World) -> None:
    new = submission(world.phase, world.team)
    withdraw(world.ben, new)
    assert new.state == State.WITHDRAWN
    assert new.jobs.get().state == JobState.CANCELLED
    score_all()
    new.refresh_from_db()
    assert new.state == State.WITHDRAWN
    assert not new.results.exists()


def test_withdrawn_while_it_is_scored(world: World) -> None:
    new = submission(world.phase, world.team)
    job = new.jobs.get()

    def slow(*given: object, **named: object) -> object:
        withdraw(world.ann, Submission.objects.get(pk=new.pk))
        return score_here(*given, **named)  # type: ignore[arg-type]

    work_on(job.pk, score=slow)  # type: ignore[arg-type]
    new.refresh_from_db()
    assert (new.state, new.on_board) == (State.WITHDRAWN, False)
    assert not new.results.exists()


def test_a_worker_that_is_late_finds_its_job_gone(world: World) -> None:
    new = submission(world.phase, world.team)
    lease = claim(new.jobs.get().pk, "worker")
    assert lease is not None
    withdraw(world.ann, new)
    assert not renew(lease)


def test_withdrawn_from_the_board(world: World) -> None:
    new = _scored(world)
    assert _on_board(world) == ["Good 8"]
    before = new.phase.benchmark.revision
    withdraw(world.ann, new)
    assert _on_board(world) == []
    new.phase.benchmark.refresh_from_db()
    assert new.phase.benchmark.revision > before


def test_withdrawn_twice(world: World) -> None:
    new = withdraw(world.ann, submission(world.phase, world.team))
    with pytest.raises(Refused) as caught:
        withdraw(world.ann, new)
    assert _code(caught) == (409, "withdrawn")


def test_a_final_board_stays_as_it_is(world: World) -> None:
    shown, other = _scored(world), _scored(world, good=4)
    _freeze(world)
    tried: list[Callable[[], object]] = [
        lambda: withdraw(world.ann, shown),
        lambda: choose(world.ann, other),
        lambda: choose(world.ann, shown, on_board=False),
        lambda: edit(world.ann, shown, Details("Renamed")),
    ]
    for change in tried:
        with pytest.raises(Refused) as caught:
            change()
        assert _code(caught) == (409, "frozen")
    assert _on_board(world) == ["Good 8"]
    # What is not on it may go.
    assert withdraw(world.ann, other).state == State.WITHDRAWN


def test_hosts_may_disqualify_on_a_final_board(world: World) -> None:
    shown = _scored(world)
    _freeze(world)
    disqualify(world.host, shown, "trained on the test set")
    assert _on_board(world) == []


def test_choosing(world: World) -> None:
    first, second = _scored(world), _scored(world, good=4)
    assert _on_board(world) == ["Good 8"]  # the first that was scored
    choose(world.ben, second)
    assert _on_board(world) == ["Good 4"]
    first.refresh_from_db()
    assert not first.on_board
    choose(world.ann, second, on_board=False)
    assert _on_board(world) == []
    assert choose(world.ann, choose(world.ann, first)).on_board  # twice is once


def test_choosing_what_has_no_scores(world: World) -> None:
    waiting = submission(world.phase, world.team)
    gone = withdraw(world.ann, submission(world.phase, world.team))
    for one in (waiting, gone):
        with pytest.raises(PermissionDenied):
            choose(world.ann, one)


def test_choosing_for_others(world: World) -> None:
    new = _scored(world)
    with pytest.raises(PermissionDenied):  # it is on the board, so it can be seen
        choose(made.person("carl"), new)
    with pytest.raises(PermissionDenied):
        choose(world.host, new)


def test_editing(world: World) -> None:
    new = _scored(world)
    before = world.benchmark.revision
    edit(world.ben, new, Details("Renamed", paper_url="https://example.org/paper"))
    new.refresh_from_db()
    assert (new.method, new.paper_url) == ("Renamed", "https://example.org/paper")
    assert _on_board(world) == ["Renamed"]
    world.benchmark.refresh_from_db()
    assert world.benchmark.revision > before
    with pytest.raises(Refused) as caught:
        edit(world.ann, new, Details(""))
    assert _code(caught) == (422, "invalid_details")
    assert not AuditEntry.objects.filter(action="submission.edit").exists()


def test_what_an_admin_does_to_others_is_written_down(world: World) -> None:
    admin = made.person("ada", Role.ADMIN)
    new = submission(world.phase, world.team)
    edit(admin, new, Details("Renamed"))
    withdraw(admin, new)
    found = AuditEntry.objects.filter(actor=admin, subject=f"submission:{new.pk}")
    assert {entry.action for entry in found} == {"submission.edit", "submission.withdraw"}
    assert {entry.scope for entry in found} == {world.benchmark.slug}


def test_disqualified_and_reinstated(world: World) -> None:
    new = _scored(world)
    disqualify(world.host, new, "  trained on the test set ")
    assert new.disqualified_why == "trained on the test set"
    assert _on_board(world) == []
    with pytest.raises(Refused) as caught:
        disqualify(world.host, new, "again")
    assert _code(caught) == (409, "disqualified")
    with pytest.raises(PermissionDenied):
        choose(world.ann, new)
    reinstate(world.host, new)
    assert (new.disqualified, new.disqualified_why) == (None, "")
    assert _on_board(world) == ["Good 8"]
    with pytest.raises(Refused) as caught:
        reinstate(world.host, new)
    assert _code(caught) == (409, "not_disqualified")
    actions = AuditEntry.objects.filter(subject=f"submission:{new.pk}").order_by("pk")
    assert [entry.action for entry in actions] == ["submission.disqualify", "submission.reinstate"]


@pytest.mark.parametrize("why", ["", "   ", "a" * 401])
def test_a_disqualification_needs_a_reason(world: World, why: str) -> None:
    with pytest.raises(Refused) as caught:
        disqualify(world.host, submission(world.phase, world.team), why)
    assert _code(caught) == (422, "invalid_reason")


def test_a_team_cannot_judge_itself(world: World) -> None:
    new = disqualify(world.host, _scored(world), "trained on the test set")
    for person in (world.ann, made.person("carl")):
        with pytest.raises((PermissionDenied, Http404)):
            reinstate(person, new)
        with pytest.raises((PermissionDenied, Http404)):
            disqualify(person, new, "why not")


def test_others_cannot_even_see_what_waits(world: World) -> None:
    new, carl = submission(world.phase, world.team), made.person("carl")
    tried: list[Callable[[], object]] = [
        lambda: withdraw(carl, new),
        lambda: choose(carl, new),
        lambda: edit(carl, new, Details("Mine")),
    ]
    for change in tried:
        with pytest.raises(Http404):
            change()
