"""Tests between entries, and the groups and ranks that follow from them."""

from __future__ import annotations

import pytest

from cutline.server.board.queue import ask_for_tests, test_board
from cutline.server.board.rows import board_of
from cutline.server.board.tests import test_neighbours as make_tests
from cutline.server.board.ties import letter, tie_heads
from cutline.server.models import Benchmark, Kind, PairTest, Phase, Result
from cutline.web.people.models import Team
from tests.server import made
from tests.server.board.made_board import day, entry, finish_human, scored

pytestmark = pytest.mark.django_db


def test_an_entry_is_compared_with_the_head_of_the_group_not_with_its_neighbour() -> None:
    # Each differs little from the next, and 0 much from 2: the chain does not go on for ever.
    far = {(0, 1): 0.4, (0, 2): 0.01, (2, 3): 0.3, (2, 4): 0.04}
    asked: list[tuple[int, int]] = []

    def p_of(head: int, one: int) -> float:
        asked.append((head, one))
        return far[head, one]

    assert tie_heads(5, p_of) == [0, 0, 2, 2, 4]
    assert asked == list(far)


def test_groups_without_a_test_are_of_one() -> None:
    assert tie_heads(3, lambda head, one: None) == [0, 1, 2]
    assert tie_heads(0, lambda head, one: 1.0) == []


def test_letters_never_end() -> None:
    assert [letter(number) for number in (0, 1, 25, 26, 27, 701, 702)] == [
        "a", "b", "z", "aa", "ab", "zz", "aaa",
    ]  # fmt: skip


def test_until_tested_a_board_says_so_and_then_shows_the_tie(
    phase: Phase, teams: list[Team]
) -> None:
    scored(phase, teams[0], made.run("seven", good=7), created=day(0))
    scored(phase, teams[1], made.run("eight", good=8), created=day(1))
    scored(phase, teams[2], made.run("none", good=0), created=day(2))
    before = board_of(phase, False, "rouge-l")
    assert before.lacks_tests
    assert [(r.method, r.rank, r.tie, r.difference) for r in before.rows] == [
        ("eight", 1, "", "none"),
        ("seven", 2, "", "waiting"),
        ("none", 3, "", "waiting"),
    ]
    revision = Benchmark.objects.get(pk=phase.benchmark_id).revision
    assert make_tests(phase)
    assert Benchmark.objects.get(pk=phase.benchmark_id).revision > revision
    after = board_of(phase, False, "rouge-l")
    assert not after.lacks_tests
    # Seven and eight differ in one image, which chance does as well; none differs in all.
    assert [(r.method, r.rank, r.tie, r.difference) for r in after.rows] == [
        ("eight", 1, "a", "none"),
        ("seven", 1, "a", "tested"),
        ("none", 3, "", "tested"),
    ]
    assert after.rows[1].p == pytest.approx(1.0, abs=0.01)
    assert after.rows[2].p is not None
    assert after.rows[2].p < 0.05


def test_tests_are_made_once_for_every_metric_and_slice(phase: Phase, teams: list[Team]) -> None:
    for number, good in enumerate((2, 5, 8)):
        scored(phase, teams[number], made.run(f"good {good}", good=good))
    finish_human(phase)
    entry(phase, None, "imported", 0.4, kind=Kind.IMPORTED)
    make_tests(phase)
    made_once = set(PairTest.objects.values_list("better", "worse", "metric", "slice_label"))
    assert {(metric, label) for _, _, metric, label in made_once} == {
        (metric, label) for metric in phase.benchmark.metrics for label in ("", "day", "night")
    }
    untested = Result.objects.filter(submission__kind__in=[Kind.HUMAN, Kind.IMPORTED])
    assert not PairTest.objects.filter(better__in=untested).exists()
    assert not PairTest.objects.filter(worse__in=untested).exists()
    revision = Benchmark.objects.get(pk=phase.benchmark_id).revision
    assert make_tests(phase)
    assert PairTest.objects.count() == len(made_once)
    # Nothing new: no board has to be made again.
    assert Benchmark.objects.get(pk=phase.benchmark_id).revision == revision
    for metric in phase.benchmark.metrics:
        for label in ("", "day", "night"):
            assert not board_of(phase, False, metric, label).lacks_tests
            assert not board_of(phase, True, metric, label).lacks_tests


def test_tests_stop_when_their_time_is_over_and_go_on_later(
    phase: Phase, teams: list[Team]
) -> None:
    scored(phase, teams[0], made.run("two", good=2))
    scored(phase, teams[1], made.run("eight", good=8))
    assert not make_tests(phase, seconds=-1)
    assert PairTest.objects.count() == 0
    assert make_tests(phase, seconds=60)
    assert PairTest.objects.count() > 0


def test_equal_scores_need_no_test(phase: Phase, teams: list[Team]) -> None:
    scored(phase, teams[0], made.run("one"), created=day(0))
    scored(phase, teams[1], made.run("the same"), created=day(1))
    assert make_tests(phase)
    assert PairTest.objects.count() == 0
    rows = board_of(phase, False).rows
    assert [(row.rank, row.tie, row.difference) for row in rows] == [
        (1, "a", "none"),
        (1, "a", "equal"),
    ]


def test_imported_rows_cannot_be_tested_and_stand_alone(phase: Phase, teams: list[Team]) -> None:
    entry(phase, None, "imported", 0.4, kind=Kind.IMPORTED)
    scored(phase, teams[0], made.run("two", good=2))
    assert make_tests(phase)
    board = board_of(phase, False, "rouge-l")
    assert not board.lacks_tests
    assert [row.rank for row in board.rows] == [1, 2]
    assert board.rows[1].difference == "untestable"


def test_p_is_rounded_for_all_but_hosts(phase: Phase, teams: list[Team]) -> None:
    scored(phase, teams[0], made.run("none", good=0))
    scored(phase, teams[1], made.run("eight", good=8))
    make_tests(phase)
    PairTest.objects.update(p=0.0123456)
    assert board_of(phase, False).rows[1].p == 0.012
    assert board_of(phase, True).rows[1].p == 0.0123456
    PairTest.objects.update(p=1 / 2001)
    assert board_of(phase, False).rows[1].p == 0.0005


def test_a_page_asks_for_tests_once_and_a_worker_makes_them(
    phase: Phase, teams: list[Team]
) -> None:
    from django_tasks_db.models import DBTaskResult

    scored(phase, teams[0], made.run("none", good=0))
    scored(phase, teams[1], made.run("eight", good=8))
    ask_for_tests(phase)
    ask_for_tests(phase)
    asked = DBTaskResult.objects.filter(task_path__endswith="test_board")
    assert [(one.args_kwargs["args"], one.priority) for one in asked] == [([phase.pk], -10)]
    test_board.call(phase.pk)
    assert not board_of(phase, False).lacks_tests
