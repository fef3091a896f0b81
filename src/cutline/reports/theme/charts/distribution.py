"""How the scores of images are spread, one outline for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutline.reports.theme.charts.axes import (
    SIZE,
    Scale,
    bottom_axis,
    left_axis,
    line,
    nice_ticks,
    text,
)
from cutline.reports.theme.charts.chart import (
    WIDTH,
    Chart,
    drawing,
    left_out,
    nothing,
    series_name,
    title_height,
)
from cutline.reports.theme.numbers import SCORE_DECIMALS, number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import fitted, safe, text_width

_BINS = 40
#: More outlines than so many are not filled.
_FILLED = 3
_HEIGHT, _LEFT, _LABEL_STEP, _NAME_ROOM = 220.0, 48.0, 22.0, 190.0


@dataclass(frozen=True)
class _Series:
    number: int
    label: str
    values: NDArray[np.float64]
    #: The share of images in each bin.
    shares: NDArray[np.float64]
    median: float


def distribution_chart(
    title: str,
    series: Mapping[str, ArrayLike],
    axis_label: str,
    highest: float,
    *,
    decimals: int = SCORE_DECIMALS,
) -> Chart:
    """Overlaid step histograms from zero to `highest`, with each median marked and named.

    Scores beyond either end count in the last bin, and the description says how many they are.
    """
    arrays = {label: np.asarray(values, dtype=np.float64) for label, values in series.items()}
    missing = sum(int((~np.isfinite(values)).sum()) for values in arrays.values())
    arrays = {label: values[np.isfinite(values)] for label, values in arrays.items()}
    beside = _table(title, arrays, decimals)
    top = highest if np.isfinite(highest) and highest > 0 else 1.0
    shown = [
        _series(number, label, values, top)
        for number, (label, values) in enumerate(arrays.items())
        if values.size
    ]
    if not shown:
        return nothing(title, beside, f"There are no scores to show.{left_out(missing)}")
    beyond = sum(int(((one.values < 0) | (one.values > top)).sum()) for one in shown)
    said = "; ".join(f"{one.label} has median {number_text(one.median, decimals)}" for one in shown)
    outside = f" {beyond} outside 0 to {top:g} are counted at the ends." if beyond else ""
    description = f"{axis_label}, share of images: {said}.{outside}{left_out(missing)}"
    parts, height = _drawn(title, shown, axis_label, top, decimals)
    return Chart(drawing(title, description, parts, height=height), beside)


def _series(number: int, label: str, values: NDArray[np.float64], highest: float) -> _Series:
    counts, _ = np.histogram(np.clip(values, 0, highest), bins=_BINS, range=(0, highest))
    return _Series(number, label, values, counts / values.size, float(np.median(values)))


def _drawn(
    title: str, shown: Sequence[_Series], axis_label: str, highest: float, decimals: int
) -> tuple[list[str], float]:
    labels_top = title_height(title) + 6
    top = labels_top + len(shown) * _LABEL_STEP + 14
    bottom = top + _HEIGHT
    across = Scale(0, highest, _LEFT, WIDTH - 12)
    ticks = nice_ticks(0, max(float(one.shares.max()) for one in shown), 4)
    upward = Scale(0, ticks[-1], bottom, top)
    places = nice_ticks(0, highest)
    parts = left_axis(
        upward, ticks[1:], _LEFT, across.end, [f"{tick:.3g}%" for tick in 100 * np.array(ticks[1:])]
    )
    parts += bottom_axis(
        across, [p for p in places if p <= highest * 1.0001], bottom, bottom, axis_label
    )
    parts += [_outline(one, across, upward, len(shown) > _FILLED) for one in shown]
    parts += _medians(shown, across, labels_top, bottom, decimals)
    return parts, bottom + 48


def _outline(one: _Series, across: Scale, upward: Scale, is_bare: bool) -> str:
    steps = [f"M{across(0):.1f} {upward(0):.1f}"]
    for place, share in enumerate(one.shares):
        steps.append(f"V{upward(float(share)):.1f}H{across(across.high * (place + 1) / _BINS):.1f}")
    bare = " bare" if is_bare else ""
    path = f"{''.join(steps)}V{upward(0):.1f}"
    return f'<path class="outline{bare} {series_name(one.number)}" d="{path}"/>'


def _medians(
    shown: Sequence[_Series], across: Scale, top: float, bottom: float, decimals: int
) -> list[str]:
    """A line up from each median to its label; smaller medians have higher labels.

    So a line never runs through the words of another, which stand to the right of theirs.
    """
    lines, labels = [], []
    for row, one in enumerate(sorted(shown, key=lambda one: one.median)):
        x, y = across(one.median), top + row * _LABEL_STEP + 12
        lines.append(line(f"median {series_name(one.number)}", x, y - 11, x, bottom))
        name = fitted(one.label, _NAME_ROOM, SIZE)
        words = f"{name}, median {number_text(one.median, decimals)}"
        is_left = x + 8 + text_width(words, SIZE) > WIDTH
        at, kind = (x - 8, "halo end") if is_left else (x + 8, "halo")
        labels.append(text(at, y, words, kind))
    return [*lines, *labels]


def _table(title: str, arrays: Mapping[str, NDArray[np.float64]], decimals: int) -> str:
    heads = ("images", "mean", "lowest", "lower quartile", "median", "upper quartile", "highest")
    columns = [Column("system"), *(Column(head, "right") for head in heads)]
    cells: list[list[str]] = []
    keys: list[list[float | str | None]] = []
    for label, values in arrays.items():
        quartiles = np.quantile(values, [0, 0.25, 0.5, 0.75, 1]) if values.size else [np.nan] * 5
        mean = float(values.mean()) if values.size else float("nan")
        figures = [mean, *map(float, quartiles)]
        cells.append([safe(label), f"{values.size}", *(number_text(x, decimals) for x in figures)])
        keys.append([label, values.size, *figures])
    return table(title, columns, cells, sort_values=keys)
