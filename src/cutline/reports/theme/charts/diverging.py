"""Bars to the left and right of zero, such as words used too seldom and too often."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutline.reports.theme.charts.axes import line, text
from cutline.reports.theme.charts.chart import (
    WIDTH,
    Chart,
    drawing,
    left_out,
    nothing,
    title_height,
)
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_STEP, _BAR = 26.0, 16.0
_MIDDLE, _FIGURE_ROOM = WIDTH / 2, 64.0


def diverging_bars(
    title: str,
    rows: Sequence[tuple[str, float]],
    left_label: str,
    right_label: str,
    *,
    decimals: int = 1,
) -> Chart:
    """A bar for each row, to the left if its value is negative; its name is across from it."""
    shown = [(label, float(value)) for label, value in rows if math.isfinite(value)]
    beside = _table(title, rows, decimals)
    missing = len(rows) - len(shown)
    if not shown:
        return nothing(title, beside, f"There is nothing to compare.{left_out(missing, 'row')}")
    top = title_height(title) + 30
    bottom = top + len(shown) * _STEP
    unit = (_MIDDLE - _FIGURE_ROOM) / (max(abs(value) for _, value in shown) or 1.0)
    half = _MIDDLE - 24
    parts = [
        text(_MIDDLE - 16, top - 14, f"\N{LEFTWARDS ARROW} {left_label}", "tick end", room=half),
        text(_MIDDLE + 16, top - 14, f"{right_label} \N{RIGHTWARDS ARROW}", "tick", room=half),
        line("axis", _MIDDLE, top - 6, _MIDDLE, bottom),
    ]
    for number, (label, value) in enumerate(shown):
        parts += _row(label, value, top + number * _STEP, unit, decimals)
    said = "; ".join(f"{label} {_figure(value, decimals)}" for label, value in shown)
    description = f"Negative is {left_label}, positive is {right_label}: {said}."
    return Chart(
        drawing(title, description + left_out(missing, "row"), parts, height=bottom + 8), beside
    )


def _row(label: str, value: float, y: float, unit: float, decimals: int) -> list[str]:
    length, is_left = abs(value) * unit, value < 0
    start = _MIDDLE - length if is_left else _MIDDLE
    end = _MIDDLE - length - 6 if is_left else _MIDDLE + length + 6
    side = "below" if is_left else "above"
    baseline = y + _STEP / 2 + 5
    return [
        f'<rect class="bar {side}" x="{start:.1f}" y="{y + (_STEP - _BAR) / 2:.1f}" '
        f'width="{max(length, 0.5):.1f}" height="{_BAR:.0f}"/>',
        text(end, baseline, _figure(value, decimals), f"figure tick{' end' if is_left else ''}"),
        text(
            _MIDDLE + 8 if is_left else _MIDDLE - 8,
            baseline,
            label,
            "" if is_left else "end",
            room=_MIDDLE - 16,
        ),
    ]


def _figure(value: float, decimals: int) -> str:
    sign = "+" if value > 0 and float(f"{value:.{decimals}f}") else ""
    return f"{sign}{number_text(value, decimals)}"


def _table(title: str, rows: Sequence[tuple[str, float]], decimals: int) -> str:
    cells = [[safe(label), _figure(value, decimals)] for label, value in rows]
    keys: list[list[float | str | None]] = [[label, float(value)] for label, value in rows]
    return table(title, [Column("name"), Column("difference", "right")], cells, sort_values=keys)
