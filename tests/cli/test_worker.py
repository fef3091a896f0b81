"""`cutline worker`: joining a site, stopping in order, taking over from one that was killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.site_process import Running, cutline, environment, wait_until
from tests.postgres import free_port

#: The site of a test: made by a process of its own, as the tests' own database is another.
_SITE = """
from cutline.cli.serving.site import open_site
open_site()
from cutline.server.operation.database import bring_up_to_date
bring_up_to_date()
from tests.server import made
from cutline.web.people.models import Role
made.benchmark(made.person("hanna", Role.HOST))
"""
#: Read by every Python process at its start. A child that scores would be done before anybody
#: could be killed; this one never is.
_SLOW = """
import sys, time
if sys.orig_argv[-1] == "cutline.server.scoring.child":
    time.sleep(600)
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site whose two human rows wait to be scored."""
    project = Path(__file__).parent.parent.parent
    path = os.pathsep.join([str(project), os.environ.get("PYTHONPATH", "")])
    subprocess.run(
        [sys.executable, "-c", _SITE],
        env=environment(tmp_path, PYTHONPATH=path),
        check=True,
        timeout=120,
    )
    return tmp_path


def ask(folder: Path, question: str) -> list[Any]:
    """What the database of a site says."""
    database = sqlite3.connect(folder / "data" / "cutline.sqlite3", timeout=30)
    try:
        found = database.execute(question).fetchall()
        database.commit()
    finally:
        database.close()
    return found


def slowly(folder: Path) -> dict[str, str]:
    """Variables with which the process that scores takes forever."""
    slow = folder / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(_SLOW)
    return {"PYTHONPATH": os.pathsep.join([str(slow), os.environ.get("PYTHONPATH", "")])}


JOBS = "SELECT state, attempts, worker <> '' FROM server_scoringjob ORDER BY id"


def test_a_worker_scores_what_waits_and_stops_in_order(site: Path) -> None:
    with Running(site, "worker") as worker:
        wait_until(lambda: ask(site, JOBS) == [("done", 1, 0)] * 2)
        assert ask(site, "SELECT count(*) FROM server_result") == [(2,)]
        assert ask(site, "SELECT stopped IS NULL FROM server_worker") == [(1,)]
        assert worker.stop(signal.SIGINT) == 0
    assert ask(site, "SELECT stopped IS NULL FROM server_worker") == [(0,)]


def test_what_a_worker_is_at_is_given_back_or_taken_over(site: Path) -> None:
    slow = slowly(site)
    with Running(site, "worker", **slow) as worker:
        wait_until(lambda: ("running", 1, 1) in ask(site, JOBS))
        assert worker.stop() == 0
    assert ask(site, JOBS) == [("queued", 0, 0)] * 2  # as if nobody had been at it
    with Running(site, "worker", **slow) as worker:
        wait_until(lambda: ("running", 1, 1) in ask(site, JOBS))
        worker.process.kill()
        worker.process.wait()
    assert ("running", 1, 1) in ask(site, JOBS)
    # Nobody waits for a lease in a test.
    ask(site, "UPDATE server_scoringjob SET leased_until = '2020-01-01' WHERE state = 'running'")
    with Running(site, "worker") as worker:
        wait_until(lambda: sorted(ask(site, JOBS)) == [("done", 1, 0), ("done", 2, 0)])
        assert worker.stop() == 0


def test_a_site_that_is_not_up_to_date_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "cutline.sqlite3").touch(mode=0o600)
    done = cutline(tmp_path, "worker")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "the database is not up to date" in done.stderr
    assert "cutline serve" in done.stderr


def test_what_stands_in_the_way_is_told_of(tmp_path: Path) -> None:
    done = cutline(tmp_path, "worker", CUTLINE_SCORING_MEMORY="lots")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "CUTLINE_SCORING_MEMORY is 'lots', expected a whole number" in done.stderr
    pytest.importorskip("psycopg")
    url = f"postgres://cutline:very-secret@127.0.0.1:{free_port()}/cutline"
    done = cutline(tmp_path, "worker", DATABASE_URL=url)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "the database cannot be used" in done.stderr
    assert "very-secret" not in done.stderr
