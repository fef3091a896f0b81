"""A toy to learn from: coloured shapes, their features in a store, and what people say of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cutline.datasets.features import FeatureStore, FeatureWriter, Regions
from cutline.models.training.data import CaptionData
from cutline.models.up_down import UpDown, UpDownConfig

COLOURS = ("red", "green", "blue", "white")
SHAPES = ("ball", "box", "cup", "ring", "star")
SIZE = len(COLOURS) + len(SHAPES)

#: Smaller than `tiny`: tests learn it in a second.
SMALL = UpDownConfig(12, 24, 12, starts_from_mean=True)


def references(images: int = 40, first: int = 0) -> dict[int, tuple[str, ...]]:
    """Two captions of each image: of three words and of six."""
    found = {}
    for number in range(first, first + images):
        colour, shape = COLOURS[number % 4], SHAPES[number // 4 % 5]
        found[number] = (f"A {colour} {shape}.", f"There is a {shape} of {colour}!")
    return found


def write_store(folder: Path, images: int = 60) -> FeatureStore:
    """Each image has one to three regions that show the same thing, more or less."""
    with FeatureWriter(folder / "features", SIZE, made_by="toy") as writer:
        for number in range(images):
            chance = np.random.default_rng(number)
            vector = np.zeros(SIZE)
            vector[number % 4] = vector[4 + number // 4 % 5] = 1
            regions = vector + chance.normal(0, 0.1, (1 + number % 3, SIZE))
            writer.add(number, Regions(regions.astype(np.float32)))
    return FeatureStore.open(folder / "features")


def toy_data(folder: Path) -> tuple[CaptionData, CaptionData]:
    """What to learn from, and what to judge by."""
    store = write_store(folder)
    data = CaptionData.of(store, references())
    return data, CaptionData.of(store, references(20, 40), data.vocabulary)


def small_model(data: CaptionData, seed: int = 0) -> UpDown:
    """A captioner that has learnt nothing yet."""
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return UpDown(data.vocabulary, SIZE, SMALL)
