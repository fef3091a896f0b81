"""Intervals of means of scores: several scores of the same images, taken together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.score import Score
from cutline.reports.statistics.intervals import (
    METHODS,
    Interval,
    Method,
    check_level,
    interval_of,
    left_out_values,
)
from cutline.reports.statistics.resampling import Resampling
from cutline.reports.statistics.sums import Summed


def mean_intervals(
    rounds: Sequence[Sequence[Score]],
    resampling: Resampling | None = None,
    *,
    method: Method = "bca",
    level: float = 0.95,
) -> list[Interval]:
    """An interval for the mean of each metric's corpus scores over rounds.

    A resample draws images, and counts them alike in every round: scores of one image in several
    rounds are not independent, so rounds make no interval narrower than they should.

    Args:
        rounds: the scores of each round, by the same metrics in the same order, on the same images.
        resampling: how many resamples, and their seed.
        method: `bca` or `percentile`.
        level: of the intervals.

    Raises:
        UsageError: for an unknown method, a level outside 0 to 1, or scores that do not fit.

    >>> import cutline
    >>> refs = {1: ["a dog runs"], 2: ["the cat sleeps"], 3: ["two birds fly"]}
    >>> said = [["a dog runs", "a cat", "two birds"], ["a dog", "the cat", "birds fly"]]
    >>> rounds = [list(cutline.score(run, list(refs.values()), "rouge-l").values()) for run in said]
    >>> [found] = mean_intervals(rounds)
    >>> round(found.low, 3), round(found.high, 3)
    (0.579, 0.848)
    """
    check_level(level)
    if method not in METHODS:
        raise UsageError(f"the method of an interval is bca or percentile, not {method!r}")
    specs = [score.spec for score in rounds[0]]
    for scores in rounds:
        if [score.spec for score in scores] != specs:
            raise UsageError("means are taken of the same metrics in every round")
    resampling = resampling or Resampling()
    # All in one: the draws are the costly part.
    summed = Summed.of([score for scores in rounds for score in scores])
    values = summed.values(resampling.weights(summed.images))
    values = values.reshape(len(rounds), len(specs), -1).mean(axis=0)
    by_round = [Summed.of(scores) for scores in rounds] if method == "bca" else []
    found = []
    for number in range(len(specs)):
        without = [left_out_values(of_round, number) for of_round in by_round]
        found.append(
            interval_of(
                float(np.mean([scores[number].value for scores in rounds])),
                values[number],
                np.mean(without, axis=0) if without else None,
                images=summed.images,
                resampling=resampling,
                level=level,
            )
        )
    return found
