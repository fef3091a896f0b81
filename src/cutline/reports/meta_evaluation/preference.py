"""Of two captions of an image, does the metric prefer the one that people prefer?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.meta_evaluation.groups import Places

_ROWS = 512


@dataclass(frozen=True)
class Preferences:
    """For each image: pairs that people decide, those the metric decides alike, and its ties."""

    decided: Floats
    agreed: Floats
    tied: Floats

    def accuracy(self, counts: Floats) -> Floats:
        """The share of pairs where the metric agrees, for rows of how often each image counts.

        A tie of the metric counts half. NaN where people decide nothing.
        """
        with np.errstate(invalid="ignore"):
            share: Floats = (counts @ (self.agreed + self.tied / 2)) / (counts @ self.decided)
        return share

    @property
    def whole(self) -> float:
        """The share over all images."""
        return float(self.accuracy(np.ones((1, len(self.decided))))[0])

    @property
    def ties(self) -> int:
        """Pairs that people decide and the metric does not."""
        return int(self.tied.sum())

    @property
    def pairs(self) -> int:
        """Pairs that people decide."""
        return int(self.decided.sum())


def preferences_of_pairs(
    metric: Floats, people: Floats, image_of: Places, images: int
) -> Preferences:
    """Preferences over given pairs.

    Args:
        metric: the first caption's value less the second's, for each pair.
        people: the first caption's votes less the second's.
        image_of: the image of each pair, counted from 0.
        images: how many there are.
    """
    decided = people != 0
    return Preferences(
        decided=_counted(decided, image_of, images),
        agreed=_counted(decided & (np.sign(metric) == np.sign(people)), image_of, images),
        tied=_counted(decided & (metric == 0), image_of, images),
    )


def preferences_within_images(values: Floats, ratings: Floats, image_of: Places) -> Preferences:
    """Preferences over all pairs of captions that were rated for the same image."""
    order = np.argsort(image_of, kind="stable")
    starts = np.flatnonzero(np.diff(image_of[order], prepend=-1))
    counts = [
        _within(values[places], ratings[places]) for places in np.split(order, starts[1:].tolist())
    ]
    decided, agreed, tied = np.array(counts, dtype=np.float64).T
    return Preferences(decided, agreed, tied)


def _within(values: Floats, ratings: Floats) -> tuple[int, int, int]:
    decided = agreed = tied = 0
    for start in range(0, len(values), _ROWS):
        rows = slice(start, start + _ROWS)
        # Each pair is seen once, from the side that people prefer.
        is_better = ratings[rows, None] > ratings
        decided += int(is_better.sum())
        agreed += int((is_better & (values[rows, None] > values)).sum())
        tied += int((is_better & (values[rows, None] == values)).sum())
    return decided, agreed, tied


def _counted(chosen: Places, image_of: Places, images: int) -> Floats:
    return np.bincount(image_of[chosen], minlength=images).astype(np.float64)
