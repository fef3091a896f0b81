"""How metrics agree with each other: a square of correlations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutline.reports.theme.charts.axes import SMALL, text
from cutline.reports.theme.charts.chart import Chart, drawing, left_out, nothing, title_height
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import fitted, safe, text_width

#: How much of a cell's colour is laid over the paper at a correlation of 1, so that the ink of
#: either theme can still be read on it.
STRONGEST = 0.6
_SIDE, _LOWEST_WIDTH = 56.0, 640.0


def matrix_chart(title: str, labels: Sequence[str], values: ArrayLike) -> Chart:
    """A heat map from -1 to 1 with the figure in each cell; row and column i are `labels[i]`.

    Raises:
        ValueError: when the values are not a square of as many rows as labels.
    """
    square = np.asarray(values, dtype=np.float64)
    if square.size == 0 and not labels:
        return nothing(title, table(title, [Column("")], []))
    if square.shape != (len(labels), len(labels)):
        raise ValueError(
            f"found values of shape {square.shape}, expected {len(labels)} rows and columns"
        )
    missing = int((~np.isfinite(square)).sum())
    left = min(170.0, max(text_width(label, 14) for label in labels) + 10)
    lean = min(150.0, max(text_width(label, SMALL) for label in labels))
    top = title_height(title) + lean * 0.71 + 16
    parts = [
        part for row, label in enumerate(labels) for part in _heads(row, label, left, top, lean)
    ]
    for row, column in np.ndindex(*square.shape):
        parts.append(_cell(left + column * _SIDE, top + row * _SIDE, float(square[row, column])))
    width = max(_LOWEST_WIDTH, left + len(labels) * _SIDE + lean * 0.71 + 8)
    height = top + len(labels) * _SIDE + 4
    description = f"{_said(labels, square)}{left_out(missing)}"
    return Chart(
        drawing(title, description, parts, height=height, width=width),
        _table(title, labels, square),
    )


def _heads(place: int, label: str, left: float, top: float, lean: float) -> list[str]:
    x, y = left + (place + 0.5) * _SIDE + 4, top - 8
    beside = text(left - 8, top + (place + 0.5) * _SIDE + 5, label, "end", room=left - 6)
    above = safe(fitted(label, lean, SMALL))
    return [
        beside,
        f'<text class="head" x="{x:.1f}" y="{y:.1f}" transform="rotate(-45 {x:.1f} {y:.1f})">'
        f"{above}</text>",
    ]


def _cell(x: float, y: float, value: float) -> str:
    known = math.isfinite(value)
    strength = min(1.0, abs(value)) * STRONGEST if known else 0.0
    kind = "unknown" if not known else "with" if value >= 0 else "against"
    words = number_text(value if known else math.nan, 2)
    return (
        f'<rect class="cell {kind}" x="{x + 1:.1f}" y="{y + 1:.1f}" width="{_SIDE - 2:.0f}" '
        f'height="{_SIDE - 2:.0f}" fill-opacity="{strength:.3f}"/>'
        f"{text(x + _SIDE / 2, y + _SIDE / 2 + 5, words, 'figure middle')}"
    )


def _said(labels: Sequence[str], square: NDArray[np.float64]) -> str:
    pairs = [
        (float(square[one, other]), f"{labels[one]} and {labels[other]}")
        for one, other in combinations(range(len(labels)), 2)
        if math.isfinite(square[one, other])
    ]
    if not pairs:
        return f"Correlations of {', '.join(labels)}."
    (low, lowest), (high, highest) = min(pairs), max(pairs)
    return (
        f"Correlations of {len(labels)} metrics, from {low:.2f} between {lowest} "
        f"to {high:.2f} between {highest}."
    )


def _table(title: str, labels: Sequence[str], square: NDArray[np.float64]) -> str:
    columns = [Column(""), *(Column(label, "right") for label in labels)]
    numbers = [[float(value) for value in row] for row in square]
    cells = [
        [safe(label), *map(number_text, row)] for label, row in zip(labels, numbers, strict=True)
    ]
    keys: list[list[float | str | None]] = [
        [label, *row] for label, row in zip(labels, numbers, strict=True)
    ]
    return table(title, columns, cells, sort_values=keys)
