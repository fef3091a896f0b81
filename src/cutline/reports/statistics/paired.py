"""Tests of two runs on the same images: approximate randomisation and the paired bootstrap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.reports.statistics.resampling import ROUNDING
from cutline.reports.statistics.sums import Summed, adds_up

Test = Literal["randomisation", "bootstrap"]
TESTS: tuple[Test, ...] = ("randomisation", "bootstrap")


def swapped_sums(summed: Summed, swaps: Iterable[Floats]) -> Floats:
    """What the swapped images add up to, a row for each trial.

    Sums of a run that takes those images from another follow from these by adding and taking away:
    one pass serves all pairs of runs.
    """
    return np.concatenate([block @ summed.summands for block in swaps])


def swapped_differences(
    summed: Summed, first: int, second: int, sums: Floats, swaps: Iterable[Floats]
) -> Floats:
    """What two scores would differ by after each trial's swaps."""
    if not adds_up(summed.scores[first].metric):
        return _drawn_differences(summed, first, second, swaps)
    one, other = summed.columns[first], summed.columns[second]
    assert one is not None
    assert other is not None
    totals = summed.summands.sum(axis=0)
    moved = sums[:, other] - sums[:, one]
    metric = summed.scores[first].metric
    swapped = metric.score_of_sums(totals[one] + moved, summed.images)
    return swapped - metric.score_of_sums(totals[other] - moved, summed.images)


def randomisation_p(difference: float, swapped: Floats) -> float:
    """How often chance alone gives a difference as large (Noreen 1989), either way.

    The runs as they are count as one of the trials, so that p is never 0.
    """
    as_large = np.abs(swapped) >= abs(difference) * (1 - ROUNDING) - ROUNDING
    return float((np.count_nonzero(as_large) + 1) / (len(swapped) + 1))


def bootstrap_p(difference: float, resampled: Floats) -> float:
    """How often resampled differences stray as far from their mean as it is from none.

    (Koehn 2004, two-sided and centred, as Riezler and Maxwell 2005 advise.)
    """
    strayed = np.abs(resampled - resampled.mean())
    as_large = strayed >= abs(difference) * (1 - ROUNDING) - ROUNDING
    return float((np.count_nonzero(as_large) + 1) / (len(resampled) + 1))


def check_test(test: str) -> None:
    """Refuse an unknown test.

    Raises:
        UsageError: with the tests there are.
    """
    if test not in TESTS:
        raise UsageError(f"the test is randomisation or bootstrap, not {test!r}")


def _drawn_differences(summed: Summed, first: int, second: int, swaps: Iterable[Floats]) -> Floats:
    one, other = summed.scores[first], summed.scores[second]
    differences = []
    for block in swaps:
        for row in block.astype(bool)[:, :, None]:
            swapped = np.where(row, other.statistics, one.statistics)
            back = np.where(row, one.statistics, other.statistics)
            differences.append(one.metric.score(swapped) - one.metric.score(back))
    return np.array(differences)
