"""What charts are measured by: scales, ticks at round numbers, and the lines that mark them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cutline.reports.theme.numbers import MINUS
from cutline.reports.theme.text import fitted, safe

#: Letters of a chart, in its own units; a chart is drawn from three quarters to once as large.
SIZE, SMALL = 14.0, 13.0


@dataclass(frozen=True)
class Scale:
    """Where values from `low` to `high` stand between two places on the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value; one beyond the scale stands at its end.

        >>> Scale(0, 1, 100, 200)(0.5), Scale(0, 1, 100, 200)(7)
        (150.0, 200.0)
        """
        part = (value - self.low) / (self.high - self.low)
        return self.start + min(1.0, max(0.0, part)) * (self.end - self.start)


def finite(values: Iterable[float]) -> list[float]:
    """The values that are numbers."""
    return [float(value) for value in values if math.isfinite(value)]


def nice_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """About so many round numbers, the first not above `low` and the last not below `high`.

    >>> nice_ticks(0.13, 0.58)
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    >>> nice_ticks(7, 7)
    [6.0, 6.5, 7.0, 7.5, 8.0]
    """
    # Values closer than can be told apart beside their own size are one value.
    if not high - low > 1e-9 * max(abs(low), abs(high)):
        margin = 10.0 ** math.floor(math.log10(abs(low))) if abs(low) > 1e-300 else 0.5
        low, high = low - margin, high + margin
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((factor for factor in (1, 2, 2.5, 5) if factor * power >= rough * 0.85), 10) * power
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{place * step:.12g}") for place in range(first, last + 1)]


def tick_labels(ticks: Sequence[float]) -> list[str]:
    """Ticks as text, all with as many decimals as the finest needs.

    >>> tick_labels([-0.5, 0.0, 0.5])
    ['−0.5', '0.0', '0.5']
    """
    if any(abs(tick) >= 1e6 or 0 < abs(tick) < 1e-4 for tick in ticks):
        return [f"{tick:.3g}".replace("-", MINUS) for tick in ticks]
    decimals = max((len(f"{tick:.6f}".rstrip("0").partition(".")[2]) for tick in ticks), default=0)
    return [f"{tick:.{decimals}f}".replace("-", MINUS) for tick in ticks]


def scale_over(values: Iterable[float], start: float, end: float) -> tuple[Scale, list[float]]:
    """A scale from tick to tick over all of the values, and its ticks."""
    numbers = finite(values) or [0.0, 1.0]
    ticks = nice_ticks(min(numbers), max(numbers))
    return Scale(ticks[0], ticks[-1], start, end), ticks


def text(
    x: float, y: float, words: str, kind: str = "", *, room: float = math.inf, size: float = SIZE
) -> str:
    """Words at a place; if they need more than `room` they are cut, and whole on hover."""
    shown = fitted(words, room, size)
    whole = f"<title>{safe(words)}</title>" if shown != words else ""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}">{safe(shown)}{whole}</text>'


def line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def bottom_axis(
    scale: Scale, ticks: Sequence[float], top: float, bottom: float, label: str
) -> list[str]:
    """Thin lines up from each tick, their numbers below, and what they count."""
    parts = [line("grid", scale(tick), top, scale(tick), bottom) for tick in ticks]
    parts.append(line("axis", scale.start, bottom, scale.end, bottom))
    parts += [
        text(scale(tick), bottom + 18, words, "tick middle")
        for tick, words in zip(ticks, tick_labels(ticks), strict=True)
    ]
    room = scale.end - scale.start
    middle = (scale.start + scale.end) / 2
    return [
        *parts,
        *([text(middle, bottom + 40, label, "tick middle", room=room)] if label else []),
    ]


def left_axis(
    scale: Scale, ticks: Sequence[float], left: float, right: float, labels: Sequence[str]
) -> list[str]:
    """Thin lines from each tick to the right, and their texts to the left."""
    parts = [line("grid", left, scale(tick), right, scale(tick)) for tick in ticks]
    return parts + [
        text(left - 8, scale(tick) + 5, words, "tick end")
        for tick, words in zip(ticks, labels, strict=True)
    ]
