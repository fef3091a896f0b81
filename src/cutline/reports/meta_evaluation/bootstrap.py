"""Intervals from resampled images: all judgments of an image come and go together."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.meta_evaluation.groups import Places
from cutline.reports.meta_evaluation.verdict import Estimate
from cutline.reports.statistics import Interval, Resampling
from cutline.reports.statistics.intervals import interval_of

#: Weights that are worked on at once: about what the processor keeps at hand.
_LOT = 1 << 16


def estimates(
    compute: Callable[[Floats], Mapping[str, Floats]],
    image_of: Places,
    resampling: Resampling,
    level: float,
) -> dict[str, Estimate]:
    """What `compute` makes of all observations, with percentile intervals.

    Args:
        compute: gets rows of weights, one weight an observation; gives a number a row for each
            name.
        image_of: the image of each observation, counted from 0.
        resampling: how images are drawn; the same for every metric.
        level: the share of resamples that an interval holds.
    """
    images = int(image_of.max()) + 1
    whole = compute(np.ones((1, len(image_of))))
    found: dict[str, list[Floats]] = {name: [] for name in whole}
    rows = max(1, _LOT // len(image_of))
    for counts in resampling.weights(images):
        for start in range(0, len(counts), rows):
            weights = np.take(counts[start : start + rows], image_of, axis=1)
            for name, values in compute(weights).items():
                found[name].append(values)
    return {
        name: _estimate(float(whole[name][0]), np.concatenate(parts), images, resampling, level)
        for name, parts in found.items()
    }


def _estimate(
    value: float, resampled: Floats, images: int, resampling: Resampling, level: float
) -> Estimate:
    # A resample of few images may leave nothing to tell apart.
    defined = resampled[np.isfinite(resampled)]
    if not len(defined):
        return Estimate(value, Interval(math.nan, math.nan, level, "percentile", resampling))
    interval = interval_of(value, defined, None, images=images, resampling=resampling, level=level)
    return Estimate(value, interval)
