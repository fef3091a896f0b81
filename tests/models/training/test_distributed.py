"""Two processes come to what one comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
import torch.multiprocessing
from torch import Tensor

from cutline.models.training.distributed import (
    average_gradients,
    averaged,
    gathered,
    gathered_names,
    processes,
    share,
)
from tests.models.training.joint_training import train, train_as_one_of


@pytest.fixture(scope="module")
def of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two processes came to, each in a file."""
    folder = tmp_path_factory.mktemp("two processes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLOO_SOCKET_IFNAME", "lo")
        torch.multiprocessing.spawn(train_as_one_of, (2, str(folder)), nprocs=2)
    return folder


@pytest.fixture(scope="module")
def of_one() -> dict[str, Tensor]:
    """What one process comes to."""
    return train("own")


@pytest.mark.parametrize("averaging", ["own", "ddp"])
@pytest.mark.parametrize("rank", [0, 1])
def test_two_processes_learn_what_one_learns(
    of_two: Path, of_one: dict[str, Tensor], averaging: str, rank: int
) -> None:
    found = torch.load(of_two / f"{averaging}-{rank}.pt", weights_only=True)
    assert set(found) == set(of_one)
    for name, value in of_one.items():
        assert float((found[name] - value).abs().max()) < 1e-5, name
    assert abs(float(of_one["weights"][0]) - 1) > 0.01


def test_processes_agree_with_each_other_exactly(of_two: Path) -> None:
    first, second = (torch.load(of_two / f"own-{rank}.pt", weights_only=True) for rank in (0, 1))
    assert all(torch.equal(value, second[name]) for name, value in first.items())


def test_alone_nothing_changes() -> None:
    rows = torch.randn(3, 2, requires_grad=True)
    assert processes() == 1
    assert gathered(rows) is rows
    assert gathered_names((1, "two")) == (1, "two")
    assert share(torch.tensor(5)) == 1
    assert torch.equal(averaged(rows), rows)
    assert not averaged(rows).requires_grad
    parameter = torch.nn.Parameter(torch.ones(2))
    average_gradients([parameter])
    assert parameter.grad is None
