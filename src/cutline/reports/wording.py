"""Figures as they are written everywhere."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cutline.reports.statistics import Interval

UNDEFINED = "undefined"


def value_text(value: float) -> str:
    """A score.

    >>> value_text(0.48261), value_text(float("nan"))
    ('0.483', 'undefined')
    """
    return UNDEFINED if math.isnan(value) else f"{value:.3f}"


def signed_text(value: float) -> str:
    """A difference of scores, its sign always shown.

    >>> signed_text(0.0312), signed_text(-0.2), signed_text(0.00001)
    ('+0.031', '-0.200', '0.000')
    """
    if math.isnan(value):
        return UNDEFINED
    text = f"{value:+.3f}"
    return text[1:] if float(text) == 0 else text


def interval_text(interval: Interval, signed: bool = False) -> str:
    """From where to where.

    >>> from cutline.reports.statistics import Interval, Resampling
    >>> interval_text(Interval(0.1, 0.25, 0.95, "bca", Resampling()))
    '0.100 to 0.250'
    """
    if math.isnan(interval.low) or math.isnan(interval.high):
        return UNDEFINED
    written = signed_text if signed else value_text
    return f"{written(interval.low)} to {written(interval.high)}"


def p_text(p: float) -> str:
    """A chance, and never none at all.

    >>> p_text(0.0432), p_text(0.0001)
    ('0.043', '<0.001')
    """
    if math.isnan(p):
        return UNDEFINED
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def level_text(level: float) -> str:
    """The head of a column of intervals.

    >>> level_text(0.95), level_text(0.975)
    ('95% interval', '97.5% interval')
    """
    return f"{level * 100:g}% interval"


def needed_text(images: float) -> str:
    """How many images it takes to show something.

    >>> needed_text(1200.4), needed_text(math.inf), needed_text(math.nan)
    ('1,201', 'none suffice', 'undefined')
    """
    if math.isnan(images):
        return UNDEFINED
    return "none suffice" if math.isinf(images) else f"{math.ceil(images):,}"
