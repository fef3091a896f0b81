"""Many tests at once: p-values that stay honest."""

from __future__ import annotations

import math
from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for being several (Holm 1979), in the same order.

    One that is undefined (NaN) was no test: it stays so, and does not count.

    >>> [round(p, 3) for p in holm([0.01, 0.04, float("nan"), 0.03])]
    [0.03, 0.06, nan, 0.06]
    """
    tested = [place for place, p in enumerate(p_values) if not math.isnan(p)]
    corrected = [math.nan] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(tested, key=lambda place: p_values[place])):
        highest = max(highest, min(1.0, p_values[place] * (len(tested) - rank)))
        corrected[place] = highest
    return corrected
