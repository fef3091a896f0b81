"""Who stands out among many: a rule that is not moved by those who do."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from statistics import fmean, median
from typing import Final, Literal, TypeVar

#: What pages call the rule.
RULE: Final = "modified z-score beyond 3.5 (Iglewicz and Hoaglin, 1993)"
_LIMIT = 3.5
#: Of fewer, nobody can say what is usual.
FEWEST = 5
#: For a normal distribution these make a deviation of 1 of the standard deviation.
_OF_MEDIAN, _OF_MEAN = 1.4826, 1.253314

Key = TypeVar("Key", bound=Hashable)


def outliers(values: Mapping[Key, float], side: Literal["low", "high"]) -> dict[Key, float]:
    """Those whose value is far below, or above, what is usual, with their modified z-scores.

    A value's distance from the median is measured in median absolute deviations, or in mean ones
    where most values are the same.

    >>> speeds = {"a": 3.0, "b": 3.1, "c": 2.9, "d": 3.2, "e": 2.8, "f": 0.3}
    >>> list(outliers(speeds, "low")), list(outliers(speeds, "high"))
    (['f'], [])
    """
    if len(values) < FEWEST:
        return {}
    middle = median(values.values())
    distances = [abs(value - middle) for value in values.values()]
    unit = _OF_MEDIAN * median(distances) or _OF_MEAN * fmean(distances)
    if unit == 0:
        return {}
    scores = {key: (value - middle) / unit for key, value in values.items()}
    sign = -1.0 if side == "low" else 1.0
    return {key: score for key, score in scores.items() if sign * score > _LIMIT}
