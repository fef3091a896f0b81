"""Boxes: how much two of them overlap, and leaving out what was found twice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def overlap(box: Floats, others: Floats) -> NDArray[np.float64]:
    """How much of the area of two boxes together they share, from 0 to 1; corners are given.

    >>> float(overlap(np.array([0., 0., 2., 2.]), np.array([[1., 0., 3., 2.]]))[0])
    0.3333333333333333
    """
    left_top = np.maximum(box[:2], others[:, :2])
    right_bottom = np.minimum(box[2:], others[:, 2:])
    sides = np.clip(right_bottom - left_top, 0.0, None)
    shared = sides[:, 0] * sides[:, 1]
    own = max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)
    areas = np.clip(others[:, 2:] - others[:, :2], 0.0, None)
    together = own + areas[:, 0] * areas[:, 1] - shared
    shares: NDArray[np.float64] = np.zeros(len(others), dtype=np.float64)
    np.divide(shared, together, out=shares, where=together > 0)
    return shares


def without_repeats(
    boxes: Floats, scores: Floats, classes: NDArray[np.intp], iou: float | None, most: int
) -> NDArray[np.intp]:
    """The numbers of boxes that stay, the surest first (greedy non-maximum suppression).

    A box goes if it overlaps a surer one of the same class by more than `iou`; None keeps all. Of
    boxes that are equally sure the first comes first.
    """
    waiting = np.argsort(-scores, kind="stable")
    if iou is None:
        return waiting[:most]
    kept: list[int] = []
    while len(waiting) and len(kept) < most:
        best, rest = waiting[0], waiting[1:]
        kept.append(int(best))
        repeats = (classes[rest] == classes[best]) & (overlap(boxes[best], boxes[rest]) > iou)
        waiting = rest[~repeats]
    return np.array(kept, dtype=np.intp)


def share_inside(box: Floats, others: Floats) -> NDArray[np.float64]:
    """How much of a box's own area lies in each of the others, from 0 to 1; corners are given.

    >>> float(share_inside(np.array([0., 0., 2., 2.]), np.array([[1., 0., 30., 20.]]))[0])
    0.5
    """
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    shared = np.clip(sides, 0.0, None).prod(axis=1)
    own = max(float((box[2] - box[0]) * (box[3] - box[1])), 1e-12)
    shares: NDArray[np.float64] = shared / own
    return shares
