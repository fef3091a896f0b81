"""Chance that is the same on every machine, and for each scene whatever comes before it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Draws for one purpose.

    Of Python's generator only `random` is used, whose sequence stays the same from version to
    version.

    >>> Chance("a dog", 1).between(2, 4) == Chance("a dog", 1).between(2, 4)
    True
    """

    def __init__(self, *purpose: str | int) -> None:
        self._random = random.Random(" ".join(map(str, purpose))).random

    def happens(self, rate: float) -> bool:
        """True as often as the rate says."""
        return self._random() < rate

    def between(self, low: float, high: float) -> float:
        """A number between two."""
        return low + (high - low) * self._random()

    def pick(self, items: Sequence[Item], weights: Sequence[float] | None = None) -> Item:
        """One of the items; those of larger weights more often."""
        if weights is None:
            return items[int(self._random() * len(items))]
        left = self._random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        return items[-1]

    def order(self, items: Sequence[Item], weights: Sequence[float]) -> list[Item]:
        """All items, those of larger weights sooner more often."""
        rest, heavy = list(items), list(weights)
        ordered = []
        while rest:
            place = self.pick(range(len(rest)), heavy)
            ordered.append(rest.pop(place))
            heavy.pop(place)
        return ordered
