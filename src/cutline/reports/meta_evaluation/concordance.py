"""Concordant less discordant pairs, for many weightings of the same observations.

A bootstrap changes how often an observation counts, never its place among the others. So places
are worked out once. The ratings' levels are split into lower and upper ones, as evenly as their
observations allow, then each part again, until every level stands alone. Two observations with
different ratings are parted by exactly one of these splits, and one running sum over the lower
observations in the metric's order settles all pairs that a split parts. Splits of the same depth
are worked on together: n observations on L levels take at most n log L steps, and far fewer where
most ratings are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.meta_evaluation.groups import Groups, Places


@dataclass(frozen=True)
class _Layer:
    """The pairs that splits of one depth part.

    `lower` and `upper` are the observations on either side, by split and then by the metric. The
    others are places among `lower` for each of `upper`: the stretch that the same split holds
    (`first` to `last`), and in it those with a smaller (up to `below`) and with no larger value
    (up to `through`).
    """

    lower: Places
    upper: Places
    first: Places
    last: Places
    below: Places
    through: Places


class Concordance:
    """Two rankings of the same observations.

    >>> pairs = Concordance(
    ...     Groups.by_value(np.array([0.1, 0.2, 0.3])), Groups.by_value(np.array([1.0, 3.0, 2.0]))
    ... )
    >>> pairs.differences(np.array([[1.0, 1.0, 1.0], [1.0, 2.0, 0.0]])).tolist()
    [1.0, 2.0]
    """

    def __init__(self, metric: Groups, ratings: Groups) -> None:
        sizes = np.bincount(ratings.of, minlength=len(ratings))
        self._layers = [
            _layer(metric.of, split[ratings.of], is_upper[ratings.of])
            for split, is_upper in _splits(sizes)
        ]

    def differences(self, weights: Floats) -> Floats:
        """Concordant less discordant pairs; a pair counts as often as its weights multiplied."""
        total = np.zeros(len(weights))
        for layer in self._layers:
            sums = np.zeros((len(weights), len(layer.lower) + 1))
            np.cumsum(np.take(weights, layer.lower, axis=1), axis=1, out=sums[:, 1:])
            # Smaller values speak for the pair, larger ones against it, equal ones not at all.
            ahead = np.take(sums, layer.below, axis=1)
            ahead += np.take(sums, layer.through, axis=1)
            ahead -= np.take(sums, layer.first, axis=1)
            ahead -= np.take(sums, layer.last, axis=1)
            total += np.einsum("ij,ij->i", ahead, np.take(weights, layer.upper, axis=1))
        return total


def _splits(sizes: Places) -> list[tuple[Places, Places]]:
    """For each depth: the split that each level takes part in (-1 for none), and on which side."""
    before = np.concatenate([[0], np.cumsum(sizes)])
    found = []
    parts = [(0, len(sizes))]
    while parts := [(start, end) for start, end in parts if end - start > 1]:
        split = np.full(len(sizes), -1, dtype=np.intp)
        is_upper = np.zeros(len(sizes), dtype=bool)
        halves = []
        for number, (start, end) in enumerate(parts):
            middle = _middle(before, start, end)
            split[start:end] = number
            is_upper[middle:end] = True
            halves += [(start, middle), (middle, end)]
        found.append((split, is_upper))
        parts = halves
    return found


def _middle(before: Places, start: int, end: int) -> int:
    """Where to split levels so that each side has about half of the observations, and a level."""
    half = (before[start] + before[end]) / 2
    return start + 1 + int(np.argmin(np.abs(before[start + 1 : end] - half)))


def _layer(metric: Places, split: Places, is_upper: Places) -> _Layer:
    order = np.lexsort((metric, split))
    order = order[split[order] >= 0]
    lower, upper = order[~is_upper[order]], order[is_upper[order]]
    # One number that sorts by split, then by the metric's group.
    span = int(metric.max(initial=0)) + 1
    keys = split[lower] * span + metric[lower]
    start = split[upper] * span
    return _Layer(
        lower=lower,
        upper=upper,
        first=np.searchsorted(keys, start, side="left"),
        last=np.searchsorted(keys, start + span, side="left"),
        below=np.searchsorted(keys, start + metric[upper], side="left"),
        through=np.searchsorted(keys, start + metric[upper], side="right"),
    )
