"""Whole numbers, such as the words of each caption, summed up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.scoring.diagnosis.words import Numbers

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Distribution:
    """How numbers are spread.

    `deviation` is the standard deviation of these numbers, not an estimate for others. `quantiles`
    has those of `QUANTILES`; `histogram` has pairs of a number and how often it occurs, the lowest
    first.
    """

    count: int
    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    histogram: tuple[tuple[int, int], ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return self.quantiles[QUANTILES.index(0.5)]

    def share_of(self, number: int) -> float:
        """How often a number occurs, from 0 to 1."""
        return dict(self.histogram).get(number, 0) / self.count

    def share_above(self, number: int) -> float:
        """How many are larger than a number, from 0 to 1."""
        return sum(times for value, times in self.histogram if value > number) / self.count

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "count": self.count,
            "mean": self.mean,
            "deviation": self.deviation,
            "quantiles": {
                f"{q:g}": value for q, value in zip(QUANTILES, self.quantiles, strict=True)
            },
            "histogram": {str(value): times for value, times in self.histogram},
        }


def distribution_of(numbers: Numbers) -> Distribution:
    """The distribution of numbers, of which there is at least one.

    >>> found = distribution_of(np.array([1, 1, 4]))
    >>> found.mean, found.median, found.histogram, found.share_of(1) > found.share_above(3)
    (2.0, 1.0, ((1, 2), (4, 1)), True)
    """
    values, times = np.unique(numbers, return_counts=True)
    # From the histogram: the last digit must not depend on the order of numbers either.
    mean = (values * times).sum() / len(numbers)
    variance = (np.square(values - mean) * times).sum() / len(numbers)
    return Distribution(
        count=len(numbers),
        mean=float(mean),
        deviation=float(np.sqrt(variance)),
        quantiles=tuple(np.quantile(numbers, QUANTILES).tolist()),
        histogram=tuple(zip(values.tolist(), times.tolist(), strict=True)),
    )
