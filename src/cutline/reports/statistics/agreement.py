"""How well people agree who rate the same things: Krippendorff's alpha.

(Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*.) It holds for any number of
raters, for ratings that are missing, and for values that are names, ranks or numbers.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.reports.statistics.intervals import Interval, check_level, interval_of
from cutline.reports.statistics.resampling import Resampling

#: What values are: names, ranks, or numbers whose differences mean something.
Scale = Literal["nominal", "ordinal", "interval"]
SCALES: tuple[Scale, ...] = ("nominal", "ordinal", "interval")

#: Distances of ranks change with every resample; more ranks than this are numbers.
MOST_RANKS = 50


@dataclass(frozen=True)
class Agreement:
    """Krippendorff's alpha: 1 for perfect agreement, 0 for what chance gives, less for worse.

    `alpha` is None where it is undefined, and `reason` says why. `units` have two ratings or more,
    and `ratings` are theirs: others cannot be compared with anything. The interval is from
    resamples of units.
    """

    alpha: float | None
    scale: Scale
    units: int
    ratings: int
    interval: Interval | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "alpha": self.alpha,
            "scale": self.scale,
            "units": self.units,
            "ratings": self.ratings,
            "interval": self.interval.to_dict() if self.interval else None,
            "reason": self.reason,
        }


def krippendorff_alpha(
    units: Sequence[Sequence[Hashable | None]],
    scale: Scale = "nominal",
    resampling: Resampling | None = None,
    *,
    level: float = 0.95,
) -> Agreement:
    """The agreement of ratings.

    Args:
        units: the ratings of each thing that was rated, in any order; None is no rating.
        scale: `nominal` for names, `ordinal` for ranks, `interval` for numbers.
        resampling: how many resamples of units, and their seed.
        level: of the interval.

    Raises:
        UsageError: for another scale, a level outside 0 to 1, or ratings that are no numbers where
            numbers are needed.

    >>> found = krippendorff_alpha([[1, 1, 2], [3, 3], [2, None, 2], [4]], "ordinal")
    >>> round(found.alpha, 3), found.units, found.ratings
    (0.786, 3, 7)
    >>> krippendorff_alpha([["yes", "yes"], ["yes", "yes"]]).reason
    "all ratings are 'yes': where nothing varies, there is nothing to agree on"
    """
    check_level(level)
    if scale not in SCALES:
        raise UsageError(f"a scale is {', '.join(SCALES)}, not {scale!r}")
    rated = [[value for value in unit if value is not None] for unit in units]
    paired = [unit for unit in rated if len(unit) > 1]
    values = _ordered_values(paired, scale)
    size = len(paired), sum(map(len, paired))
    if not paired:
        return Agreement(None, scale, *size, reason="nothing has two ratings or more")
    if len(values) == 1:
        reason = (
            f"all ratings are {values[0]!r}: where nothing varies, there is nothing to agree on"
        )
        return Agreement(None, scale, *size, reason=reason)
    counted = _Counted(paired, values, scale)
    alpha = float(counted.alphas(np.ones((1, len(paired))))[0])
    resampling = resampling or Resampling()
    resampled = np.concatenate([counted.alphas(block) for block in resampling.weights(len(paired))])
    interval = interval_of(
        alpha, resampled, None, images=len(paired), resampling=resampling, level=level
    )
    return Agreement(alpha, scale, *size, interval=interval)


def _ordered_values(units: Sequence[Sequence[Hashable]], scale: Scale) -> list[Any]:
    found: list[Any] = list(dict.fromkeys(value for unit in units for value in unit))
    if scale == "nominal":
        return found
    for value in found:
        is_number = isinstance(value, int | float | np.integer | np.floating)
        if not is_number or not math.isfinite(value):
            raise UsageError(f"{scale} ratings are numbers, not {value!r}")
    if scale == "ordinal" and len(found) > MOST_RANKS:
        raise UsageError(
            f"ordinal ratings have {MOST_RANKS} different values at most, not {len(found)}; "
            f"the scale of so many is interval"
        )
    return sorted(found)


class _Counted:
    """How often each unit got each value, and what that comes to when units are drawn again."""

    def __init__(
        self, units: Sequence[Sequence[Hashable]], values: Sequence[Any], scale: Scale
    ) -> None:
        number_of = {value: number for number, value in enumerate(values)}
        self._counts: Floats = np.zeros((len(units), len(values)))
        for row, unit in zip(self._counts, units, strict=True):
            for value in unit:
                row[number_of[value]] += 1
        self._others: Floats = self._counts.sum(axis=1) - 1
        self._scale = scale
        if scale == "ordinal":
            # Pairs of values that meet in each unit; distances of ranks come later.
            pairs = self._counts[:, :, None] * self._counts[:, None, :]
            self._met = (pairs / self._others[:, None, None]).reshape(len(units), -1)
            return
        numbers = np.array(values, dtype=float) if scale == "interval" else np.arange(len(values))
        apart = numbers[:, None] - numbers[None, :]
        self._distances: Floats = apart**2 if scale == "interval" else (apart != 0).astype(float)
        self._observed = ((self._counts @ self._distances) * self._counts).sum(axis=1)
        self._observed /= self._others

    def alphas(self, weights: Floats) -> Floats:
        """Alpha for each row of weights; NaN where it is undefined."""
        totals = weights @ self._counts
        if self._scale == "ordinal":
            distances = _rank_distances(totals)
            observed = ((weights @ self._met) * distances.reshape(len(weights), -1)).sum(axis=1)
            expected = np.einsum("bc,bck,bk->b", totals, distances, totals)
        else:
            observed = weights @ self._observed
            expected = ((totals @ self._distances) * totals).sum(axis=1)
        ratings = totals.sum(axis=1)
        undefined = expected <= 0
        ratio = observed * (ratings - 1) / np.where(undefined, 1.0, expected)
        return np.where(undefined, np.nan, 1 - ratio)


def _rank_distances(totals: Floats) -> Floats:
    """The squared number of ratings between two ranks, half of each of the two included."""
    middles = np.cumsum(totals, axis=1) - totals / 2
    apart: Floats = (middles[:, :, None] - middles[:, None, :]) ** 2
    return apart
