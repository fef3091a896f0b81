"""The page of a board: its order, what it says of neighbours, files, badges, and copies of it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cutline.server.board.tests import test_neighbours as make_tests
from cutline.server.models import Submission
from cutline.server.models.benchmark import touch
from cutline.server.pages import board as board_page
from cutline.server.submissions.changes import disqualify
from tests.server import made, scored
from tests.server.board.made_board import day, entry, finish_human
from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db

ADDRESS = "/b/made/board/test/"


def text_of(client: Client, address: str = ADDRESS, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


def names(text: str) -> list[str]:
    return re.findall(r'<span class="method">(?:<a [^>]*>)?<bdi>([^<]*)', text)


@pytest.fixture
def full(site: Made) -> Made:
    """Three entries with scores that are far apart, and what people score."""
    for number, value in enumerate((0.3, 0.7, 0.5)):
        team = made.team(f"Team {number}", site.otto)
        entry(site.test, team, f"method {number}", value, created=day(number), reserve=value - 0.1)
    finish_human(site.test)
    touch(site.benchmark.pk)
    return site


def test_an_empty_board_says_what_comes_next(client: Client, site: Made) -> None:
    text = text_of(client)
    assert "No entries yet." in text
    assert "/b/made/submit/test/" in text


def test_rows_are_in_order_with_ranks_and_links(client: Client, full: Made) -> None:
    text = text_of(client, f"{ADDRESS}?metric=rouge-l")
    systems = [name for name in names(text) if name != "Human"]
    assert systems == ["method 1", "method 2", "method 0"]
    assert "3 entries, and what people score" in text
    assert re.search(r'<tr class="human"><td class="number rank"><span aria-hidden', text)
    first = Submission.objects.get(method="method 1")
    assert f'href="/entry/{first.pk}/"' in text
    assert "cannot be tested" in text


def test_heads_sort_without_a_script(client: Client, full: Made) -> None:
    text = text_of(client, f"{ADDRESS}?metric=rouge-l&slice=day")
    assert 'aria-sort="descending"><a class="sort" href="?metric=rouge-l&amp;slice=day">' in text
    assert 'aria-sort="none"><a class="sort" href="?slice=day">' in text  # the usual metric
    assert "images of “day”, ordered by rouge-l" in text
    assert 'aria-current="true">day</a>' in text


@pytest.mark.parametrize("asked", ["metric=cidr", "slice=noon", "metric=%3Cscript%3E"])
def test_what_there_is_not_is_not_found(client: Client, full: Made, asked: str) -> None:
    text = text_of(client, f"{ADDRESS}?{asked}", 404)
    assert "The board has no" in text
    assert "<script>" not in text


def test_neighbours_are_told_apart_in_words(client: Client, site: Made) -> None:
    for number, good in enumerate((8, 8, 1)):
        team = made.team(f"Team {number}", site.otto)
        scored.submission(site.dev, team, made.run(f"method {number}", good=good))
    scored.score_all()
    text = text_of(client, "/b/made/board/dev/")
    assert "tests to come" in text
    assert "test to come" in text
    assert make_tests(site.dev)
    text = text_of(client, "/b/made/board/dev/")
    assert "tests to come" not in text
    assert "the same score" in text
    assert re.search(r"(lower|not told apart), p [=&]", text)
    assert "tie group" in text


def test_external_data_is_marked(client: Client, full: Made) -> None:
    Submission.objects.filter(method="method 1").update(external_data='"quoted" <data>')
    touch(full.benchmark.pk)
    text = text_of(client)
    assert 'title="Also learnt from: &quot;quoted&quot; &lt;data&gt;"' in text


def test_own_entries_are_marked_for_their_team_alone(client: Client, full: Made) -> None:
    assert ">yours<" not in text_of(client)
    client.force_login(full.otto)
    assert text_of(client).count(">yours<") == 3
    client.force_login(full.pia)
    assert ">yours<" not in text_of(client)


def test_raw_scores_are_for_hosts_and_never_kept(client: Client, full: Made) -> None:
    assert client.get(f"{ADDRESS}?raw=1").status_code == 403
    assert client.get("/b/made/board/test.csv?raw=1").status_code == 403
    client.force_login(full.host)
    response = client.get(f"{ADDRESS}?raw=1")
    assert "0.70000" in response.content.decode()
    assert "gap +0.10000" in response.content.decode()
    assert "no-store" in response.headers["Cache-Control"]
    assert "0.70000" not in text_of(client)
    client.logout()
    assert "0.70000" not in text_of(client)


def test_changes_show_at_once(client: Client, full: Made) -> None:
    assert "method 1" in text_of(client)
    disqualify(full.host, Submission.objects.get(method="method 1"), "By hand.")
    assert "method 1" not in text_of(client)
    phase = full.test
    phase.blind_from = day(2)
    phase.save()
    assert "method 2" not in text_of(client)
    phase.frozen = timezone.now() - timedelta(hours=1)
    phase.save()
    assert ">frozen<" in text_of(client)


def test_many_readers_cost_one_question(client: Client, full: Made) -> None:
    text_of(client)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        text_of(client)
    assert len(asked) == 1


def test_who_has_the_page_gets_none(client: Client, full: Made) -> None:
    first = client.get(ADDRESS)
    again = client.get(ADDRESS, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = client.get(ADDRESS, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == first.content
    assert "Cookie" in first.headers["Vary"]
    touch(full.benchmark.pk)
    Submission.objects.filter(method="method 1").update(method="renamed")
    newer = client.get(ADDRESS, headers={"If-None-Match": first.headers["ETag"]})
    assert newer.status_code == 200


def test_pages_for_all_hold_nothing_of_one(client: Client, full: Made) -> None:
    client.force_login(full.host)
    text_of(client)
    client.logout()
    response = client.get(ADDRESS)
    assert b"hanna" not in response.content
    assert b"csrfmiddlewaretoken" not in response.content
    other = Client().get(ADDRESS)
    assert not other.cookies


def test_missing_tests_are_asked_for(
    client: Client, full: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(board_page, "ask_for_tests", asked.append)
    text_of(client)
    assert not asked  # what was imported cannot be tested
    for number in range(2):
        team = made.team(f"More {number}", full.otto)
        scored.submission(full.dev, team, made.run(f"more {number}", good=5 + number))
    scored.score_all()
    for _ in range(2):
        text_of(client, "/b/made/board/dev/")
    assert asked == [full.dev] * 2


def test_files_have_what_the_page_has(client: Client, full: Made) -> None:
    rows = list(csv.DictReader(io.StringIO(text_of(client, "/b/made/board/test.csv"))))
    assert [row["method"] for row in rows if row["rank"]] == ["method 1", "method 2", "method 0"]
    assert rows[0]["permalink"].startswith("http")
    response = client.get("/b/made/board/test.json?metric=rouge-l&slice=night")
    found = json.loads(response.content)
    assert (found["sorted_by"], found["slice"]) == ("rouge-l", "night")
    assert "attachment" in response.headers["Content-Disposition"]
    assert client.get("/b/made/board/nothing.csv").status_code == 404
    assert client.get("/b/made/board/test.csv?metric=cidr").status_code == 404


def test_badges_are_for_other_sites(client: Client, full: Made) -> None:
    shown = Submission.objects.get(method="method 1")
    response = client.get(f"/entry/{shown.pk}/badge.svg")
    assert response.headers["Content-Type"].startswith("image/svg+xml")
    assert b"rank 1" in response.content
    assert not response.cookies
    assert "Cookie" not in response.headers.get("Vary", "")
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "sandbox" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "public, max-age=300"
    # The same whoever asks, so that a copy in between tells nobody more.
    client.force_login(full.host)
    phase = full.test
    phase.blind_from = day(-1)
    phase.save()
    assert client.get(f"/entry/{shown.pk}/badge.svg").status_code == 404
