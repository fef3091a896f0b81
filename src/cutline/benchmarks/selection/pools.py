"""Images with as many classes as each other, from which one after another is taken."""

from __future__ import annotations

import numpy as np

from cutline.benchmarks.selection.collection import Collection
from cutline.benchmarks.selection.draws import Draws
from cutline.benchmarks.selection.entropy import ClassEntropy, Integers

#: Gains closer than this are equal: so much may rounding change them.
_CLOSE = 1e-9


class Pool:
    """Images that are left, and why one of them is taken."""

    def __init__(self, reason: str, places: Integers, collection: Collection) -> None:
        self.reason = reason
        self._places = places
        self._classes, self._counts = collection.matrix(places.tolist())
        self._left = list(range(len(places)))

    def __len__(self) -> int:
        return len(self._left)

    def take(self, draws: Draws, sample: int, entropy: ClassEntropy) -> int:
        """Take the image of a random sample that raises the entropy most; its place.

        Of several that raise it alike, the first that was drawn is taken.
        """
        drawn = draws.to_front(self._left, sample)
        rows = np.array(self._left[:drawn])
        gains = entropy.gains(self._classes[rows], self._counts[rows])
        best = int(np.argmax(gains >= gains.max() - _CLOSE))
        row = self._left[best]
        self._left[best] = self._left[-1]
        self._left.pop()
        entropy.add(self._classes[row], self._counts[row])
        return int(self._places[row])
