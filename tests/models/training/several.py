"""Trainings of 20 steps, alone or under torchrun: `torchrun -m tests.models.training.several`."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch import Tensor

from cutline.datasets.features import FeatureStore
from cutline.models.butr import Butr, ButrConfig
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import train
from cutline.models.training.processes import process_group
from cutline.models.training.self_critical import Reward, SelfCritical
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Validation
from tests.models.training.toy import SIZE, references, small_model

#: 80 captions: batches of 8 and 9, so that processes have unequal shares.
SETTINGS = TrainingSettings(epochs=3, batch=9, most_steps=20, learning_rate=0.001)
JOINT = SETTINGS.changed({"weighting": "gradnorm"})


def trained(folder: Path) -> dict[str, dict[str, Tensor]]:
    """The weights of each model, and the values of its epochs."""
    store = FeatureStore.open(folder / "features")
    data = CaptionData.of(store, references())
    validation = Validation(CaptionData.of(store, references(20, 40), data.vocabulary), "cider-d")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        butr = Butr(data.vocabulary, SIZE, ButrConfig(12, 16, 24, 12))
    found = {}
    for name, model, settings in (
        ("up-down", small_model(data), SETTINGS),
        ("butr", butr, JOINT),
    ):
        result = train(model, data, settings, validation=validation)
        values = torch.tensor([epoch["value"] for epoch in result.history], dtype=torch.float64)
        losses = torch.tensor([list(epoch["losses"].values()) for epoch in result.history])
        found[name] = {**model.state_dict(), "values": values, "losses": losses}
    return found


def rewarded(folder: Path) -> dict[str, Tensor]:
    """What two steps with rewards come to."""
    data = CaptionData.of(FeatureStore.open(folder / "features"), references())
    model = small_model(data)
    objective = SelfCritical(Reward(data.references), samples=2)
    train(model, data.first_captions(), SETTINGS.changed({"most_steps": 2}), objective=objective)
    return dict(model.state_dict())


def main(folder: Path) -> None:
    torch.set_num_threads(1)
    with process_group():
        rank = torch.distributed.get_rank()
        torch.save({**trained(folder), "rewarded": rewarded(folder)}, folder / f"{rank}.pt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
