"""Captions that score better than others become likelier."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.core.errors import UsageError
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import train
from cutline.models.training.self_critical import Baseline, Reward, SelfCritical
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Validation
from cutline.models.vocabulary import END, PAD
from cutline.scoring.score import score
from tests.models.torch_part import needs_torch
from tests.models.training.toy import small_model, toy_data

needs_torch()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[CaptionData, CaptionData]:
    return toy_data(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def reward(data: tuple[CaptionData, CaptionData]) -> Reward:
    return Reward(data[0].references)


def test_rewards_are_the_metric_to_the_last_digit(
    data: tuple[CaptionData, CaptionData], reward: Reward
) -> None:
    references = data[0].references
    said = {image_id: of[image_id % 2].lower().strip(".!") for image_id, of in references.items()}
    said[3] = "a red"
    wanted = score(said, references, "cider-d")["cider-d"].values
    found = reward([said[one] for one in references], list(references))
    assert torch.equal(found, torch.from_numpy(wanted).float())
    assert reward.signature.startswith("cider-d(n=4,sigma=6.0,df=references,length=bigrams)")


@pytest.mark.parametrize("baseline", ["greedy", "samples"])
def test_some_steps_raise_the_reward(
    baseline: Baseline, data: tuple[CaptionData, CaptionData], reward: Reward
) -> None:
    learn, judge = data
    model = small_model(learn)
    train(model, learn, TrainingSettings(epochs=4, batch=16, learning_rate=0.01))
    before = Validation(judge, "cider-d").value(model)
    settings = TrainingSettings(epochs=10, batch=20, learning_rate=0.02)
    objective = SelfCritical(reward, samples=5, baseline=baseline)
    trained = train(model, learn.first_captions(), settings, objective=objective)
    rewards = [epoch["losses"]["reward"] for epoch in trained.history]
    assert sum(rewards[-3:]) > 1.3 * sum(rewards[:3])
    assert Validation(judge, "cider-d").value(model) > before


def test_what_scores_better_becomes_likelier(data: tuple[CaptionData, CaptionData]) -> None:
    learn, _ = data
    model = small_model(learn)
    ball = learn.vocabulary.number("ball")

    class OfBalls(Reward):
        """Whoever says `ball` is right."""

        def __init__(self) -> None:
            pass

        def __call__(self, captions, image_ids) -> torch.Tensor:
            return torch.tensor([float("ball" in one.split()) for one in captions])

    objective = SelfCritical(OfBalls(), samples=8, baseline="samples", longest=3)
    batch = learn.first_captions().batch(range(16))
    model.zero_grad()
    torch.manual_seed(0)
    losses, counts = objective(model, batch)
    losses["self-critical"].backward()
    assert model.output.bias.grad[ball] < 0  # going down the gradient makes it likelier
    assert not losses["reward"].requires_grad
    assert counts["reward"] == 16 * 8


def test_nothing_counts_after_the_end(data: tuple[CaptionData, CaptionData]) -> None:
    learn, _ = data
    model = small_model(learn)
    tokens, chances = SelfCritical(Reward(learn.references), longest=6)._sampled(
        model, learn.batch([0, 1]).images
    )
    assert tokens.shape == chances.shape
    assert tokens.shape[1] <= 7
    for row in tokens.tolist():
        ended = row.index(END) + 1 if END in row else len(row)
        assert PAD not in row[:ended]
        assert set(row[ended:]) <= {PAD}


def test_wrong_choices_are_told(reward: Reward) -> None:
    with pytest.raises(UsageError, match="samples is 1, expected at least 2"):
        SelfCritical(reward, samples=1, baseline="samples")
    with pytest.raises(UsageError, match="baseline is greedy or samples, not 'best'"):
        SelfCritical(reward, baseline="best")  # type: ignore[arg-type]
