"""Fewer numbers a region: the directions along which regions differ most (principal components).

A captioner reads its features again for every word, so their size decides how long it learns. The
directions are found with some pictures, kept in the new store, and can be used for others.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.progress import Step
from cutline.core.types import ImageId
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.features.layout import REDUCTION
from cutline.datasets.features.regions import Regions
from cutline.datasets.features.store import FeatureStore
from cutline.datasets.features.writer import FeatureWriter

#: Regions of a picture that directions are found with: its cells say much the same.
_REGIONS_OF_EACH = 8
_PICTURES_TOGETHER = 256


@dataclass(frozen=True, eq=False)
class Reduction:
    """From large vectors to small ones.

    Args:
        mean: large, what is taken away first.
        directions: large x small, scaled so that small vectors have a spread of 1 on the whole.
        made_by: what made the features that it is for.
    """

    mean: NDArray[np.float32]
    directions: NDArray[np.float32]
    made_by: str

    @property
    def size(self) -> int:
        """How many numbers are left."""
        return int(self.directions.shape[1])

    @cached_property
    def signature(self) -> str:
        """What made the features before, and a digest of the directions."""
        digest = hashlib.sha256(self.mean.tobytes() + self.directions.tobytes()).hexdigest()[:16]
        return f"{self.made_by}|components({self.size}):{digest}"

    def of(self, features: NDArray[Any]) -> NDArray[np.float32]:
        """Small vectors of large ones, a row each."""
        return np.asarray((features - self.mean) @ self.directions, dtype=np.float32)


def find_reduction(
    store: FeatureStore, size: int, ids: Sequence[ImageId] | None = None, *, seed: int = 0
) -> Reduction:
    """The directions along which the regions of some pictures differ most.

    Args:
        store: has them.
        size: how many directions.
        ids: the pictures; those that captioners learn from, so that nothing is known of others. By
            default all.
        seed: of the choice of regions.

    Raises:
        UsageError: when there are not as many directions.
        ContentError: when there are too few regions to find them with.
    """
    if not 1 <= size < store.size:
        raise UsageError(
            f"features of {store.size} numbers are reduced to 1 to {store.size - 1}, not {size}"
        )
    count, total = 0, np.zeros(store.size)
    products = np.zeros((store.size, store.size))
    for features in _drawn(store, store.ids if ids is None else ids, seed):
        count += len(features)
        total += features.sum(axis=0, dtype=np.float64)
        products += features.T @ features
    if count <= size:
        raise ContentError(f"{count} regions are too few to find {size} directions with")
    mean = total / count
    values, vectors = np.linalg.eigh(products / count - np.outer(mean, mean))
    kept = vectors[:, ::-1][:, :size]
    # Directions have no sign of their own: one is chosen, so that all machines choose the same.
    kept = kept * np.where(kept[np.abs(kept).argmax(axis=0), np.arange(size)] < 0, -1.0, 1.0)
    spread = np.sqrt(max(float(values[::-1][:size].mean()), 1e-12))
    return Reduction(mean.astype(np.float32), (kept / spread).astype(np.float32), store.made_by)


def _drawn(store: FeatureStore, ids: Sequence[ImageId], seed: int) -> Iterator[NDArray[np.float32]]:
    """Some regions of each picture, many pictures at a time."""
    chance = np.random.default_rng(seed)
    waiting: list[NDArray[np.float32]] = []
    for number, image_id in enumerate(ids, 1):
        features = store.regions(image_id).features
        if len(features) > _REGIONS_OF_EACH:
            features = features[chance.choice(len(features), _REGIONS_OF_EACH, replace=False)]
        waiting.append(features)
        if len(waiting) == _PICTURES_TOGETHER or number == len(ids):
            yield np.concatenate(waiting)
            waiting = []


def write_reduced(
    store: FeatureStore,
    path: str | os.PathLike[str],
    reduction: Reduction,
    *,
    precision: str = "float16",
    step: Step = lambda done: None,
) -> None:
    """Write the same regions with small vectors.

    Raises:
        UsageError: when the directions are of other features.
        FileError: when nothing can be written.
    """
    if reduction.made_by != store.made_by:
        raise UsageError(
            f"{store.path}: its features were made by {store.made_by!r}, and the directions are "
            f"for those by {reduction.made_by!r}"
        )
    writer = FeatureWriter(
        path, reduction.size, store.classes, reduction.signature, precision=precision
    )
    with writer:
        np.savez(
            writer.folder / REDUCTION,
            mean=reduction.mean,
            directions=reduction.directions,
            made_by=np.array(reduction.made_by),
        )
        for number, image_id in enumerate(store.ids, 1):
            old = store.regions(image_id)
            small = reduction.of(old.features)
            writer.add(image_id, Regions(small, old.boxes, old.labels, old.scores))
            step(number / len(store))


def read_reduction(path: str | os.PathLike[str]) -> Reduction:
    """The directions that a reduced store was made with.

    Raises:
        FileError: when the store was not reduced, or is damaged.
    """
    made_by = FeatureStore.open(path).made_by
    file = Path(path) / REDUCTION
    if not file.exists():
        raise FileError(f"{path}: its features were not reduced: there is no {REDUCTION}")
    try:
        with np.load(file, allow_pickle=False) as found:
            reduction = Reduction(found["mean"], found["directions"], str(found["made_by"]))
    except (*ZIP_ERRORS, KeyError) as error:
        raise FileError(f"{file}: is damaged: {error}") from None
    if reduction.signature != made_by:
        raise FileError(f"{file}: is damaged, or of another store")
    return reduction
