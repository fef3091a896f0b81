"""Sums that do not depend on the order of what is added, nor on how it was divided.

A double is a whole number times a power of two. So sums are kept as whole numbers, in units of the
smallest power there is: nothing is rounded until the sum is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from cutline.core.metric import Floats

#: Units of 2 ** -_SCALE: the smallest double is 2 ** -1074, and its fraction has 53 bits more.
_SCALE = 1200
_FRACTION_BITS = 53
#: Fractions are added in two halves, so that 2 ** 36 of them stay within 64 bits.
_HALF = 26


@dataclass(frozen=True)
class ExactSums:
    """The sums of columns.

    >>> rows = np.array([[1e16], [1.0], [-1e16]])
    >>> float(rows.sum()), ExactSums.of(rows).rounded().tolist()
    (0.0, [1.0])
    """

    units: tuple[int, ...]

    @classmethod
    def of(cls, rows: Floats) -> ExactSums:
        """The sums of the columns of finite numbers.

        Raises:
            ValueError: when a number is not finite.
        """
        if not np.isfinite(rows).all():
            raise ValueError("only finite numbers can be added exactly")
        return cls(tuple(_units(column) for column in rows.T))

    @classmethod
    def total(cls, sums: Iterable[ExactSums]) -> ExactSums:
        """All sums together."""
        return cls(tuple(map(sum, zip(*(one.units for one in sums), strict=True))))

    def rounded(self) -> Floats:
        """The doubles nearest to the sums."""
        return np.array([float(Fraction(units, 1 << _SCALE)) for units in self.units])

    def to_text(self) -> list[str]:
        """As JSON can hold it without loss."""
        return [f"{units:x}" for units in self.units]

    @classmethod
    def from_text(cls, texts: Iterable[str]) -> ExactSums:
        """What `to_text` gave."""
        return cls(tuple(int(text, 16) for text in texts))


def _units(column: Floats) -> int:
    fractions, exponents = np.frexp(column)
    whole = np.ldexp(fractions, _FRACTION_BITS).astype(np.int64)
    total = 0
    for exponent in np.unique(exponents):
        numbers = whole[exponents == exponent]
        high, low = numbers >> _HALF, numbers & ((1 << _HALF) - 1)
        together = (int(high.sum()) << _HALF) + int(low.sum())
        total += together << (int(exponent) - _FRACTION_BITS + _SCALE)
    return total
