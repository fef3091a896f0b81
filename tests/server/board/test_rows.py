"""Who stands on a board, in which order, and what is shown of them to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cutline.core.errors import UsageError
from cutline.server.board.rows import Board, board_of
from cutline.server.models import Kind, Phase, State
from cutline.web.people.models import Team
from tests.server import made
from tests.server.board.made_board import day, entry, finish_human, submission

pytestmark = pytest.mark.django_db


def methods(board: Board) -> list[str]:
    return [row.method for row in board.rows]


def test_entries_are_placed_by_score_and_only_done_ones_that_were_chosen_stand_there(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "low", 0.2)
    entry(phase, teams[1], "high", 0.6)
    entry(phase, teams[2], "not chosen", 0.9, on_board=False)
    entry(phase, teams[2], "disqualified", 0.9, disqualified=timezone.now())
    entry(phase, teams[3], "withdrawn", 0.9, state=State.WITHDRAWN)
    submission(phase, teams[4], "not scored")
    board = board_of(phase, False)
    assert methods(board) == ["high", "low"]
    assert [row.rank for row in board.rows] == [1, 2]


def test_a_result_of_another_scorer_does_not_rank_unless_imported(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "old scorer", 0.9, scorer="cutline-0.1-abc")
    entry(phase, None, "imported", 0.5, kind=Kind.IMPORTED, scorer="elsewhere")
    board = board_of(phase, False)
    assert methods(board) == ["imported"]
    assert board.rows[0].is_imported
    assert board.rows[0].rank == 1


def test_what_is_not_for_the_phase_of_the_board_is_not_on_it(
    phase: Phase, teams: list[Team]
) -> None:
    entry(made.phase(phase.benchmark, "dev"), teams[0], "of dev", 0.9)
    assert board_of(phase, True).rows == ()


def test_sorted_by_any_metric_and_slice(phase: Phase, teams: list[Team]) -> None:
    first = entry(phase, teams[0], "first", 0.5).results.get()
    entry(phase, teams[1], "second", 0.4)
    first.scores["night"]["cider-d"] = {"value": 0.1, "low": 0.0, "high": 0.2}
    first.save()
    assert methods(board_of(phase, False, "cider-d", "day")) == ["first", "second"]
    by_night = board_of(phase, False, "cider-d", "night")
    assert methods(by_night) == ["second", "first"]
    assert by_night.slices == ("day", "night")
    assert by_night.rows[1].values["cider-d"].value == 0.1
    assert by_night.rows[1].values["bleu-4"].value == 0.5


def test_unknown_metrics_and_slices_are_refused_with_what_there_is(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "first", 0.5)
    with pytest.raises(UsageError, match=r"no metric 'cidr-d'.*cider-d.*bleu-4, rouge-l, cider-d"):
        board_of(phase, False, "cidr-d")
    with pytest.raises(UsageError, match=r"no slice 'dusk'.*day, night"):
        board_of(phase, False, None, "dusk")


def test_what_has_no_score_by_a_metric_goes_last_and_has_no_rank(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "undefined", None)
    entry(phase, teams[1], "low", 0.0)
    board = board_of(phase, False)
    assert [(row.method, row.rank) for row in board.rows] == [("low", 1), ("undefined", None)]


def test_scores_and_bounds_are_rounded_for_all_but_hosts(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "first", 0.123456789)
    phase.benchmark.decimals = 2
    shown = board_of(phase, False).rows[0].values["bleu-4"]
    assert (shown.value, shown.low, shown.high) == (0.12, 0.11, 0.14)
    raw = board_of(phase, True).rows[0].values["bleu-4"]
    assert raw.value == 0.123456789
    assert raw.high == pytest.approx(0.1358024)


def test_the_order_tells_nothing_that_rounding_hides(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "came first", 0.12340, created=day(0))
    entry(phase, teams[1], "a little better", 0.12341, created=day(1))
    public, raw = board_of(phase, False), board_of(phase, True)
    assert methods(public) == ["came first", "a little better"]
    assert [(row.rank, row.tie, row.difference) for row in public.rows] == [
        (1, "a", "none"),
        (1, "a", "equal"),
    ]
    assert methods(raw) == ["a little better", "came first"]


def test_the_human_row_is_placed_by_its_score_and_has_no_rank(
    phase: Phase, teams: list[Team]
) -> None:
    human = finish_human(phase)
    value = human.results.get().scores[""]["rouge-l"]["value"]
    entry(phase, teams[0], "better", value + 0.1)
    entry(phase, teams[1], "worse", value - 0.1)
    rows = board_of(phase, False, "rouge-l").rows
    assert [(row.method, row.rank, row.is_human) for row in rows] == [
        ("better", 1, False),
        ("Human", None, True),
        ("worse", 2, False),
    ]
    assert [row.difference for row in rows] == ["none", "none", "untestable"]


def test_nobody_but_hosts_sees_what_is_submitted_in_a_blind_period(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "before", 0.2, created=day(0))
    entry(phase, teams[1], "meanwhile", 0.6, created=day(2))
    phase.blind_from, phase.blind_until = day(1), day(5)
    assert methods(board_of(phase, False, now=day(3))) == ["before"]
    assert methods(board_of(phase, True, now=day(3))) == ["meanwhile", "before"]
    assert methods(board_of(phase, False, now=day(6))) == ["meanwhile", "before"]


def test_a_frozen_board_keeps_what_was_submitted_before(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "in time", 0.2, created=day(0))
    entry(phase, teams[1], "too late", 0.6, created=day(2))
    entry(phase, teams[2], "good and in time", 0.5, created=day(0), on_board=False)
    entry(phase, teams[2], "poor and in time", 0.1, created=day(0.5), on_board=False)
    entry(phase, teams[2], "chosen after", 0.7, created=day(2))
    phase.frozen = day(1)
    for as_host in (False, True):
        assert methods(board_of(phase, as_host, now=day(0.9)))[0] == "chosen after"
        assert methods(board_of(phase, as_host, now=day(3))) == ["good and in time", "in time"]
    # Its page is the team's alone: it is not the entry that they chose.
    assert [row.has_page for row in board_of(phase, False, now=day(3)).rows] == [False, True]


def test_only_hosts_see_the_gap_to_the_reserve(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "fitted", 0.6, reserve=0.4)
    entry(phase, teams[1], "without", 0.5)
    assert all(row.gaps == {} for row in board_of(phase, False).rows)
    first, second = board_of(phase, True).rows
    assert first.gaps["cider-d"] == pytest.approx(0.2)
    assert second.gaps["cider-d"] is None


def test_a_board_that_freezes_later_is_not_frozen(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "first", 0.2, created=timezone.now())
    phase.frozen = timezone.now() + timedelta(hours=1)
    assert methods(board_of(phase, False)) == ["first"]


def test_a_board_asks_the_database_a_fixed_number_of_times(
    phase: Phase, teams: list[Team], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number, team in enumerate(teams):
        entry(phase, team, f"method {number}", number / 10)
    with django_assert_num_queries(2):
        board_of(phase, False)
