"""`cutline submit` and `cutline board` where the server is away, or is none."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cutline.cli import board
from cutline.cli.client import submitting
from cutline.cli.client.calls import Server
from tests.cli.client.scripted import Reply, refused, scripted
from tests.command_line import run_cutline

ME = Reply(200, {"username": "pia", "teams": [{"slug": "a", "name": "A"}]})
PHASE = {
    "slug": "test",
    "is_open": True,
    "is_frozen": False,
    "opens": None,
    "closes": None,
    "most_bytes": 1000,
}
BENCHMARK = Reply(200, {"slug": "made", "title": "Made", "phases": [PHASE]})
IMAGES = Reply(200, {"image_ids": [1]})
TAKEN: dict[str, Any] = {
    "id": "7",
    "state": "queued",
    "progress": 0.0,
    "reason": "",
    "method": "ours",
    "scores": None,
    "signatures": None,
    "procedure": None,
    "url": "http://localhost/entry/7/",
    "created": "2030-01-01",
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[float]:
    waited: list[float] = []
    for module in (submitting, board):
        monkeypatch.setattr(module, "Server", partial(Server, wait=waited.append), raising=False)
    monkeypatch.setenv("CUTLINE_TOKEN", "secret")
    monkeypatch.setenv("CUTLINE_CONFIG_DIR", str(tmp_path))
    return waited


@pytest.fixture
def captions(tmp_path: Path) -> Path:
    path = tmp_path / "ours.json"
    path.write_text(json.dumps([{"image_id": 1, "caption": "a dog"}]))
    return path


def test_a_lost_connection_says_how_to_go_on(captions: Path) -> None:
    with scripted(ME, BENCHMARK, IMAGES, Reply(0)) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made")
    assert done.exit_code == 3
    keys = {asked.headers["Idempotency-Key"] for asked in script.asked[3:]}
    assert len(keys) == 1
    assert f"with --key {keys.pop()} in the same command it is the same submission" in done.stderr
    assert "secret" not in done.stderr


def test_a_server_that_is_away_while_it_scores(captions: Path) -> None:
    left = {"today": None, "phase": None, "benchmark": None, "next_slot": None}
    scored = TAKEN | {
        "state": "done",
        "scores": {"": {"bleu-4": {"value": 0.5, "low": None, "high": None}}},
        "signatures": {"bleu-4": "bleu-4|v1"},
    }
    replies = [ME, BENCHMARK, IMAGES, Reply(201, TAKEN), *[Reply(502, b"")] * 9]
    with scripted(*replies, Reply(200, scored), Reply(200, left)) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made", "--watch")
    assert done.exit_code == 0, done.stderr
    assert "0.500" in done.stdout
    assert "any number" in done.stderr


def test_a_server_that_stays_away_while_it_scores(captions: Path) -> None:
    with scripted(ME, BENCHMARK, IMAGES, Reply(201, TAKEN), Reply(502, b"")) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made", "--watch")
    assert done.exit_code == 3
    assert "It was submitted, and scoring goes on: http://localhost/entry/7/" in done.stderr


def test_a_file_that_is_too_large_is_not_sent(captions: Path) -> None:
    captions.write_text(captions.read_text() + " " * 1000)
    with scripted(ME, BENCHMARK, IMAGES) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made")
    assert (done.exit_code, "expected at most 1,000" in done.stderr) == (1, True)
    assert {asked.method for asked in script.asked} == {"GET"}


@pytest.mark.parametrize("phases", [None, {}, [3], [{}]])
def test_servers_of_another_kind(captions: Path, phases: object) -> None:
    other = Reply(200, {"slug": "made", "title": "Made", "phases": phases})
    with scripted(ME, other) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made")
    assert done.exit_code == 3
    assert "this version cannot read" in done.stderr
    with scripted(other) as script:
        assert run_cutline("board", f"{script.address}/made").exit_code == 3


def test_http_to_others_is_warned_of(captions: Path) -> None:
    # The name leads nowhere: nothing leaves the machine.
    done = run_cutline("submit", captions, "--to", "http://captions.invalid/made")
    assert done.exit_code == 3
    assert "others on the way read the token" in done.stderr


def test_a_person_without_a_team(captions: Path) -> None:
    alone = Reply(200, {"username": "pia", "teams": []})
    with scripted(alone, BENCHMARK) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made")
    assert done.exit_code == 3
    assert f"create one at {script.address}/teams/" in done.stderr


def test_a_person_with_two_teams(captions: Path) -> None:
    teams = [{"slug": "a", "name": "A"}, {"slug": "b", "name": "B"}]
    with scripted(Reply(200, {"username": "pia", "teams": teams}), BENCHMARK) as script:
        done = run_cutline("submit", captions, "--to", f"{script.address}/made")
    assert done.exit_code == 2
    assert "say which one with --team: a, b" in done.stderr


def test_words_of_a_server_cannot_drive_a_terminal(captions: Path) -> None:
    evil = "\x1b]0;evil\x07"
    told = Reply(200, {"slug": "made", "title": evil, "phases": [PHASE | {"slug": f"x{evil}"}]})
    with scripted(ME, told, IMAGES, Reply(201, TAKEN | {"method": evil}), refused(404, evil)) as s:
        done = run_cutline("submit", captions, "--to", f"{s.address}/made")
    assert "\x1b" not in done.stdout + done.stderr
