"""On a ladder a team is told only of scores that are a real step up."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.utils import timezone

from cutline.server.board.export import board_csv, board_dict
from cutline.server.board.ladder import standing
from cutline.server.board.rows import board_of
from cutline.server.board.shown import scores_of
from cutline.server.models import Phase, State
from cutline.server.pages.board_table import board_table
from cutline.web.people.models import Team
from tests.server.board.made_board import day, entry

pytestmark = pytest.mark.django_db


def test_only_a_step_up_is_told_of() -> None:
    assert standing([0.50, 0.509, 0.51, 0.515, 0.3, 0.6], 0.01) == [0, 0, 2, 2, 2, 5]
    # Without a step, an equal score is none either.
    assert standing([0.5, 0.5, 0.51], 0.0) == [0, 0, 2]
    assert standing([None, 0.1, None], 0.01) == [None, 1, 1]


def climb(phase: Phase) -> None:
    phase.ladder_step = 0.01
    phase.save()


def shown(phase: Phase, now: float = 100.0) -> dict[str, float | None]:
    board = board_of(phase, False, now=day(now))
    return {row.method: row.values["cider-d"].value for row in board.rows}


def test_small_steps_do_not_change_the_board(phase: Phase, teams: list[Team]) -> None:
    climb(phase)
    entry(phase, teams[0], "first", 0.5, created=day(0), on_board=False)
    small = entry(phase, teams[0], "small step", 0.505, created=day(1))
    entry(phase, teams[1], "other", 0.503, created=day(2))
    assert shown(phase) == {"small step": 0.5, "other": 0.503}
    # The order is that of what is shown; hosts see what is true.
    assert [row.method for row in board_of(phase, False).rows] == ["other", "small step"]
    raw = board_of(phase, True)
    assert [(row.method, row.values["cider-d"].value) for row in raw.rows] == [
        ("small step", 0.505),
        ("other", 0.503),
    ]
    assert scores_of(small, as_host=False)[""]["bleu-4"].value == 0.5
    assert scores_of(small, as_host=True)[""]["bleu-4"].value == 0.505


def test_a_worse_entry_shows_what_was_told_before_and_an_earlier_one_not_what_came_later(
    phase: Phase, teams: list[Team]
) -> None:
    climb(phase)
    first = entry(phase, teams[0], "first", 0.5, created=day(0), on_board=False)
    entry(phase, teams[0], "big step", 0.6, created=day(1), on_board=False)
    entry(phase, teams[0], "worse", 0.2, created=day(2))
    assert shown(phase) == {"worse": 0.6}
    assert scores_of(first, as_host=False)[""]["bleu-4"].value == 0.5


def test_withdrawing_takes_no_score_back_and_disqualifying_does(
    phase: Phase, teams: list[Team]
) -> None:
    climb(phase)
    gone = {"state": State.WITHDRAWN, "on_board": False}
    first = entry(phase, teams[0], "first", 0.5, created=day(0), **gone)
    entry(phase, teams[0], "second", 0.495, created=day(1))
    assert shown(phase) == {"second": 0.5}
    first.disqualified = timezone.now()
    first.save()
    assert shown(phase) == {"second": 0.495}


def test_scores_that_a_blind_period_hides_are_not_told_by_the_ladder(
    phase: Phase, teams: list[Team]
) -> None:
    climb(phase)
    phase.blind_from, phase.blind_until = day(1), day(5)
    entry(phase, teams[0], "hidden", 0.9, created=day(2), on_board=False)
    entry(phase, teams[0], "after", 0.4, created=day(6))
    assert shown(phase, 4) == {"after": 0.4}
    assert shown(phase, 7) == {"after": 0.9}


def test_a_row_has_scores_of_one_submission_and_says_whose(phase: Phase, teams: list[Team]) -> None:
    climb(phase)
    first = entry(phase, teams[0], "first", 0.5, created=day(0), on_board=False)
    second = entry(phase, teams[0], "second", 0.4, created=day(1))
    result = second.results.get()
    result.scores[""]["rouge-l"] = {"value": 0.7, "low": 0.6, "high": 0.8}
    result.save()
    for label in ("", "day"):
        for metric in phase.benchmark.metrics:
            board = board_of(phase, False, metric, label)
            assert {value.value for value in board.rows[0].values.values()} == {0.5}
            assert board.rows[0].stands_for == first.pk
    board = board_of(phase, False)
    assert board_dict(board)["entries"][0]["stands_for"] == str(first.pk)
    (line,) = csv.DictReader(io.StringIO(board_csv(board)))
    assert line["stands_for"] == str(first.pk)
    assert "no better by the step of 0.01" in board_table(board)
    raw = board_of(phase, True).rows[0]
    assert (raw.values["rouge-l"].value, raw.stands_for) == (0.7, None)


def test_an_entry_with_its_own_scores_is_not_marked(phase: Phase, teams: list[Team]) -> None:
    climb(phase)
    entry(phase, teams[0], "first", 0.5, created=day(0), on_board=False)
    entry(phase, teams[0], "big step", 0.6, created=day(1))
    board = board_of(phase, False)
    assert board.rows[0].stands_for is None
    assert "earlier" not in board_table(board)


def test_the_page_of_an_entry_says_that_its_scores_are_of_an_earlier_one(
    client: Client, phase: Phase, teams: list[Team]
) -> None:
    climb(phase)
    entry(phase, teams[0], "first", 0.5, created=day(0), on_board=False)
    worse = entry(phase, teams[0], "worse", 0.4, created=day(1))
    said = "The scores of an earlier entry: this one is no better by the step of 0.01."
    for address in (f"/entry/{worse.pk}/", "/b/made/board/test/"):
        assert said in client.get(address).content.decode()
