"""What gives words their vectors, and remembers those it has given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]

#: Phrases that are remembered at most; with 384 numbers each they take 150 MB.
_MOST_REMEMBERED = 50_000


class WordVectors(Protocol):
    """A source of vectors: words that mean the same have vectors of nearly one direction."""

    @property
    def digest(self) -> str:
        """Tells this source from any other: values depend on it."""

    @property
    def alike(self) -> float:
        """The cosine from which on two words are likely to name the same thing."""

    @property
    def size(self) -> int:
        """How many numbers a vector has."""

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """A row for each word or phrase; zeros for one that the source does not know."""


class RememberedVectors:
    """Vectors of another source, each asked for once."""

    def __init__(self, source: WordVectors) -> None:
        self._source = source
        self._known: dict[str, Vectors] = {}

    @property
    def digest(self) -> str:
        """That of the source."""
        return self._source.digest

    @property
    def alike(self) -> float:
        """That of the source."""
        return self._source.alike

    @property
    def size(self) -> int:
        """That of the source."""
        return self._source.size

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """A row for each phrase, in lower case and with single spaces."""
        plain = [" ".join(phrase.lower().split()) for phrase in phrases]
        new = [phrase for phrase in dict.fromkeys(plain) if phrase not in self._known]
        if new:
            if len(self._known) + len(new) > _MOST_REMEMBERED:
                self._known.clear()
                new = list(dict.fromkeys(plain))
            self._known.update(zip(new, self._source.vectors(new), strict=True))
        rows = [self._known[phrase] for phrase in plain]
        return np.array(rows, dtype=np.float64).reshape(len(rows), self.size)


def of_one_length(rows: Vectors) -> Vectors:
    """Rows made as long as 1; those of zeros stay."""
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    made: Vectors = np.zeros_like(rows)
    np.divide(rows, lengths, out=made, where=lengths > 0)
    return made


def cosines(rows: Vectors, others: Vectors) -> Vectors:
    """The cosine of every row with every other; 0 where one of them is zeros.

    Products of matrices depend on the number of threads and on what else is in the matrix in their
    last digits, and so would scores; sums of this order do not.

    >>> cosines(np.eye(2), np.array([[3.0, 4.0]])).tolist()
    [[0.6], [0.8]]
    """
    left, right = of_one_length(rows), of_one_length(others)
    return np.asarray((left[:, None, :] * right[None, :, :]).sum(axis=2))
