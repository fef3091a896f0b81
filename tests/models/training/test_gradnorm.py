"""GradNorm against the paper's algorithm, written with second derivatives."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor, nn

from cutline.core.errors import UsageError
from cutline.models.training.gradnorm import GradNorm


class TwoTasks(nn.Module):
    """Two regressions from one hidden layer; the second has targets of another scale."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(0)
        torch.manual_seed(0)
        self.hidden = nn.Linear(4, 6)
        self.heads = nn.ModuleList([nn.Linear(6, 3), nn.Linear(6, 3)])
        self.inputs = torch.randn(20, 4, generator=generator)
        self.wanted = torch.randn(2, 20, 3, generator=generator)
        self.wanted[1] *= scale

    def losses(self) -> dict[str, Tensor]:
        hidden = torch.tanh(self.hidden(self.inputs))
        return {
            name: (head(hidden) - wanted).square().mean()
            for name, head, wanted in zip(("plain", "large"), self.heads, self.wanted, strict=True)
        }


def slow_weights(tasks: TwoTasks, steps: int) -> list[list[float]]:
    """The weights after each step, as the paper's algorithm says."""
    weights = torch.ones(2, dtype=torch.float64, requires_grad=True)
    of_weights = torch.optim.Adam([weights], lr=0.01)
    of_network = torch.optim.SGD(tasks.parameters(), lr=0.01)
    first: list[float] = []
    found = []
    for _ in range(steps):
        losses = list(tasks.losses().values())
        first = first or [loss.item() for loss in losses]
        norms = []
        for weight, loss in zip(weights, losses, strict=True):
            gradients = torch.autograd.grad(
                weight * loss, list(tasks.hidden.parameters()), create_graph=True
            )
            norms.append(torch.sqrt(sum(one.double().square().sum() for one in gradients)))  # type: ignore[arg-type]
        mean = sum(norm.item() for norm in norms) / 2
        ratios = [loss.item() / start for loss, start in zip(losses, first, strict=True)]
        rates = [ratio / (sum(ratios) / 2) for ratio in ratios]
        apart = sum(
            (norm - mean * rate**2.5).abs() for norm, rate in zip(norms, rates, strict=True)
        )
        (gradient,) = torch.autograd.grad(apart, weights, retain_graph=True)  # type: ignore[arg-type]
        of_network.zero_grad()
        (weights[0].item() * losses[0] + weights[1].item() * losses[1]).backward()
        of_network.step()
        weights.grad = gradient
        of_weights.step()
        with torch.no_grad():
            weights.mul_(2 / weights.sum())
        found.append(weights.tolist())
    return found


def train(tasks: TwoTasks, gradnorm: GradNorm, steps: int) -> list[list[float]]:
    """The weights after each step."""
    optimizer = torch.optim.SGD(tasks.parameters(), lr=0.01)
    found = []
    for _ in range(steps):
        losses = tasks.losses()
        weights = gradnorm.update(losses, list(tasks.hidden.parameters()))
        optimizer.zero_grad()
        torch.stack([weights[name] * loss for name, loss in losses.items()]).sum().backward()
        optimizer.step()
        found.append(list(gradnorm.weights.values()))
    return found


def test_weights_are_those_of_the_papers_algorithm() -> None:
    found = train(TwoTasks(5.0), GradNorm(["plain", "large"]), 30)
    for one, expected in zip(found, slow_weights(TwoTasks(5.0), 30), strict=True):
        assert one == pytest.approx(expected, abs=1e-6)


def test_a_loss_of_large_gradients_loses_weight_and_the_sum_stays() -> None:
    gradnorm = GradNorm(["plain", "large"], alpha=0.0)
    found = train(TwoTasks(5.0), gradnorm, 60)
    assert found[-1][1] < 0.7 < 1.3 < found[-1][0]
    assert all(sum(one) == pytest.approx(2) for one in found)
    even = train(TwoTasks(1.0), GradNorm(["plain", "large"], alpha=0.0), 60)
    assert even[-1][1] > found[-1][1] + 0.2


def test_a_loss_that_lags_behind_gains_weight() -> None:
    tasks = TwoTasks(1.0)
    shared = list(tasks.hidden.parameters())
    gradnorm = GradNorm(["plain", "large"])
    loss = tasks.losses()["plain"]
    gradnorm.update({"plain": loss, "large": loss}, shared)
    for _ in range(5):
        # Equal gradients, but the second loss is at half of what it was.
        shift = loss.item() / 2
        gradnorm.update({"plain": loss, "large": loss - shift}, shared)
    assert gradnorm.weights["plain"] > 1.02


def test_the_first_weights_are_even_and_belong_to_the_first_batch() -> None:
    tasks, gradnorm = TwoTasks(5.0), GradNorm(["plain", "large"])
    used = gradnorm.update(tasks.losses(), list(tasks.hidden.parameters()))
    assert used == {"plain": 1, "large": 1}
    assert gradnorm.weights != used


def test_no_weight_falls_to_zero() -> None:
    tasks = TwoTasks(50.0)
    gradnorm = GradNorm(["plain", "large"], alpha=0.0, learning_rate=0.5)
    found = train(tasks, gradnorm, 20)
    assert min(min(one) for one in found) > 0


def test_it_goes_on_from_a_saved_state_bit_by_bit() -> None:
    tasks, gradnorm = TwoTasks(5.0), GradNorm(["plain", "large"])
    train(tasks, gradnorm, 7)
    network = {name: value.clone() for name, value in tasks.state_dict().items()}
    saved = gradnorm.state_dict()
    kept = saved["weights"].clone()
    expected = train(tasks, gradnorm, 7)
    assert torch.equal(saved["weights"], kept)
    tasks.load_state_dict(network)
    resumed = GradNorm(["plain", "large"])
    resumed.load_state_dict(saved)
    assert train(tasks, resumed, 7) == expected


def test_a_batch_without_a_ranking_loss_waits_for_the_next() -> None:
    tasks, gradnorm = TwoTasks(5.0), GradNorm(["plain", "large"])
    losses = tasks.losses()
    shared = list(tasks.hidden.parameters())
    gradnorm.update({"plain": losses["plain"], "large": losses["large"] * 0}, shared)
    assert gradnorm.weights == {"plain": 1, "large": 1}
    gradnorm.update(losses, shared)
    assert gradnorm.weights != {"plain": 1, "large": 1}


def test_other_losses_than_named_are_refused() -> None:
    tasks, gradnorm = TwoTasks(5.0), GradNorm(["plain", "large"])
    with pytest.raises(UsageError, match="plain, large, but got plain"):
        gradnorm.update({"plain": tasks.losses()["plain"]}, list(tasks.hidden.parameters()))
    with pytest.raises(UsageError, match="two or more losses"):
        GradNorm(["words"])
    with pytest.raises(UsageError, match="expected words, ranking"):
        GradNorm(["words", "ranking"]).load_state_dict(gradnorm.state_dict())
