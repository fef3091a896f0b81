"""Two groups of values: the chance that one of the first is the larger, and ranks that go along."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Of the standard normal distribution, for an interval of 95%.
_Z = 1.959963984540054
_STEPS = 60


@dataclass(frozen=True)
class Superiority:
    """The chance that a value of the first group is larger than one of the second.

    Equal values count half. The interval is of 95%.
    """

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Plain values, ready for JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}


def superiority(first: Floats, second: Floats) -> Superiority | None:
    """The chance that a value of the first group is the larger; None where a group is empty.

    This is the area under the ROC curve, or the Mann-Whitney statistic over all pairs of values.
    The interval is Newcombe's of 2006 (his method 5), a score interval on the variance of Hanley
    and McNeil, with their two groups given their mean size. It does not shrink to a point where one
    group lies wholly above the other.

    >>> found = superiority(np.array([3.0, 4.0, 5.0]), np.array([1.0, 2.0, 3.0]))
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.944, 0.448, 0.997)
    """
    if not len(first) or not len(second):
        return None
    ranks = mid_ranks(np.concatenate([first, second]))
    wins = float(ranks[: len(first)].sum()) - len(first) * (len(first) + 1) / 2
    value = wins / (len(first) * len(second))
    low, high = (_bound(value, edge, len(first), len(second)) for edge in (0.0, 1.0))
    return Superiority(value, low, high)


def _bound(value: float, edge: float, first: int, second: int) -> float:
    """Where a true value between here and the edge is just as far off as chance allows."""
    inside, outside = value, edge
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if abs(middle - value) <= _Z * math.sqrt(_variance(middle, first, second)):
            inside = middle
        else:
            outside = middle
    return inside


def _variance(value: float, first: int, second: int) -> float:
    size = (first + second) / 2 - 1
    others = size * ((1 - value) / (2 - value) + value / (1 + value))
    return value * (1 - value) * (1 + others) / (first * second)


def mid_ranks(values: Floats) -> Floats:
    """Ranks from 1 on; equal values share the mean of theirs.

    >>> mid_ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: Floats = (ends - (counts - 1) / 2)[places]
    return ranks


def rank_correlation(first: Floats, second: Floats) -> float | None:
    """Spearman's coefficient; None for fewer than three values, or where all are equal.

    >>> rank_correlation(np.array([1.0, 2.0, 9.0]), np.array([5.0, 6.0, 7.0]))
    1.0
    """
    if len(first) < 3:
        return None
    centred = [ranks - ranks.mean() for ranks in (mid_ranks(first), mid_ranks(second))]
    if not all(np.any(of) for of in centred):
        return None
    product = float((centred[0] * centred[1]).sum())
    return product / math.sqrt(float((centred[0] ** 2).sum()) * float((centred[1] ** 2).sum()))
