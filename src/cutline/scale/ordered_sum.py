"""Sums in numpy's own order, of numbers that need not be in memory at once.

`numpy.sum` halves an array again and again and adds the halves' sums, so a sum depends on where a
number stands. Halving in the same places gives the same sum to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cutline.core.metric import Floats

#: So many numbers are added by numpy itself, which goes on halving. At least 128.
_AT_ONCE = 1 << 18


def ordered_sum(arrays: Iterable[Floats], count: int) -> float:
    """What `numpy.sum` gives for these arrays of so many numbers in all, one behind the other.

    Raises:
        ValueError: when there are fewer numbers.

    >>> numbers = np.linspace(0, 1, 1000)
    >>> ordered_sum([numbers[:7], numbers[7:]], 1000) == float(numbers.sum())
    True
    """
    source = _Source(iter(arrays))
    return float(_sum(source, count))


def _sum(source: _Source, count: int) -> np.float64:
    if count <= _AT_ONCE:
        return np.float64(np.sum(source.take(count)))
    half = count // 2
    half -= half % 8  # numpy adds eight numbers side by side
    return np.float64(_sum(source, half) + _sum(source, count - half))


def sum_by_rows(arrays: Iterable[Floats]) -> float:
    """What `numpy.sum` gives for a column of a table with several: one number after the other.

    >>> table = np.linspace(0, 1, 2000).reshape(-1, 2)
    >>> sum_by_rows([table[:7, 0], table[7:, 0]]) == float(table.sum(axis=0)[0])
    True
    """
    total = 0.0
    for numbers in arrays:
        total = float(np.cumsum(np.concatenate([[total], numbers]))[-1])
    return total


class _Source:
    """Numbers one behind the other, however they come."""

    def __init__(self, arrays: Iterator[Floats]) -> None:
        self._arrays = arrays
        self._left: Floats = np.empty(0)

    def take(self, count: int) -> Floats:
        found: list[Floats] = []
        while count:
            if not len(self._left):
                try:
                    self._left = next(self._arrays)
                except StopIteration:
                    raise ValueError(f"{count} numbers fewer than there should be") from None
                continue
            found.append(self._left[:count])
            count -= len(found[-1])
            self._left = self._left[len(found[-1]) :]
        return np.ascontiguousarray(np.concatenate(found)) if found else np.empty(0)
