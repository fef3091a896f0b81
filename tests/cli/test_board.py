"""`cutline board`, against a site that runs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from cutline.server.board_import.keep import import_board
from cutline.server.models import Submission
from cutline.web.people.models import Team
from tests.cli.live_site import Site, live_site
from tests.command_line import run_cutline
from tests.server import made
from tests.server.board.made_board import day, entry
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.delenv("CUTLINE_TOKEN", raising=False)
    monkeypatch.setenv("CUTLINE_CONFIG_DIR", str(tmp_path / "config"))
    site = live_site(live_server.url)
    score_all()
    test = made.phase(site.benchmark)
    teams = [Team.objects.get(slug="team-a"), made.team("Team [b]", site.pia)]
    for number, method in enumerate(("first", "second")):
        entry(test, teams[number], method, 0.7, created=day(number))
    return site


def test_a_board_as_a_table(site: Site) -> None:
    done = run_cutline("board", site.test)
    assert done.exit_code == 0, done.stderr
    title, _, head, *rows = done.stdout.splitlines()
    assert title == "Made pictures (made), test, by bleu-4"
    assert head.split() == [
        *("rank", "tie", "method", "team"),
        *("bleu-4", "interval", "rouge-l", "cider-d"),
    ]
    assert rows[0].split()[:4] == ["1", "a", "first", "Team"]
    assert rows[1].split()[:5] == ["1", "a", "second", "Team", "[b]"]
    assert "0.700" in rows[0]
    assert "0.688 to 0.712" in rows[0]
    human = next(row for row in rows if "Human (what people wrote)" in row)
    assert human.split()[0] == "-"
    assert any(row == "bleu-4|v1" for row in rows)
    assert "entries with the same letter cannot be told apart by paired tests" in rows
    assert done.stderr == ""


def test_another_metric_and_slice(site: Site) -> None:
    done = run_cutline("board", site.test, "--metric", "cider-d", "--by", "day")
    assert "by cider-d on day" in done.stdout
    assert run_cutline("board", site.test, "--slice", "day").stdout
    unknown = run_cutline("board", site.test, "--metric", "cidre-d")
    assert unknown.exit_code == 2
    assert "did you mean cider-d?" in unknown.stderr
    assert run_cutline("board", site.test, "--by", "nigth").exit_code == 2


def test_json_csv_and_files(site: Site, tmp_path: Path) -> None:
    content = json.loads(run_cutline("board", site.test, "--json").stdout)
    assert content["cutline"] == "board"
    rows = list(csv.DictReader(io.StringIO(run_cutline("board", site.test, "--csv").stdout)))
    assert {row["method"] for row in rows} == {"first", "second", "Human"}
    done = run_cutline("board", site.test, "-o", tmp_path / "board.json")
    assert json.loads((tmp_path / "board.json").read_text()) == content
    assert "first" in done.stdout
    run_cutline("board", site.test, "-o", tmp_path / "board.csv")
    text = (tmp_path / "board.csv").read_text()
    assert len(list(csv.DictReader(io.StringIO(text)))) == 3
    assert run_cutline("board", site.test, "--csv", "--json").exit_code == 2
    missing = run_cutline("board", site.test, "-o", tmp_path / "none" / "board.csv")
    assert missing.exit_code == 3


def test_an_empty_board(site: Site) -> None:
    Submission.objects.all().delete()
    done = run_cutline("board", site.test)
    assert "nobody stands on the board yet" in done.stdout


def test_which_phase(site: Site) -> None:
    several = run_cutline("board", f"{site.address}/made")
    assert several.exit_code == 2
    assert "say which one with --phase: dev, test" in several.stderr
    site.benchmark.phases.filter(slug="dev").update(frozen=timezone.now())
    assert "test" in run_cutline("board", f"{site.address}/made").stdout
    assert run_cutline("board", f"{site.address}/made", "--phase", "dev").exit_code == 0
    both = run_cutline("board", site.test, "--phase", "dev")
    assert (both.exit_code, "give one of them" in both.stderr) == (2, True)


def test_raw_boards_need_a_host(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_cutline("board", site.test, "--raw").exit_code == 3
    monkeypatch.setenv("CUTLINE_TOKEN", site.token)
    refused = run_cutline("board", site.test, "--raw")
    assert "for hosts alone" in refused.stderr


def test_an_unknown_benchmark(site: Site) -> None:
    done = run_cutline("board", f"{site.address}/none")
    assert done.exit_code == 3
    told = f"there is no benchmark 'none' at {site.address}, or it is not for you to see"
    assert told in done.stderr


def test_a_metric_that_another_board_did_not_give_is_not_called_undefined(site: Site) -> None:
    import_board(None, made.phase(site.benchmark), b"method,bleu-4\nOld,0.5\n")
    rows = run_cutline("board", site.test).stdout.splitlines()
    old = next(row for row in rows if "Old (imported)" in row)
    assert old.split()[-2:] == ["-", "-"]
