"""Scores and their intervals, one below the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.reports.theme.charts.axes import SMALL, bottom_axis, finite, line, scale_over, text
from cutline.reports.theme.charts.chart import (
    WIDTH,
    Chart,
    drawing,
    left_out,
    nothing,
    title_height,
)
from cutline.reports.theme.numbers import SCORE_DECIMALS, number_text, range_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe, text_width

_STEP = 32.0
_VALUE_ROOM = 52.0
_SIZE = 14.0


@dataclass(frozen=True)
class IntervalRow:
    """A system or a slice: its score and the bounds of its interval, which may be NaN."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""


def interval_chart(
    title: str,
    rows: Sequence[IntervalRow],
    axis_label: str,
    *,
    decimals: int = SCORE_DECIMALS,
) -> Chart:
    """A dot for each score and a whisker for its interval; rows keep their order."""
    shown = [row for row in rows if math.isfinite(row.value)]
    beside = _table(title, rows, axis_label, decimals)
    if not shown:
        return nothing(title, beside, f"There are no scores to show.{left_out(len(rows), 'row')}")
    left = min(190.0, max(text_width(row.label, _SIZE) for row in shown) + 6)
    notes = min(130.0, max(text_width(row.note, SMALL) for row in shown) + 8)
    right = WIDTH - _VALUE_ROOM - (notes if notes > 8 else 0)
    bounds = finite(x for row in shown for x in (row.value, row.low, row.high))
    scale, ticks = scale_over(bounds, left + 12, right - 12)
    top = title_height(title)
    bottom = top + len(shown) * _STEP + 4
    parts = bottom_axis(scale, ticks, top, bottom, axis_label)
    for number, row in enumerate(shown):
        y = top + (number + 0.5) * _STEP + 2
        parts.append(text(left, y + 5, row.label, "end", room=left))
        if math.isfinite(row.low) and math.isfinite(row.high):
            parts.append(line("whisker series-1", scale(row.low), y, scale(row.high), y))
        parts.append(
            f'<circle class="dot series-1" cx="{scale(row.value):.1f}" cy="{y:.1f}" r="5"/>'
        )
        parts.append(
            text(right + _VALUE_ROOM - 6, y + 5, number_text(row.value, decimals), "figure end")
        )
        if row.note:
            parts.append(text(WIDTH, y + 5, row.note, "tick end", room=notes, size=SMALL))
    said = "; ".join(_said(row, decimals) for row in shown)
    description = f"{axis_label}: {said}.{left_out(len(rows) - len(shown), 'row')}"
    return Chart(drawing(title, description, parts, height=bottom + 48), beside)


def _said(row: IntervalRow, decimals: int) -> str:
    if math.isfinite(row.low) and math.isfinite(row.high):
        low, high = number_text(row.low, decimals), number_text(row.high, decimals)
        return f"{row.label} {number_text(row.value, decimals)}, interval {low} to {high}"
    return f"{row.label} {number_text(row.value, decimals)}"


def _table(title: str, rows: Sequence[IntervalRow], axis_label: str, decimals: int) -> str:
    has_notes = any(row.note for row in rows)
    columns = [Column("name"), Column(axis_label or "score", "right"), Column("interval", "right")]
    cells = [
        [
            safe(row.label),
            number_text(row.value, decimals),
            range_text(row.low, row.high, decimals),
        ]
        for row in rows
    ]
    keys: list[list[float | str | None]] = [[row.label, row.value, row.low] for row in rows]
    if has_notes:
        columns.append(Column("note"))
        cells = [[*line, safe(row.note)] for line, row in zip(cells, rows, strict=True)]
        keys = [[*key, row.note] for key, row in zip(keys, rows, strict=True)]
    return table(title, columns, cells, sort_values=keys)
