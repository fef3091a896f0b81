"""Numbers as text: always as many decimals, a true minus, a dash for what is not a number."""

from __future__ import annotations

import math

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
#: Decimals of a score from 0 to 1, and of one shown times 100.
SCORE_DECIMALS, HUNDREDFOLD_DECIMALS = 3, 1


def number_text(value: float, decimals: int = SCORE_DECIMALS) -> str:
    """A number with so many decimals.

    >>> number_text(0.5), number_text(-112.34, 1), number_text(math.nan)
    ('0.500', '−112.3', '–')
    """
    if math.isnan(value):
        return DASH
    text = f"{value:.{decimals}f}"
    # Nothing is less than zero by less than can be seen.
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", MINUS)


def range_text(low: float, high: float, decimals: int = SCORE_DECIMALS) -> str:
    """Both bounds of an interval, or a dash if one is not a number.

    >>> range_text(0.51, 0.532), range_text(-0.5, 0.25)
    ('0.510–0.532', '−0.500 to 0.250')
    """
    if math.isnan(low) or math.isnan(high):
        return DASH
    bounds = number_text(low, decimals), number_text(high, decimals)
    # A dash between them would be read as a sign.
    return (" to " if MINUS in "".join(bounds) else DASH).join(bounds)
