"""The regions of one image, and what has to hold of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError


@dataclass(frozen=True, eq=False)
class Regions:
    """Regions of an image, or the cells of a grid over it, each with a vector.

    Args:
        features: regions x size.
        boxes: regions x 4: left, top, right and bottom as shares of the picture's width and height.
        labels: regions, the number of the class that a detector saw, -1 for none.
        scores: regions, how sure the detector was, from 0 to 1.
    """

    features: NDArray[np.float32]
    boxes: NDArray[np.float32] | None = None
    labels: NDArray[np.int32] | None = None
    scores: NDArray[np.float32] | None = None

    def __len__(self) -> int:
        return len(self.features)

    @property
    def parts(self) -> tuple[str, ...]:
        """What is known of these regions beside their features."""
        return tuple(
            name for name in ("boxes", "labels", "scores") if getattr(self, name) is not None
        )


def checked_regions(regions: Regions, size: int, classes: int, where: str) -> Regions:
    """Regions in the types that are stored.

    Args:
        regions: as somebody gave them.
        size: what the size of a vector has to be.
        classes: how many classes labels number; 0 where nobody says.
        where: the image, for messages.

    Raises:
        ContentError: when shapes do not fit each other, or a number is none.
    """
    features = np.asarray(regions.features)
    if features.ndim != 2 or features.shape[1] != size or features.dtype.kind not in "fiu":
        raise ContentError(
            f"{where}: features are of shape {_shown(features)} and type {features.dtype}, "
            f"expected numbers, regions x {size}"
        )
    count = len(features)
    boxes = _numbers(regions.boxes, (count, 4), "boxes", where)
    scores = _numbers(regions.scores, (count,), "scores", where)
    labels = _labels(regions.labels, count, classes, where)
    stored = Regions(features.astype(np.float32), boxes, labels, scores)
    for name, values in (("features", stored.features), ("boxes", boxes), ("scores", scores)):
        if values is not None and not np.isfinite(values).all():
            row = int(np.flatnonzero(~np.isfinite(values.reshape(count, -1)).all(axis=1))[0])
            raise ContentError(f"{where}: {name} of region {row} hold what is no finite number")
    return stored


def _numbers(
    values: Any, shape: tuple[int, ...], name: str, where: str
) -> NDArray[np.float32] | None:
    if values is None:
        return None
    array = np.asarray(values)
    if array.shape != shape or array.dtype.kind not in "fiu":
        raise ContentError(
            f"{where}: {name} are of shape {_shown(array)} and type {array.dtype}, expected "
            f"numbers, {' x '.join(map(str, shape))}"
        )
    return array.astype(np.float32)


def _labels(values: Any, count: int, classes: int, where: str) -> NDArray[np.int32] | None:
    if values is None:
        return None
    array = np.asarray(values)
    if array.shape != (count,) or (array.dtype.kind not in "iu" and count):
        raise ContentError(
            f"{where}: labels are of shape {_shown(array)} and type {array.dtype}, expected whole "
            f"numbers, {count}"
        )
    if count and (array.min() < -1 or (classes and array.max() >= classes)):
        raise ContentError(
            f"{where}: labels go from {array.min()} to {array.max()}, expected -1 for none"
            + (f", or the number of one of {classes} classes" if classes else " or more")
        )
    return array.astype(np.int32)


def _shown(array: NDArray[Any]) -> str:
    return " x ".join(map(str, array.shape)) or "of one number"
