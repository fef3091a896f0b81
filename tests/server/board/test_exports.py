"""Boards as files, the badge, and the history of the best score."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest
from django.utils import timezone

from cutline.server.board.badge import badge, drawn
from cutline.server.board.export import board_csv, board_dict, harmless
from cutline.server.board.history import best_over_time, history_chart
from cutline.server.board.rows import board_of
from cutline.server.models import Phase
from cutline.web.people.models import Team
from tests.server import made
from tests.server.board.made_board import day, entry, finish_human, scored

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"


def test_csv_has_scores_bounds_and_signatures(phase: Phase, teams: list[Team]) -> None:
    made_one = entry(phase, teams[0], "first", 0.123456, reserve=0.1, created=day(0))
    (row,) = csv.DictReader(io.StringIO(board_csv(board_of(phase, False), "https://one.example")))
    assert row["rank"] == "1"
    assert row["team"] == "Team A"
    assert (row["cider-d"], row["cider-d low"], row["cider-d high"]) == ("0.123", "0.111", "0.136")
    assert row["cider-d signature"] == "cider-d|v1"
    assert row["permalink"] == f"https://one.example/entry/{made_one.pk}/"
    assert not any("gap" in name for name in row)
    (raw,) = csv.DictReader(io.StringIO(board_csv(board_of(phase, True))))
    assert raw["cider-d"] == "0.123456"
    assert float(raw["cider-d gap to reserve"]) == pytest.approx(0.023456)


def test_a_slice_has_signatures_of_its_own(phase: Phase, teams: list[Team]) -> None:
    scored(phase, teams[0], made.run("first", good=5))
    whole, by_day = (
        board_dict(board_of(phase, False, slice_label=label))["entries"][0]["scores"]["cider-d"]
        for label in ("", "day")
    )
    assert "|images:8|" in whole["signature"]
    assert "|images:4|" in by_day["signature"]
    assert "[4/8]" in by_day["signature"]
    (row,) = csv.DictReader(io.StringIO(board_csv(board_of(phase, False, slice_label="day"))))
    assert row["cider-d signature"] == by_day["signature"]


def test_a_slice_of_an_older_result_is_not_signed_as_the_whole(
    phase: Phase, teams: list[Team]
) -> None:
    entry(phase, teams[0], "older", 0.5)
    (row,) = board_of(phase, False, slice_label="day").rows
    assert row.signatures["cider-d"] == "cider-d|v1|slice:day"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", " ="])
def test_no_cell_is_a_formula(phase: Phase, teams: list[Team], start: str) -> None:
    evil = f"{start}HYPERLINK(1)"
    entry(phase, teams[0], evil, 0.5, external_data=evil)
    text = board_csv(board_of(phase, False))
    (row,) = csv.DictReader(io.StringIO(text))
    for cell in (row["method"], row["external_data"]):
        assert cell.startswith("'")
        assert cell[1:] == evil


def test_a_row_is_a_line(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "one\r=1\n=2", 0.5)
    text = board_csv(board_of(phase, False))
    assert len(text.splitlines()) == 2
    assert "one =1 =2" in text


def test_numbers_below_zero_stay_numbers() -> None:
    assert harmless(-0.25) == "-0.25"
    assert harmless("-0.25 worse") == "'-0.25 worse"


def test_json_says_what_the_board_is_of(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "first", 0.5)
    finish_human(phase)
    made_dict = json.loads(json.dumps(board_dict(board_of(phase, False, "rouge-l", "day"))))
    assert made_dict["sorted_by"] == "rouge-l"
    assert made_dict["slice"] == "day"
    assert made_dict["benchmark"]["slug"] == "made"
    assert made_dict["decimals"] == 3
    assert {one["kind"] for one in made_dict["entries"]} == {"system", "human"}
    first = next(one for one in made_dict["entries"] if one["kind"] == "system")
    assert first["scores"]["bleu-4"]["signature"] == "bleu-4|v1|slice:day"
    assert "gap_to_reserve" not in first
    assert "gap_to_reserve" in board_dict(board_of(phase, True))["entries"][0]


def test_the_badge_says_rank_and_score_and_is_safe(phase: Phase, teams: list[Team]) -> None:
    phase.benchmark.title = HOSTILE
    entry(phase, teams[0], "first", 0.61251, created=day(0))
    entry(phase, teams[1], "second", 0.5, created=day(1))
    board = board_of(phase, False, "rouge-l")
    svg = badge(board, board.rows[1])
    said = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title")
    assert said is not None
    assert said.text == f"{HOSTILE} test: rank 2 · rouge-l 0.500"
    assert "<script" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_badges_say_when_a_rank_is_shared(phase: Phase, teams: list[Team]) -> None:
    entry(phase, teams[0], "first", 0.5)
    entry(phase, teams[1], "second", 0.5)
    board = board_of(phase, False)
    assert "rank 1 (tied)" in badge(board, board.rows[0])


def test_badges_are_as_wide_as_their_words() -> None:
    narrow, wide, cut = (
        float(ElementTree.fromstring(drawn("il" * count, "rank 1")).attrib["width"])
        for count in (2, 12, 400)
    )
    assert narrow < wide < cut < 400


def test_history_has_the_entries_that_were_best_when_they_came(
    phase: Phase, teams: list[Team]
) -> None:
    for number, value in enumerate((0.3, 0.2, 0.5, 0.5)):
        entry(phase, teams[number], f"method {number}", value, created=day(number))
    finish_human(phase)
    board = board_of(phase, False)
    assert [(step.method, step.value) for step in best_over_time(board)] == [
        ("method 0", 0.3),
        ("method 2", 0.5),
    ]
    chart = history_chart(board, 3)
    assert "best from 0.300 to 0.500" in chart.svg
    assert "human" in chart.svg
    assert "days since 1 May 2024" in chart.svg
    assert "2024-05-03" in chart.table
    assert "method 1" not in chart.table


@pytest.mark.parametrize("entries", [0, 1])
def test_history_of_little_or_nothing(phase: Phase, teams: list[Team], entries: int) -> None:
    for number in range(entries):
        entry(phase, teams[number], HOSTILE, 0.5, created=timezone.now())
    chart = history_chart(board_of(phase, False), 3)
    assert ("no values to show" in chart.svg) == (entries == 0)
    assert "<script" not in chart.svg + chart.table
