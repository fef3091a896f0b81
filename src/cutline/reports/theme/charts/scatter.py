"""One score against another, such as a metric against people's ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutline.reports.theme.charts.axes import (
    Scale,
    bottom_axis,
    left_axis,
    line,
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
    title_height,
)
from cutline.reports.theme.charts.point_names import Frame, point_names
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import text_width

_HEIGHT = 340.0
#: From so many points on, those in one cell of a grid are drawn as one dot.
_MANY, _GRID, _FEW = 600, 8.0, 30
_GROUPS = 10

_Array = NDArray[np.float64]


def scatter_chart(
    title: str,
    xs: ArrayLike,
    ys: ArrayLike,
    x_label: str,
    y_label: str,
    line: tuple[float, float] | None = None,
    *,
    curve: tuple[ArrayLike, ArrayLike] | None = None,
    names: Mapping[int, str] | None = None,
) -> Chart:
    """A dot for each pair; `line` is the slope and intercept of a line through them.

    Thousands of points are drawn as fewer dots, larger where there are more points.

    Args:
        title: above the drawing.
        xs: the first number of each pair.
        ys: the second.
        x_label: what the first is.
        y_label: what the second is.
        line: see above.
        curve: the xs and ys of a curve to draw; the axes take it in.
        names: what to write beside some of the pairs, by their place. Then every pair is a dot.

    Raises:
        ValueError: when there are not as many xs as ys.
    """
    across, up = np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64)
    if across.shape != up.shape or across.ndim != 1:
        raise ValueError(f"found {across.size} xs and {up.size} ys, expected as many of both")
    known = np.isfinite(across) & np.isfinite(up)
    missing = int((~known).sum())
    named = [
        (float(across[place]), float(up[place]), name)
        for place, name in (names or {}).items()
        if known[place]
    ]
    across, up = across[known], up[known]
    beside = _table(title, across, up, x_label, y_label)
    if not across.size:
        return nothing(title, beside, f"There are no points to show.{left_out(missing, 'pair')}")
    drawn = _curve(curve)
    parts, height = _drawn(title, across, up, (x_label, y_label), line, drawn, named)
    pairs = f"{across.size} pair{'' if across.size == 1 else 's'}"
    fitted = f" The line has slope {line[0]:.3g} and intercept {line[1]:.3g}." if line else ""
    if drawn.size:
        fitted += f" A curve runs from {_place(drawn[:, 0])} to {_place(drawn[:, -1])}."
    if named:
        fitted += f" Named are {', '.join(name for _, _, name in named)}."
    description = f"{y_label} against {x_label}, {pairs}.{fitted}{left_out(missing, 'pair')}"
    return Chart(drawing(title, description, parts, height=height), beside)


def _drawn(
    title: str,
    across: _Array,
    up: _Array,
    labels: tuple[str, str],
    fit: tuple[float, float] | None,
    curve: _Array,
    named: list[tuple[float, float, str]],
) -> tuple[list[str], float]:
    top = title_height(title) + 28
    bottom = top + _HEIGHT
    y_scale, y_ticks = scale_over(np.append(up, curve[1]), bottom - 8, top + 8)
    words = tick_labels(y_ticks)
    left = max(text_width(word, 14) for word in words) + 14
    x_scale, x_ticks = scale_over(np.append(across, curve[0]), left + 8, WIDTH - 20)
    parts = left_axis(y_scale, y_ticks, left, WIDTH - 12, words)
    parts.append(text(0, top - 10, labels[1], "tick", room=WIDTH))
    parts += bottom_axis(x_scale, x_ticks, top, bottom, labels[0])
    parts += _dots(across, up, x_scale, y_scale, is_gathered=len(across) >= _MANY and not named)
    if fit is not None:
        parts += _fitted_line(fit, x_scale, y_scale)
    if curve.size:
        parts.append(_curved_line(curve, x_scale, y_scale))
    if named:
        places = ((x_scale(x), y_scale(y), name) for x, y, name in named)
        dots = np.column_stack([_placed(across, x_scale), _placed(up, y_scale)])
        parts += point_names(places, dots, Frame(left, WIDTH, top, bottom))
    return parts, bottom + 48


def _dots(
    across: _Array, up: _Array, x_scale: Scale, y_scale: Scale, is_gathered: bool
) -> Iterable[str]:
    """Dots of one size share a path: strokes of no length with round ends."""
    columns = [_placed(across, x_scale), _placed(up, y_scale)]
    if is_gathered:
        columns = [_gathered(column) for column in columns]
    smallest = 5 if len(across) >= _MANY else 7
    places = np.column_stack(columns)
    points, counts = np.unique(np.round(places, 1), axis=0, return_counts=True)
    # From one point to 16 and more in five steps; the area grows as the logarithm of the count.
    classes = np.minimum(4, np.floor(np.log2(counts))).astype(int)
    for size in np.unique(classes):
        chosen = points[classes == size]
        path = "".join(f"M{x:g} {y:g}h0" for x, y in chosen)
        width = smallest * np.sqrt(1 + 0.6 * size)
        yield f'<path class="points" stroke-width="{width:.1f}" d="{path}"/>'


def _gathered(places: _Array) -> _Array:
    """Places moved into the middle of their cells; the few places of ratings stay."""
    if len(np.unique(places)) <= _FEW:
        return places
    return (np.floor(places / _GRID) + 0.5) * _GRID


def _placed(values: _Array, scale: Scale) -> _Array:
    part = (values - scale.low) / (scale.high - scale.low)
    return scale.start + part * (scale.end - scale.start)


def _fitted_line(fit: tuple[float, float], x_scale: Scale, y_scale: Scale) -> Iterable[str]:
    slope, intercept = fit
    xs = np.linspace(x_scale.low, x_scale.high, 401)
    ys = intercept + slope * xs
    inside = (ys >= y_scale.low) & (ys <= y_scale.high)
    if inside.any():
        first, last = np.flatnonzero(inside)[[0, -1]]
        ends = [(x_scale(xs[i]), y_scale(ys[i])) for i in (first, last)]
        yield line("fit", *ends[0], *ends[1])


def _curve(given: tuple[ArrayLike, ArrayLike] | None) -> _Array:
    """The points of a curve in two rows, those that are numbers."""
    if given is None:
        return np.empty((2, 0))
    points = np.array([np.asarray(side, dtype=np.float64) for side in given])
    return points[:, np.isfinite(points).all(axis=0)]


def _place(point: _Array) -> str:
    return f"{number_text(float(point[0]))}, {number_text(float(point[1]))}"


def _curved_line(curve: _Array, x_scale: Scale, y_scale: Scale) -> str:
    steps = "L".join(f"{x_scale(x):.1f} {y_scale(y):.1f}" for x, y in curve.T)
    return f'<path class="fit" d="M{steps}"/>'


def _table(title: str, across: _Array, up: _Array, x_label: str, y_label: str) -> str:
    """Ten groups of as many points each, from the lowest x to the highest."""
    order = np.argsort(across, kind="stable")
    groups = [part for part in np.array_split(order, _GROUPS) if part.size]
    columns = [
        Column(f"{x_label} from", "right"),
        Column("to", "right"),
        Column("pairs", "right"),
        Column(f"mean {y_label}", "right"),
    ]
    rows = [
        [float(across[part[0]]), float(across[part[-1]]), float(part.size), float(up[part].mean())]
        for part in groups
    ]
    cells = [[number_text(a), number_text(b), f"{n:.0f}", number_text(m)] for a, b, n, m in rows]
    return table(title, columns, cells, row_headers=False, sort_values=rows)
