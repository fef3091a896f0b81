"""`cutline submit`, against a site that runs."""

from __future__ import annotations

import json
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from cutline.cli.client import submitting
from cutline.cli.client.calls import Server
from cutline.core.types import Run
from cutline.server.hosting.human import run_bytes
from cutline.server.models import FailedAttempt, Kind, State, Submission
from tests.cli.live_site import Site, live_site, results
from tests.command_line import Outcome, run_cutline
from tests.server import made

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    site = live_site(live_server.url)
    monkeypatch.setenv("CUTLINE_TOKEN", site.token)
    monkeypatch.setenv("CUTLINE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setattr(submitting, "Server", partial(Server, wait=site.wait))
    return site


def submissions() -> list[Submission]:
    return list(Submission.objects.filter(kind=Kind.SYSTEM).order_by("created"))


def submit(file: Path | str, to: str, *more: str, stdin: bytes = b"") -> Outcome:
    return run_cutline("submit", file, "--to", to, *more, stdin=stdin)


def test_captions_are_submitted_watched_and_scored(site: Site, tmp_path: Path) -> None:
    done = submit(results(tmp_path), site.test, "--watch", "--method", "Ours [best]")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["system", "slice", "bleu-4", "rouge-l", "cider-d"]
    assert lines[1].startswith("Ours [best]  all")
    assert " to " in lines[2]
    assert any(line.startswith("cider-d(") and "|data:" in line for line in lines)
    assert "submissions left: 4 today" in done.stderr
    (made_one,) = submissions()
    assert f"{site.address}/entry/{made_one.pk}/" in done.stderr
    assert made_one.state == State.DONE
    # What was said of it is not on the way to another program.
    assert not any(line.startswith("cutline:") for line in lines)


def test_without_watching_the_link_is_the_answer(site: Site, tmp_path: Path) -> None:
    done = submit(
        results(tmp_path),
        f"{site.address}/b/made/submit/",
        *("--phase", "test", "--team", "team-a", "--description", "How it works.\nTwo lines."),
        *("--paper", "https://example.org/paper", "--code", "https://example.org/code"),
        *("--external-data", "a few pictures"),
    )
    assert done.exit_code == 0, done.stderr
    (made_one,) = submissions()
    assert done.stdout.splitlines() == [
        "ours: submitted, and waiting to be scored",
        f"{site.address}/entry/{made_one.pk}/",
    ]
    assert made_one.method == "ours"
    assert made_one.description == "How it works.\nTwo lines."
    assert made_one.paper_url == "https://example.org/paper"
    assert made_one.external_data == "a few pictures"
    assert made_one.file_name == "ours.json"


def test_json_for_programs(site: Site, tmp_path: Path) -> None:
    done = submit(results(tmp_path), site.test, "--watch", "--json")
    content = json.loads(done.stdout)
    assert content["state"] == "done"
    assert content["scores"][""]["cider-d"]["value"] > 0
    assert content["remaining"]["today"] == 4


def test_the_same_command_again_is_the_same_submission(site: Site, tmp_path: Path) -> None:
    file = results(tmp_path)
    first = submit(file, site.test)
    again = submit(file, site.test, "--watch")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "was submitted before, as 'ours'" in again.stderr
    assert "--again submits it anew" in again.stderr
    assert len(submissions()) == 1
    assert submit(file, site.test, "--again").exit_code == 0
    assert len(submissions()) == 2
    assert submit(file, site.test, "--key", "mine").exit_code == 0
    other = submit(results(tmp_path, made.run(good=3)), site.test, "--key", "mine")
    assert other.exit_code == 3
    assert "idempotency key was used" in other.stderr
    assert len(submissions()) == 3


def test_a_file_with_problems_is_not_sent(site: Site, tmp_path: Path) -> None:
    done = submit(results(tmp_path, most=7), site.test)
    assert done.exit_code == 1
    assert "nothing was sent, the file has problems for the phase test:" in done.stderr
    assert "image 8: no caption" in done.stderr
    assert done.stdout == ""
    assert not FailedAttempt.objects.exists()
    assert submit(tmp_path / "missing.json", site.test).exit_code == 3
    bad = tmp_path / "bad.json"
    bad.write_text("{not json")
    assert submit(bad, site.test).exit_code == 3


def test_what_only_the_server_finds_is_told_in_its_words(site: Site, tmp_path: Path) -> None:
    run = Run("long", {**made.run().captions, 8: ("dog " * 1000,)})
    done = submit(results(tmp_path, run), site.test)
    assert done.exit_code == 1
    assert "expected at most 2,000" in done.stderr
    assert FailedAttempt.objects.count() == 1
    refused = submit(results(tmp_path), site.test, "--method", "x" * 81)
    assert refused.exit_code == 1
    assert "field method: is 81 characters long" in refused.stderr


def test_a_check_submits_nothing(site: Site, tmp_path: Path) -> None:
    done = submit(results(tmp_path), site.test, "--check")
    assert (done.exit_code, done.stdout) == (
        0,
        "COCO results, captions for 8 images: can be scored\n",
    )
    assert (
        json.loads(submit(results(tmp_path), site.test, "--check", "--json").stdout)["images"] == 8
    )
    assert submissions() == []
    assert submit(results(tmp_path, most=3), site.test, "--check").exit_code == 1
    assert not FailedAttempt.objects.exists()


def test_a_member_of_a_zip(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(results(tmp_path), "runs/a.json")
        archive.write(results(tmp_path, most=3), "runs/b.json")
    which = submit(path, site.test)
    assert which.exit_code == 3
    assert f"{path}::runs/a.json" in which.stderr
    done = submit(f"{path}::runs/a.json", site.test)
    assert done.exit_code == 0, done.stderr
    assert [(one.method, one.file_name) for one in submissions()] == [("a", "a.json")]
    problems = submit(f"{path}::runs/b.json", site.test)
    assert (problems.exit_code, f"{path}::runs/b.json: nothing" in problems.stderr) == (1, True)
    missing = submit(f"{path}::runs/c.json", site.test)
    assert (missing.exit_code, "has no member 'runs/c.json'" in missing.stderr) == (3, True)


def test_standard_input(site: Site) -> None:
    data = run_bytes(made.run("named in its header"))
    done = submit("-", site.test, stdin=data)
    assert done.exit_code == 0, done.stderr
    assert [one.method for one in submissions()] == ["named in its header"]
    nameless = data.split(b"\n", 1)[1]
    done = submit("-", site.test, stdin=nameless)
    assert (done.exit_code, "say by --method" in done.stderr) == (2, True)
    done = submit("-", site.test, stdin=nameless[:-60])
    assert "standard input" in done.stderr
    assert "/tmp" not in done.stderr


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([], "several open phases, say which one with --phase: dev, test"),
        (["--phase", "tset"], "has no phase 'tset' (did you mean test?)"),
        (["--phase", "test", "--team", "Team B"], "you are in no team 'Team B'"),
        (["--phase", "test", "--check", "--watch"], "give one of them"),
        (["--phase", "test", "--again", "--key", "x"], "give it or --key"),
        (["--phase", "test", "--key", "mögen"], "expected 1 to 80 of ASCII"),
        (["--phase", "test", "--key", "x" * 81], "has 81 characters"),
        (["--phase", "test", "--key", ""], "expected 1 to 80 of ASCII"),
    ],
)
def test_wrong_usage(site: Site, tmp_path: Path, more: list[str], expected: str) -> None:
    done = submit(results(tmp_path), f"{site.address}/made", *more)
    assert done.exit_code == 2
    assert expected in done.stderr
    assert submissions() == []


def test_the_only_open_phase_is_meant(site: Site, tmp_path: Path) -> None:
    site.benchmark.phases.filter(slug="dev").update(frozen=timezone.now())
    done = submit(results(tmp_path), f"{site.address}/made")
    assert (done.exit_code, "phase test, the only open one" in done.stderr) == (0, True)
    assert "the only open one" not in submit(results(tmp_path), site.test).stderr
    assert submissions()[0].phase.slug == "test"
    site.benchmark.phases.update(frozen=timezone.now())
    done = submit(results(tmp_path), f"{site.address}/made")
    assert done.exit_code == 3
    assert "no phase of made is open: dev is frozen; test is frozen" in done.stderr


def test_refusals(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = results(tmp_path)
    unknown = submit(file, f"{site.address}/none")
    assert unknown.exit_code == 3
    assert f"there is no benchmark 'none' at {site.address}, or it is not" in unknown.stderr
    site.benchmark.phases.update(per_day=0)
    limited = submit(file, site.test)
    assert limited.exit_code == 3
    assert "used up its 0 submissions in a day" in limited.stderr
    monkeypatch.setenv("CUTLINE_TOKEN", "cutline_wrong")
    wrong = submit(file, site.test)
    assert (wrong.exit_code, "unknown, expired or revoked" in wrong.stderr) == (3, True)
    assert "cutline_wrong" not in wrong.stderr
    monkeypatch.delenv("CUTLINE_TOKEN")
    needed = submit(file, site.test)
    assert (needed.exit_code, "put it into CUTLINE_TOKEN" in needed.stderr) == (2, True)


def test_what_could_not_be_scored_is_told_with_what_to_do(site: Site, tmp_path: Path) -> None:
    def fail() -> None:
        Submission.objects.filter(state=State.QUEUED, kind=Kind.SYSTEM).update(
            state=State.FAILED, reason="The server broke. Submit again; it does not count."
        )

    site.meanwhile = fail
    done = submit(results(tmp_path), site.test, "--watch")
    assert done.exit_code == 1
    assert "ours: could not be scored: The server broke. Submit again" in done.stdout


def test_an_interruption_says_where_it_goes_on(site: Site, tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    site.meanwhile = interrupt
    done = submit(results(tmp_path), site.test, "--watch")
    assert done.exit_code == 130
    (made_one,) = submissions()
    assert f"scoring goes on: {site.address}/entry/{made_one.pk}/" in done.stderr
    assert made_one.state == State.QUEUED
    assert "nothing was written" not in done.stderr


def test_hidden_scores_stay_hidden(site: Site, tmp_path: Path) -> None:
    site.benchmark.phases.update(blind_from=timezone.now())
    done = submit(results(tmp_path), site.test, "--watch")
    assert done.exit_code == 0
    assert "scored; the scores are not shown yet" in done.stdout
