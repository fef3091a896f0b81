"""Scores as pages show them, in the theme's own cells."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cutline.reports.theme.score_cell import score_cell
from cutline.server.board.values import Value

#: Of raw scores: as many as tell entries apart, and few enough to read.
RAW_DECIMALS = 5


def cell(
    value: Value,
    decimals: int,
    *,
    highest: float = 1.0,
    letters: str = "",
    signature: str = "",
) -> str:
    """A score with its interval, as HTML."""
    interval = None
    if value.low is not None and value.high is not None:
        interval = value.low, value.high
    return score_cell(
        math.nan if value.value is None else value.value,
        interval,
        highest=highest,
        letters=letters,
        signature=signature,
        decimals=decimals,
    )


def highest_of(values: Iterable[Value]) -> float:
    """Where the bars of a column end: at one, or beyond it where scores go beyond."""
    found = (bound for value in values for bound in (value.value, value.high) if bound is not None)
    return max([1.0, *found])
