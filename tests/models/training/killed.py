"""A training that says each step and can be killed: `python -m tests.models.training.killed`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import torch

from cutline.datasets.features import FeatureStore
from cutline.models.saved import ModelCard, save_model
from cutline.models.training.checkpoint import Checkpoint
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import Watchers, train
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Validation
from cutline.models.up_down import UpDown, UpDownConfig
from tests.models.training.toy import SIZE, references

SETTINGS = TrainingSettings(epochs=3, batch=8, learning_rate=0.01, seed=2)


def run(folder: Path, output: str, say: Callable[[int], None]) -> None:
    """Train, or go on with it."""
    store = FeatureStore.open(folder / "features")
    data = CaptionData.of(store, references())
    judge = CaptionData.of(store, references(20, 40), data.vocabulary)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = UpDown(data.vocabulary, SIZE, UpDownConfig(12, 24, 12, 0.3, True))
    train(
        model,
        data,
        SETTINGS,
        validation=Validation(judge),
        # Saved at every step, so that a kill often comes while the file is written.
        checkpoint=Checkpoint(folder / f"{output}.checkpoint", {}, seconds=0),
        watchers=Watchers(step=lambda step, losses, rate: say(step)),
    )
    save_model(model, folder / f"{output}.pt", ModelCard("up-down", SIZE))


if __name__ == "__main__":
    torch.set_num_threads(1)
    run(Path(sys.argv[1]), sys.argv[2], lambda step: print(step, flush=True))
