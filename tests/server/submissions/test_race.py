"""Limits hold exactly, and keys make one submission, however many come at the same moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """What came of each trial of `race`."""
    command = [sys.executable, "-m", "tests.server.submissions.race"]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")
    }
    environment |= {"CUTLINE_LOG": "error", "CUTLINE_ADDRESS": "http://localhost:8000"}
    done = subprocess.run(
        [*command, str(tmp_path_factory.mktemp("race") / "site")],
        cwd=_ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, int]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_limit_for_a_day(counted: dict[str, dict[str, int]]) -> None:
    assert counted["day"] == {"accepted": 5, "limit_reached": 19}


def test_a_limit_for_a_phase_and_two_people(counted: dict[str, dict[str, int]]) -> None:
    assert counted["two people"] == {"accepted": 5, "limit_reached": 7}


def test_a_limit_over_two_phases(counted: dict[str, dict[str, int]]) -> None:
    assert counted["two phases"] == {"accepted": 5, "limit_reached": 7}


def test_a_limit_over_the_teams_of_a_person(counted: dict[str, dict[str, int]]) -> None:
    assert counted["one person's teams"] == {"accepted": 5, "limit_reached": 7}


def test_a_cap_on_failing_files(counted: dict[str, dict[str, int]]) -> None:
    assert counted["failing"] == {"invalid_file": 5, "too_many_failing": 7, "written": 5}


def test_one_key_is_one_submission(counted: dict[str, dict[str, int]]) -> None:
    assert counted["one key"] == {"accepted": 8, "written": 1}


@pytest.mark.parametrize("name", ["two files", "two teams"])
def test_a_key_is_for_one_upload(counted: dict[str, dict[str, int]], name: str) -> None:
    assert counted[name] == {"accepted": 4, "key_used": 4, "written": 1}
