"""Boards from elsewhere: every problem by its line and column, then all rows or none."""

from __future__ import annotations

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cutline.core.errors import ContentError
from cutline.server.board.export import board_csv
from cutline.server.board.rows import board_of
from cutline.server.board_import.keep import import_board
from cutline.server.board_import.read import MOST_BYTES, read_board
from cutline.server.models import Kind, Phase, Submission
from tests.server.console.conftest import audited

pytestmark = pytest.mark.django_db
ADDRESS = "/host/b/made/import/"
GOOD = (
    "Method,team,date,ROUGE-L,bleu-4,bleu-4 low,bleu-4 high,link\n"
    'Old one,"Old, and wise",2019-05-31,0.512,0.31,0.30,0.32,https://example.org/paper\n'
    "Older one,,2015-01-01T10:00:00+02:00,0.4,,,,\n"
)


def _problems(phase: Phase, text: str | bytes) -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    return [str(problem) for problem in read_board(data, phase).errors]


def test_a_board_is_looked_at_then_imported(hosts_browser: Client, entry: Submission) -> None:
    file = SimpleUploadedFile("board.csv", GOOD.encode(), "text/csv")
    preview = hosts_browser.post(ADDRESS, {"phase": "test", "file": file}).content.decode()
    assert "2 rows would join the board" in preview
    assert not Submission.objects.filter(kind=Kind.IMPORTED).exists()
    found = re.search(r'name="text" value="([^"]*)"', preview)
    assert found is not None
    given = {"phase": "test", "text": html.unescape(found[1]).replace("\n", "\r\n")}
    hosts_browser.post(ADDRESS, given)
    board = board_of(entry.phase, viewer_is_host=False)
    rows = {row.method: row for row in board.rows}
    assert (rows["Old one"].rank, rows["Old one"].team) == (2, "Old, and wise")
    assert (rows["Older one"].rank, rows["Older one"].values["bleu-4"].value) == (3, None)
    assert rows["Old one"].is_imported
    assert rows["Old one"].difference == "untestable"
    assert rows["Old one"].submitted.year == 2019
    assert rows["Old one"].values["bleu-4"].low == 0.3
    assert audited("board.import").detail == {"rows": 2, "metrics": ["rouge-l", "bleu-4"]}
    again = hosts_browser.post(ADDRESS, given)
    assert again.status_code == 422
    assert "is on the board already, imported" in again.content.decode()
    assert Submission.objects.filter(kind=Kind.IMPORTED).count() == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the file is empty"),
        ("method,rouge-l\n", "line 2: there are no rows"),
        ("method,rouge-l,colour\nA,0.5,red\n", "column 3 is called 'colour'"),
        ("method,rouge-l,rouge-l\nA,0.5,0.5\n", "column 3 is called 'rouge-l'"),
        ("team,rouge-l\nA,0.5\n", "no column is called 'method'"),
        ("method,team\nA,B\n", "no column has scores"),
        ("method,rouge-l\nA,0.5,0.6\n", "line 2: has 3 cells, expected 2"),
        ("method,rouge-l\nA,high\n", "line 2, rouge-l: 'high' is no number"),
        ("method,rouge-l\nA,nan\n", "line 2, rouge-l: 'nan' is no number"),
        ("method,rouge-l\nA,1e999\n", "line 2, rouge-l: '1e999' is no number"),
        ('method,rouge-l\nA,"0,5"\n', "line 2, rouge-l: '0,5' is no number"),
        ("method,rouge-l\nA,\n", "line 2: has no score"),
        ("method,rouge-l\n,0.5\n", "line 2, method: is empty"),
        ("method,rouge-l\n=1+1,0.5\n", "line 2, method: starts with '='"),
        ("method,rouge-l,team\nA,0.5,@SUM(A1)\n", "line 2, team: starts with '@'"),
        ("method,rouge-l,link\nA,0.5,javascript:x\n", "line 2, link: is no address of the web"),
        ("method,rouge-l,date\nA,0.5,31.5.2019\n", "line 2, date: '31.5.2019' is no date"),
        ("method,rouge-l,date\nA,0.5,2999-01-01\n", "line 2, date: '2999-01-01' is not a day"),
        ("method,rouge-l\nA,0.5\na,0.6\n", "line 3, method: 'a' of 'no team' stands on line 2"),
        ("method,rouge-l,rouge-l low\nA,0.5,0.6\n", "0.5 is outside its interval"),
        ("method,rouge-l\n\u202eA,0.5\n", "line 2, method: has U+202E"),
        (f"method,rouge-l,team\nA,0.5,{'t' * 61}\n", "line 2, team: is 61 characters long"),
        ('method,rouge-l\n"A,0.5\n', "is no CSV"),
        (b"method,rouge-l\n\xff,0.5\n", "line 2: is not UTF-8"),
        (b"method,rouge-l\n\0,0.5\n", "has a zero byte"),
        (b"x" * (MOST_BYTES + 1), "expected at most"),
    ],
)
def test_problems_are_told_by_line_and_column(phase: Phase, text: str | bytes, said: str) -> None:
    problems = _problems(phase, text)
    assert len(problems) == 1, problems
    assert said in problems[0]


def test_one_bad_line_keeps_all_others_out(phase: Phase) -> None:
    with pytest.raises(ContentError, match="nothing was imported"):
        import_board(None, phase, b"method,rouge-l\nA,0.5\nB,bad\n")
    assert not Submission.objects.filter(kind=Kind.IMPORTED).exists()


def test_scores_times_a_hundred_are_noticed(phase: Phase) -> None:
    reading = read_board(b"method;rouge-l\nA;51.2\n", phase)
    assert not reading.errors
    assert "such as 0.352" in str(reading.warnings[0])


def test_a_board_of_ours_can_be_imported_as_it_is(entry: Submission) -> None:
    text = board_csv(board_of(entry.phase, viewer_is_host=True), "https://example.org")
    dev = entry.phase.benchmark.phases.get(slug="dev")
    reading = import_board(None, dev, text.encode())
    assert {row.method for row in reading.rows} == {"Alpha"}


def test_a_bad_file_is_told_of_on_the_page(hosts_browser: Client, phase: Phase) -> None:
    file = SimpleUploadedFile("board.csv", b"method,rouge-l\n<script>,bad\n", "text/csv")
    answer = hosts_browser.post(ADDRESS, {"phase": "test", "file": file})
    assert answer.status_code == 422
    assert "line 2, rouge-l" in answer.content.decode()
    assert "<script>,bad" not in answer.content.decode()
    assert hosts_browser.post(ADDRESS, {"phase": "nope"}).status_code == 422
    assert hosts_browser.post(ADDRESS, {"phase": "nope", "text": "x"}).status_code == 302


def test_what_we_exported_comes_back_without_people_and_guards(entry: Submission) -> None:
    text = (
        "rank,kind,method,team,stands_for,rouge-l,rouge-l low,rouge-l high\n"
        ",human,Human,,,0.9,0.8,1.0\n"
        "1,system,'=our method,'@home,,0.5,0.4,0.6\n"
        "2,imported,'tis old,Others,,0.4,,\n"
    )
    reading = read_board(text.encode(), entry.phase)
    assert not reading.errors
    assert [(row.method, row.team) for row in reading.rows] == [
        ("=our method", "@home"),
        ("'tis old", "Others"),
    ]
    value = reading.rows[0].scores["rouge-l"]
    assert (value.low, value.high) == (0.4, 0.6)
    assert [str(one) for one in reading.warnings] == [
        "line 2, kind: is what people wrote on the other board, and is left out: it is no entry"
    ]
