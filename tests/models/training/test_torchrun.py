"""Two processes under torchrun come to what one process comes to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor

from tests.models.torch_part import needs_torch
from tests.models.training.several import trained
from tests.models.training.toy import write_store

needs_torch()

PROJECT = Path(__file__).parent.parent.parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where two processes left what they came to."""
    folder = tmp_path_factory.mktemp("several")
    write_store(folder)
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2"]
    command += ["--standalone", "--local-addr", "127.0.0.1"]
    done = subprocess.run(
        [*command, "-m", "tests.models.training.several", str(folder)],
        cwd=PROJECT,
        env={**os.environ, "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def of(folder: Path, rank: int) -> dict[str, dict[str, Tensor]]:
    found: dict[str, dict[str, Tensor]] = torch.load(folder / f"{rank}.pt", weights_only=True)
    return found


def test_two_processes_learn_what_one_learns(folder: Path) -> None:
    alone = trained(folder)
    together = of(folder, 0)
    for model, wanted in alone.items():
        assert set(wanted) == set(together[model])
        for name, value in wanted.items():
            difference = float((value - together[model][name]).abs().max())
            assert difference < 1e-5, f"{model}: {name} differs by {difference}"


def test_processes_have_the_same_weights(folder: Path) -> None:
    first, second = of(folder, 0), of(folder, 1)
    for model, weights in first.items():
        assert all(torch.equal(value, second[model][name]) for name, value in weights.items())
