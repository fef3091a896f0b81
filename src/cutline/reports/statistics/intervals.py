"""Bootstrap intervals: percentile, and corrected for bias and skewness (BCa)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.core.score import Score
from cutline.reports.statistics.resampling import ROUNDING, Resampling
from cutline.reports.statistics.sums import Summed, adds_up

Method = Literal["bca", "percentile"]
METHODS: tuple[Method, ...] = ("bca", "percentile")


@dataclass(frozen=True)
class Interval:
    """Where a value would lie if other images of the same kind had been drawn."""

    low: float
    high: float
    level: float
    method: Method
    resampling: Resampling

    @property
    def procedure(self) -> str:
        """How it came about, in one line."""
        return (
            f"intervals:{self.method},level={self.level:g}"
            f"|resamples:{self.resampling.resamples}|seed:{self.resampling.seed}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "method": self.method,
            "resamples": self.resampling.resamples,
            "seed": self.resampling.seed,
        }


def intervals(
    scores: Sequence[Score],
    resampling: Resampling | None = None,
    *,
    method: Method = "bca",
    level: float = 0.95,
) -> list[Interval]:
    """An interval for each score, all from the same resamples of the images.

    Statistics are resampled, not values, so that BLEU and METEOR are right; what depends on all
    references, such as document frequencies, stays as it is. An interval of fewer than two images
    is undefined (NaN).

    Raises:
        UsageError: for an unknown method, a level outside 0 to 1, or scores of different images.

    >>> import cutline
    >>> said = {1: "a dog runs", 2: "a cat", 3: "two birds"}
    >>> refs = {1: ["a dog runs"], 2: ["the cat sleeps"], 3: ["two birds fly"]}
    >>> [found] = intervals(list(cutline.score(said, refs, "rouge-l").values()))
    >>> round(found.low, 3), round(found.high, 3)
    (0.386, 0.924)
    """
    check_level(level)
    if method not in METHODS:
        raise UsageError(f"the method of an interval is bca or percentile, not {method!r}")
    resampling = resampling or Resampling()
    summed = Summed.of(scores)
    values = summed.values(resampling.weights(summed.images))
    return [
        interval_of(
            score.value,
            values[number],
            left_out_values(summed, number) if method == "bca" else None,
            images=summed.images,
            resampling=resampling,
            level=level,
        )
        for number, score in enumerate(scores)
    ]


def check_level(level: float) -> None:
    """Refuse a level that is no share.

    Raises:
        UsageError: with what was given.
    """
    if not 0 < level < 1:
        raise UsageError(f"a level is between 0 and 1, such as 0.95, not {level}")


def left_out_values(summed: Summed, number: int) -> Floats:
    """The value of one of the scores without each image in turn; none where that leaves nothing."""
    if summed.images < 2:
        return np.empty(0)
    score = summed.scores[number]
    if not adds_up(score.metric):
        places = np.arange(summed.images)
        without = (np.delete(places, place) for place in places)
        return np.array([score.metric.score(score.statistics[kept]) for kept in without])
    sums = summed.summands.sum(axis=0) - summed.summands
    return summed.values_of_sums(number, sums, summed.images - 1)


def interval_of(
    value: float,
    resampled: Floats,
    left_out: Floats | None,
    *,
    images: int,
    resampling: Resampling,
    level: float,
) -> Interval:
    """The interval of a value: BCa where values without each image are given, else percentile."""
    method: Method = "percentile" if left_out is None else "bca"
    if images < 2 or math.isnan(value):
        return Interval(math.nan, math.nan, level, method, resampling)
    # A resample of which the metric says nothing is left out, as judging metrics does too.
    resampled = resampled[~np.isnan(resampled)]
    if not len(resampled):
        return Interval(math.nan, math.nan, level, method, resampling)
    tails = (1 - level) / 2, (1 + level) / 2
    if left_out is not None:
        tails = _corrected(value, resampled, left_out, tails)
    low, high = np.quantile(resampled, tails)
    return Interval(float(low), float(high), level, method, resampling)


def _corrected(
    value: float, resampled: Floats, left_out: Floats, tails: tuple[float, float]
) -> tuple[float, float]:
    """The quantiles to take instead (Efron 1987)."""
    normal = NormalDist()
    # Of resamples that equal the value half lie below; what differs by rounding alone is equal.
    # Where all lie on one side the bias is kept finite.
    margin = ROUNDING * (1 + abs(value))
    below = np.mean(resampled < value - margin) / 2 + np.mean(resampled <= value + margin) / 2
    edge = 1 / (2 * len(resampled))
    bias = normal.inv_cdf(min(max(float(below), edge), 1 - edge))
    off = left_out.mean() - left_out
    squares = float(np.sum(off**2))
    skewness = float(np.sum(off**3)) / (6 * squares**1.5) if squares > 0 else 0.0

    def corrected(tail: float) -> float:
        shifted = bias + normal.inv_cdf(tail)
        return normal.cdf(bias + shifted / (1 - skewness * shifted))

    return corrected(tails[0]), corrected(tails[1])
