"""The entropy over classes, kept up to date while images are added.

For counts c that sum to T it is H = log T - (sum of c log c) / T, so an image changes only the
terms of its own classes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class ClassEntropy:
    """Counts of classes, and the entropy over them in bits.

    Images are rows of class numbers and of how much each counts. Rows of one array are of one
    length: they are filled up with the number `padding`, which counts nothing.

    >>> entropy = ClassEntropy(3)
    >>> entropy.add(np.array([0, 2]), np.array([1, 1]))
    >>> entropy.value
    1.0
    >>> entropy.gains(np.array([[0], [1]]), np.array([[1], [1]])).argmax()
    np.int64(1)
    """

    def __init__(self, classes: int) -> None:
        self.padding = classes
        self._counts: Integers = np.zeros(classes + 1, np.int64)
        # One object that is no object: its term is 0 and stays so.
        self._counts[classes] = 1
        self._terms: Floats = np.zeros(classes + 1)
        self.total = 0
        # The sum of all terms in two parts, as Neumaier adds: a plain sum would drift.
        self._sum, self._lost = 0.0, 0.0

    @property
    def counts(self) -> Integers:
        """How often each class has been counted."""
        return self._counts[:-1].copy()

    @property
    def value(self) -> float:
        """The entropy in bits; 0 while nothing is counted."""
        if not self.total:
            return 0.0
        return max(0.0, math.log2(self.total) - (self._sum + self._lost) / self.total)

    def gains(self, classes: Integers, counts: Integers) -> Floats:
        """How much each row would raise the entropy, times the total so far.

        The product is what can be told exactly: close to the end an image changes the entropy only
        in its last digits.
        """
        added = counts.sum(axis=1)
        terms = (_terms(self._counts[classes] + counts) - self._terms[classes]).sum(axis=1)
        if not self.total:
            gains: Floats = np.log2(added) - terms / added
            return gains
        mean = (self._sum + self._lost) / self.total
        grown = self.total * np.log1p(added / self.total) / math.log(2)
        return np.asarray(grown - (terms - mean * added) * self.total / (self.total + added))

    def add(self, classes: Integers, counts: Integers) -> None:
        """Count one image."""
        self._counts[classes] += counts
        terms = _terms(self._counts[classes])
        for change in (terms - self._terms[classes]).tolist():
            self._add_exactly(change)
        self._terms[classes] = terms
        self.total += int(counts.sum())

    def _add_exactly(self, change: float) -> None:
        total = self._sum + change
        if abs(self._sum) >= abs(change):
            self._lost += (self._sum - total) + change
        else:
            self._lost += (change - total) + self._sum
        self._sum = total


def _terms(counts: Integers) -> Floats:
    return np.asarray(counts * np.log2(counts))
