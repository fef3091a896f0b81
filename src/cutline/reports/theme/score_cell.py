"""A score as every table shows it: no bare numbers anywhere."""

from __future__ import annotations

import math

from cutline.reports.theme.numbers import (
    HUNDREDFOLD_DECIMALS,
    SCORE_DECIMALS,
    number_text,
    range_text,
)
from cutline.reports.theme.text import safe


def score_cell(
    value: float,
    interval: tuple[float, float] | None = None,
    *,
    highest: float = 1.0,
    letters: str = "",
    signature: str = "",
    hundredfold: bool = False,
    decimals: int | None = None,
) -> str:
    """A score, its interval beside it and as a thin bar below, and its tie group.

    Args:
        value: the score; NaN is shown as a dash.
        interval: its lower and upper bound.
        highest: where the bar ends; it starts at zero, or for what is negative as far below it.
        letters: its tie groups; systems that share a letter cannot be told apart.
        signature: how the score was made. It is shown on hover, and the number opens it as text
            that can be copied.
        hundredfold: show the score times 100.
        decimals: by default as many as is usual.

    >>> "0.523" in score_cell(0.5234), "52.3" in score_cell(0.5234, hundredfold=True)
    (True, True)
    """
    factor = 100 if hundredfold else 1
    if decimals is None:
        decimals = HUNDREDFOLD_DECIMALS if hundredfold else SCORE_DECIMALS
    shown = f'<span class="score-value">{number_text(value * factor, decimals)}</span>'
    if letters:
        shown += (
            f'<span class="score-letters" title="Tied with all that share a letter">'
            f'<span class="visually-hidden"> tie group </span>{safe(letters)}</span>'
        )
    if interval is not None and any(map(math.isnan, interval)):
        # Takes its place, so that numbers in a column line up.
        shown += '<span class="score-interval"></span>'
    elif interval is not None:
        shown += (
            f' <span class="score-interval"><span class="visually-hidden">interval </span>'
            f"{range_text(interval[0] * factor, interval[1] * factor, decimals)}</span>"
            f"{_bar(value, interval, highest)}"
        )
    if not signature:
        return f'<div class="score">{shown}</div>'
    return (
        f'<details class="score signature" title="{safe(signature)}"><summary>{shown}</summary>'
        f'<div class="signature-text"><code>{safe(signature)}</code>'
        '<button type="button" class="copy">Copy</button></div></details>'
    )


def _bar(value: float, interval: tuple[float, float], highest: float) -> str:
    lowest = -highest if min(interval) < 0 else 0.0

    def place(score: float) -> float:
        part = (score - lowest) / (highest - lowest) if highest > 0 else 0.0
        return 100 * min(1.0, max(0.0, part))

    zero = '<rect class="zero" x="49.8" width="0.4" height="4"/>' if lowest < 0 else ""
    low, high = place(min(interval)), place(max(interval))
    at = f'<rect class="at" x="{place(value) - 0.5:.2f}" width="1" height="4"/>'
    return (
        '<svg class="score-bar" viewBox="0 0 100 4" preserveAspectRatio="none" '
        'aria-hidden="true" focusable="false"><rect class="track" y="1.5" width="100" height="1"/>'
        f"{zero}"
        f'<rect class="range" x="{low:.2f}" y="0.5" width="{max(0.8, high - low):.2f}" height="3"/>'
        f"{'' if math.isnan(value) else at}</svg>"
    )
