"""Bars in groups, such as the systems in each slice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutline.reports.theme.charts.axes import Scale, bottom_axis, finite, line, nice_ticks, text
from cutline.reports.theme.charts.chart import (
    WIDTH,
    Chart,
    drawing,
    left_out,
    nothing,
    series_name,
    title_height,
)
from cutline.reports.theme.numbers import SCORE_DECIMALS, number_text, range_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe, text_width

_STEP, _BAR, _HEAD, _GAP = 24.0, 14.0, 26.0, 12.0
_VALUE_ROOM = 56.0


@dataclass(frozen=True)
class BarSeries:
    """A system: its value in each group, and intervals if it has them."""

    label: str
    values: Sequence[float]
    intervals: Sequence[tuple[float, float] | None] | None = None

    def interval(self, group: int) -> tuple[float, float] | None:
        """The interval in a group, if both of its bounds are numbers."""
        found = self.intervals[group] if self.intervals is not None else None
        return found if found is not None and all(map(math.isfinite, found)) else None


def grouped_bars(
    title: str,
    groups: Sequence[str],
    series: Sequence[BarSeries],
    axis_label: str = "",
    *,
    decimals: int = SCORE_DECIMALS,
) -> Chart:
    """Under the name of each group one bar for each series, named beside it.

    Raises:
        ValueError: when a series has not one value for each group.
    """
    for one in series:
        if len(one.values) != len(groups):
            raise ValueError(
                f"{one.label}: found {len(one.values)} values, expected {len(groups)}, one a group"
            )
    beside = _table(title, groups, series, decimals)
    values = [value for one in series for value in one.values]
    missing = len(values) - len(finite(values))
    if len(values) == missing:
        return nothing(title, beside, f"There are no scores to show.{left_out(missing)}")
    is_single = len(series) == 1
    names = list(groups) if is_single else [one.label for one in series]
    left = min(190.0, max(text_width(name, 14) for name in names) + 20)
    scale, ticks = _scale(series, left)
    top = title_height(title)
    rows = list(_rows(groups, series, is_single))
    bottom = top + sum(height for _, height in rows)
    parts, y = bottom_axis(scale, ticks, top, bottom, axis_label), top
    parts.append(line("axis", scale(0), top, scale(0), bottom))
    for row, height in rows:
        parts += row.drawn(y, left, scale, decimals)
        y += height
    description = f"{_said(groups, series, decimals)}{left_out(missing)}"
    return Chart(
        drawing(title, description, parts, height=bottom + (48 if axis_label else 26)), beside
    )


@dataclass(frozen=True)
class _Head:
    label: str

    def drawn(self, y: float, left: float, scale: Scale, decimals: int) -> list[str]:
        return [text(0, y + 19, self.label, "strong halo", room=WIDTH)]


@dataclass(frozen=True)
class _Bar:
    label: str
    value: float
    interval: tuple[float, float] | None
    number: int

    def drawn(self, y: float, left: float, scale: Scale, decimals: int) -> list[str]:
        middle = y + _STEP / 2
        parts = [text(left - 8, middle + 5, self.label, "end", room=left - 8)]
        if not math.isfinite(self.value):
            return [*parts, text(scale(0) + 6, middle + 5, "no score", "tick")]
        start, end = sorted((scale(0), scale(self.value)))
        parts.append(
            f'<rect class="bar {series_name(self.number)}" x="{start:.1f}" '
            f'y="{middle - _BAR / 2:.1f}" width="{max(0.5, end - start):.1f}" height="{_BAR:.0f}"/>'
        )
        if self.interval is not None:
            low, high = self.interval
            parts.append(line("whisker bare", scale(low), middle, scale(high), middle))
        return [*parts, text(WIDTH, middle + 5, number_text(self.value, decimals), "figure end")]


def _rows(
    groups: Sequence[str], series: Sequence[BarSeries], is_single: bool
) -> Iterator[tuple[_Head | _Bar, float]]:
    for place, group in enumerate(groups):
        if not is_single:
            yield _Head(group), _HEAD
        for number, one in enumerate(series):
            bar = _Bar(
                group if is_single else one.label, one.values[place], one.interval(place), number
            )
            is_last = number + 1 == len(series) and not is_single
            yield bar, _STEP + (_GAP if is_last else 0)


def _scale(series: Sequence[BarSeries], left: float) -> tuple[Scale, list[float]]:
    bounds = [0.0]
    for one in series:
        for place, value in enumerate(one.values):
            bounds += finite([value, *(one.interval(place) or ())])
    low, high = min(bounds), max(bounds)
    ticks = nice_ticks(low, high) if high > low else nice_ticks(0, 1)
    return Scale(ticks[0], ticks[-1], left + 4, WIDTH - _VALUE_ROOM), ticks


def _said(groups: Sequence[str], series: Sequence[BarSeries], decimals: int) -> str:
    return " ".join(
        f"{group}: "
        + ", ".join(
            f"{one.label} {number_text(one.values[place], decimals)}"
            for one in series
            if math.isfinite(one.values[place])
        )
        + "."
        for place, group in enumerate(groups)
    )


def _table(title: str, groups: Sequence[str], series: Sequence[BarSeries], decimals: int) -> str:
    columns = [Column("group"), *(Column(one.label, "right") for one in series)]
    cells = [
        [safe(group), *(_cell(one, place, decimals) for one in series)]
        for place, group in enumerate(groups)
    ]
    keys: list[list[float | str | None]] = [
        [group, *(float(one.values[place]) for one in series)] for place, group in enumerate(groups)
    ]
    return table(title, columns, cells, sort_values=keys)


def _cell(one: BarSeries, place: int, decimals: int) -> str:
    interval = one.interval(place)
    beside = ""
    if interval is not None:
        beside = f' <span class="score-interval">{range_text(*interval, decimals)}</span>'
    return f"{number_text(one.values[place], decimals)}{beside}"
