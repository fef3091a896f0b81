"""A figure of a study over its seeds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any


@dataclass(frozen=True)
class Spread:
    """A figure over seeds: its mean, and how far seeds are apart (the sample's deviation)."""

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean."""
        return fmean(self.values)

    @property
    def deviation(self) -> float:
        """The standard deviation; not a number for one seed."""
        return stdev(self.values) if len(self.values) > 1 else float("nan")

    def minus(self, other: Spread) -> Spread:
        """The difference, seed by seed."""
        pairs = zip(self.values, other.values, strict=True)
        return Spread(tuple(one - two for one, two in pairs))

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"mean": self.mean, "deviation": self.deviation, "by_seed": list(self.values)}


def spread_text(spread: Spread, *, signed: bool = False) -> str:
    """A mean and a deviation.

    >>> spread_text(Spread((0.2, 0.3))), spread_text(Spread((0.25,)), signed=True)
    ('0.250 ± 0.071', '+0.250')
    """
    mean = f"{spread.mean:+.3f}" if signed else f"{spread.mean:.3f}"
    return mean if math.isnan(spread.deviation) else f"{mean} ± {spread.deviation:.3f}"
