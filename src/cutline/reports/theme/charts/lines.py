"""Values over numbers, such as a score over how many objects are mentioned, as lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from cutline.reports.theme.charts.axes import (
    SIZE,
    Scale,
    bottom_axis,
    finite,
    left_axis,
    scale_over,
    text,
    tick_labels,
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
from cutline.reports.theme.text import safe, text_width

_HEIGHT, _LEFT, _LABEL_STEP, _LABEL_ROOM = 300.0, 48.0, 17.0, 170.0


def line_chart(
    title: str,
    xs: Sequence[float],
    series: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    *,
    decimals: int = SCORE_DECIMALS,
) -> Chart:
    """A line for each series, named where it ends; what is not a number leaves a gap.

    Raises:
        ValueError: when a series has not as many values as there are numbers.

    >>> chart = line_chart("F by k", [1, 2], {"size": [0.3, 0.4]}, "k", "F")
    >>> "size" in chart.svg
    True
    """
    for label, values in series.items():
        if len(values) != len(xs):
            raise ValueError(f"{label}: found {len(values)} values for {len(xs)} numbers")
    beside = _table(title, xs, series, x_label, decimals)
    known = [y for values in series.values() for y in finite(values)]
    missing = sum(len(values) for values in series.values()) - len(known)
    if not known or not finite(xs):
        return nothing(title, beside, f"There are no values to show.{left_out(missing)}")
    # Systems have wider fonts than the one that is measured by.
    room = min(_LABEL_ROOM, 1.2 * max(text_width(label, SIZE) for label in series) + 18)
    top = title_height(title) + 22
    bottom = top + _HEIGHT
    across, x_ticks = scale_over(xs, _LEFT, WIDTH - room)
    upward, y_ticks = scale_over(known, bottom, top)
    parts = left_axis(upward, y_ticks, _LEFT, across.end, tick_labels(y_ticks))
    parts += bottom_axis(across, x_ticks, bottom, bottom, x_label)
    parts.append(text(_LEFT, top - 10, y_label, "tick"))
    for number, values in enumerate(series.values()):
        parts.append(_line(number, xs, values, across, upward))
    parts += _names(xs, series, across, upward, room)
    said = "; ".join(
        f"{label} from {number_text(_ends(values)[0], decimals)} to "
        f"{number_text(_ends(values)[1], decimals)}"
        for label, values in series.items()
        if finite(values)
    )
    description = f"{y_label} by {x_label}: {said}.{left_out(missing)}"
    return Chart(drawing(title, description, parts, height=bottom + 48), beside)


def _line(
    number: int, xs: Sequence[float], values: Sequence[float], across: Scale, upward: Scale
) -> str:
    steps, is_open = [], False
    for x, y in zip(xs, values, strict=True):
        if not math.isfinite(y):
            is_open = False
            continue
        steps.append(f"{'L' if is_open else 'M'}{across(x):.1f} {upward(y):.1f}")
        is_open = True
    return f'<path class="outline bare {series_name(number)}" d="{"".join(steps)}"/>'


def _names(
    xs: Sequence[float],
    series: Mapping[str, Sequence[float]],
    across: Scale,
    upward: Scale,
    room: float,
) -> list[str]:
    """The name of each line at its end, moved apart where lines end close together."""
    ends = []
    for number, (label, values) in enumerate(series.items()):
        known = [(x, y) for x, y in zip(xs, values, strict=True) if math.isfinite(y)]
        if known:
            ends.append((upward(known[-1][1]), number, label))
    ends.sort()
    parts = []
    for (y, number, label), at in zip(ends, _apart([end[0] for end in ends], upward), strict=True):
        path = f"M{across.end:.1f} {y:.1f}L{across.end + 10:.1f} {at:.1f}"
        parts.append(f'<path class="outline bare {series_name(number)}" d="{path}"/>')
        parts.append(text(across.end + 14, at + 5, label, "halo", room=room - 14))
    return parts


def _apart(heights: Sequence[float], upward: Scale) -> list[float]:
    """Heights from the top down, moved as little as keeps labels apart and beside the chart."""
    places: list[float] = []
    for height in heights:
        places.append(max(height, places[-1] + _LABEL_STEP) if places else height)
    lowest = max(upward.start, upward.end + _LABEL_STEP * (len(places) - 1))
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], lowest)
        lowest = places[number] - _LABEL_STEP
    return places


def _ends(values: Sequence[float]) -> tuple[float, float]:
    known = finite(values)
    return known[0], known[-1]


def _table(
    title: str,
    xs: Sequence[float],
    series: Mapping[str, Sequence[float]],
    x_label: str,
    decimals: int,
) -> str:
    columns = [Column(x_label, "right"), *(Column(label, "right") for label in series)]
    cells = [
        [f"{x:g}", *(safe(number_text(float(values[row]), decimals)) for values in series.values())]
        for row, x in enumerate(xs)
    ]
    return table(title, columns, cells)
