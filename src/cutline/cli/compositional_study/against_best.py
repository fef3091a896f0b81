"""Each run against the best one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cutline.reports.statistics.comparison import MetricComparison


@dataclass(frozen=True)
class Behind:
    """How far a run is behind the best: at most 0, but for chance. None of the best itself."""

    run: int
    value: float
    low: float
    high: float
    p: float


def against_best(metric: MetricComparison) -> list[tuple[int, Behind | None]]:
    """The runs from best to worst, each with its difference to the best; None for the best."""
    values = [score.value for score in metric.scores]
    order = sorted(
        range(len(values)), key=lambda run: math.inf if math.isnan(values[run]) else -values[run]
    )
    best = order[0]
    return [(run, None if run == best else _behind(metric, run, best)) for run in order]


def _behind(metric: MetricComparison, run: int, best: int) -> Behind:
    found = metric.difference(min(run, best), max(run, best))
    sign = 1 if run > best else -1
    low, high = found.interval.low, found.interval.high
    if sign < 0:
        low, high = -high, -low
    return Behind(run, sign * found.value, low, high, found.corrected_p)
