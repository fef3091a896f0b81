"""Tours that do not come to their end: nothing runs on, and nothing is half there."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.site_process import children, runs, wait_until
from tests.cli.tour.conftest import OneStop

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


def test_who_is_told_to_end_leaves_no_server(tmp_path: Path) -> None:
    pytest.importorskip("allauth")
    with OneStop(tmp_path, "served") as tour:
        tour.wait_for("Cutline is at http://127")
        below = children(tour.process.pid)
        assert len(below) >= 3  # the server, its web process, its worker
        assert tour.stop(signal.SIGTERM) == 130
        assert not any(map(runs, below))
        said = tour.text()
    assert "interrupted at A served benchmark; what was made until then is in demo" in said
    assert "Traceback" not in said
    assert list(tour.temporary.glob("cutline-*")) == []
    assert not (tmp_path / "demo" / "index.html").exists()


def test_who_is_interrupted_twice_leaves_no_server_either(tmp_path: Path) -> None:
    pytest.importorskip("allauth")
    with OneStop(tmp_path, "served") as tour:
        tour.wait_for("Cutline is at http://127")
        below = children(tour.process.pid)
        tour.process.send_signal(signal.SIGINT)
        assert tour.stop(signal.SIGINT) == 130
        wait_until(lambda: not any(map(runs, below)))


def test_who_is_killed_leaves_no_command(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless")
    with OneStop(tmp_path, "any", "validate", "endless") as tour:
        wait_until(lambda: len(children(tour.process.pid)) == 1)
        below = children(tour.process.pid)
        tour.process.kill()
        tour.process.wait()
        wait_until(lambda: not any(map(runs, below)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_under_way_is_ended_and_its_file_is_not_there(
    tmp_path: Path, number: signal.Signals
) -> None:
    os.mkfifo(tmp_path / "endless")
    earlier = tmp_path / "demo" / "index.html"
    earlier.parent.mkdir()
    earlier.write_text("of an earlier tour")
    command = ("score", "endless", "--refs", "endless", "--output", "demo/scores.json")
    with OneStop(tmp_path, "any", *command) as tour:
        wait_until(lambda: len(children(tour.process.pid)) == 1)
        below = children(tour.process.pid)
        assert tour.stop(number) == 130
        assert not any(map(runs, below))
    assert [path.name for path in (tmp_path / "demo").rglob("*")] == ["tour"]


def test_a_command_that_fails_ends_the_tour_with_its_own_words(tmp_path: Path) -> None:
    with OneStop(tmp_path, "any", "validate", "nowhere.json") as tour:
        assert tour.process.wait(timeout=90) == 3
        said = tour.text()
    assert "the tour ends here: `" in said
    assert "validate nowhere.json` ended with 3\ncutline: nowhere.json: " in said
    assert not (tmp_path / "demo" / "index.html").exists()
