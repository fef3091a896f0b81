"""A training that is killed in the middle of an epoch goes on to the very same weights."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.models.saved import load_model
from tests.models.torch_part import needs_torch
from tests.models.training.killed import run
from tests.models.training.toy import write_store

needs_torch()

PROJECT = Path(__file__).parent.parent.parent.parent


def kill_at(step: int, folder: Path) -> None:
    """Train in a process of its own, and kill it when it has done this step."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.models.training.killed", str(folder), "killed"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        seen = 0
        while seen < step:
            seen = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def test_a_kill_changes_nothing(tmp_path: Path) -> None:
    write_store(tmp_path)
    kill_at(14, tmp_path)  # epochs have 10 steps
    assert not (tmp_path / "killed.pt").exists()
    steps: dict[str, list[int]] = {"whole": [], "killed": []}
    for name, seen in steps.items():
        run(tmp_path, name, seen.append)
    assert steps["whole"] == list(range(1, 31))
    assert steps["killed"][0] in (14, 15, 16)
    wanted, found = (load_model(tmp_path / f"{name}.pt") for name in steps)
    states = wanted.model.state_dict(), found.model.state_dict()
    assert all(torch.equal(value, states[1][name]) for name, value in states[0].items())
