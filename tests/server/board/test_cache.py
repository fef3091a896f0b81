"""What is made of a board is made once until the board changes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier

import pytest

from cutline.server.board.cache import Kept, state_of
from cutline.server.models import Phase
from cutline.server.models.benchmark import touch
from cutline.web.people.models import Team
from tests.server.board.made_board import day, submission

pytestmark = pytest.mark.django_db


def test_many_who_ask_at_once_wait_for_one() -> None:
    kept: Kept[object] = Kept()
    made: list[object] = []
    ready = Barrier(8)

    def make() -> object:
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        ready.wait(10)
        return kept.get("board", make)

    with ThreadPoolExecutor(8) as pool:
        got = set(pool.map(ask, range(8)))
    assert got == set(made)
    assert len(made) == 1


def test_what_fails_is_tried_again() -> None:
    kept: Kept[int] = Kept()
    with pytest.raises(ZeroDivisionError):
        kept.get("board", lambda: 1 // 0)
    assert kept.get("board", lambda: 7) == 7


def test_the_least_recently_used_goes_first() -> None:
    kept: Kept[str] = Kept(most=2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda: "old")
    assert [kept.get(key, lambda: "new") for key in ("a", "c", "b")] == ["old", "old", "new"]


def test_the_state_changes_with_all_that_a_board_shows(phase: Phase) -> None:
    def state(now: datetime) -> object:
        return state_of(Phase.objects.select_related("benchmark").get(pk=phase.pk), now)

    before = state(day(0))
    assert state(day(1)) == before
    touch(phase.benchmark_id)
    assert state(day(0)) != before
    Phase.objects.update(blind_from=day(1), blind_until=day(3), frozen=day(5))
    states = [state(day(number)) for number in (0, 2, 4, 6)]
    assert states[0] == states[1]
    assert len(set(states)) == 3


def test_a_renamed_team_changes_its_boards(phase: Phase, teams: list[Team]) -> None:
    submission(phase, teams[0], "magpie")
    before = Phase.objects.select_related("benchmark").get(pk=phase.pk).benchmark.revision
    teams[0].name = "Another name"
    teams[0].save()
    assert Phase.objects.get(pk=phase.pk).benchmark.revision > before
