"""The report of an entry: who may see it, that it is made once, and what it may do in a browser."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cutline.server.board.shown import entry_of
from cutline.server.models import Submission
from cutline.server.pages.report import made as reports
from cutline.server.pages.report.child import made as page_of
from cutline.server.pages.report.policy import report_policy
from tests.server import made, scored
from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(site: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Submission]:
    _wait()  # for one that another test may have asked for
    monkeypatch.setattr(reports, "_folder", lambda: tmp_path)
    new = scored.submission(site.dev, site.team, made.run(good=5), "A <b>method</b>")
    scored.score_all()
    yield Submission.objects.select_related("phase__benchmark").get(pk=new.pk)
    _wait()


def _wait() -> None:
    for thread in threading.enumerate():
        if thread.name == "report":
            thread.join()


def test_a_report_is_made_and_kept(client: Client, entry: Submission, tmp_path: Path) -> None:
    address = f"/entry/{entry.pk}/report/"
    first = client.get(address)
    assert first.status_code == 202
    assert "The report is being made." in first.content.decode()
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204
    _wait()
    (kept,) = tmp_path.glob("*.html.gz")
    assert client.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    response = client.get(address)
    text = response.content.decode()
    assert "A &lt;b&gt;method&lt;/b&gt; on Made pictures (made), dev" in text
    assert response.headers["Content-Security-Policy"] == report_policy()
    before = kept.stat().st_mtime_ns
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.content == kept.read_bytes()
    assert kept.stat().st_mtime_ns == before


def test_private_phases_have_no_report(client: Client, site: Made) -> None:
    new = scored.submission(site.test, site.team)
    scored.score_all()
    client.force_login(site.pia)
    assert client.get(f"/entry/{new.pk}/report/").status_code == 403


def test_only_known_scripts_run_and_nothing_is_sent() -> None:
    policy = report_policy()
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.split("style-src")[0]
    assert policy.count("'sha256-") == 7
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy


def test_a_report_that_fails_is_not_tried_again_at_once(
    client: Client, entry: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fails(task: dict[str, Any], path: Path) -> None:
        calls.append(path)
        raise subprocess.SubprocessError("ended with -9")

    monkeypatch.setattr(reports, "_run", fails)
    client.get(f"/entry/{entry.pk}/report/")
    _wait()
    for _ in range(2):
        response = client.get(f"/entry/{entry.pk}/report/")
        assert response.status_code == 500
        assert "could not be made" in response.content.decode()
    assert len(calls) == 1


def test_one_at_a_time(entry: Submission, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started, go_on = threading.Event(), threading.Event()
    made_of = []

    def slow(task: dict[str, Any], path: Path) -> None:
        started.set()
        go_on.wait(20)
        made_of.append(path)

    monkeypatch.setattr(reports, "_run", slow)
    reports.start(entry, tmp_path / "one.html.gz")
    assert started.wait(20)
    reports.start(entry, tmp_path / "one.html.gz")
    reports.start(entry, tmp_path / "two.html.gz")
    go_on.set()
    _wait()
    assert made_of == [tmp_path / "one.html.gz"]


def test_the_oldest_are_forgotten(
    entry: Submission, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reports, "MOST_KEPT", 2)
    monkeypatch.setattr(reports, "_run", lambda task, path: path.write_bytes(b""))
    (tmp_path / "report-left").mkdir()
    for number in range(4):
        reports.start(entry, tmp_path / f"{number}.html.gz")
        _wait()
    assert {path.name for path in tmp_path.glob("*")} == {"2.html.gz", "3.html.gz", "lock"}


def test_its_place_changes_with_what_it_shows(entry: Submission) -> None:
    found = entry_of(entry)
    assert found is not None
    before = reports.report_path(entry, found.result)
    entry.method = "Another"
    assert reports.report_path(entry, found.result) != before


def test_images_in_reserve_are_left_out(entry: Submission, tmp_path: Path) -> None:
    entry.phase.reserve_share = 0.5
    task = reports._task(entry)
    (tmp_path / "run.jsonl").write_bytes(task["captions"])
    html = page_of(task | {"run": str(tmp_path / "run.jsonl")})
    assert "4 images" in html
