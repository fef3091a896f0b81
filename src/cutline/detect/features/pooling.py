"""The mean vector of a box, from a grid of vectors over the picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def cell_boxes(rows: int, columns: int) -> NDArray[np.float32]:
    """The boxes of a grid's cells, row by row: left, top, right, bottom as shares.

    >>> cell_boxes(1, 2).tolist()
    [[0.0, 0.0, 0.5, 1.0], [0.5, 0.0, 1.0, 1.0]]
    """
    top, left = np.divmod(np.arange(rows * columns), columns)
    sides = np.stack([left / columns, top / rows, (left + 1) / columns, (top + 1) / rows], axis=1)
    return sides.astype(np.float32)


def pooled(grid: NDArray[Any], boxes: NDArray[Any]) -> NDArray[np.float32]:
    """The mean vector of each box; a cell counts by how much of it lies in the box.

    A box without any area is a point: it has the vector of the cell that it lies in.

    Args:
        grid: rows x columns x size, over the whole picture.
        boxes: boxes x 4, shares of the picture.

    >>> grid = np.array([[[0.0], [4.0]]])
    >>> pooled(grid, np.array([[0.25, 0.0, 1.0, 1.0], [0.9, 0.5, 0.9, 0.5]])).tolist()
    [[2.6666667461395264], [4.0]]
    """
    rows, columns = grid.shape[:2]
    across = _shares(boxes[:, 0], boxes[:, 2], columns)  # boxes x columns
    down = _shares(boxes[:, 1], boxes[:, 3], rows)  # boxes x rows
    weights = down[:, :, None] * across[:, None, :]  # boxes x rows x columns
    flat = grid.reshape(rows * columns, -1).astype(np.float32)
    found = weights.reshape(len(boxes), rows * columns) @ flat
    return np.asarray(found, dtype=np.float32)


def _shares(first: NDArray[Any], last: NDArray[Any], cells: int) -> NDArray[np.float32]:
    """How much of a side lies in each of so many cells: boxes x cells, each row sums to 1."""
    starts, ends = np.clip(first, 0, 1) * cells, np.clip(last, 0, 1) * cells
    edges = np.arange(cells)
    inside = np.minimum(ends[:, None], edges + 1) - np.maximum(starts[:, None], edges)
    inside = np.clip(inside, 0, None)
    is_point = inside.sum(axis=1) <= 0
    places = np.minimum(starts[is_point].astype(int), cells - 1)
    inside[np.flatnonzero(is_point), places] = 1.0
    return np.asarray(inside / inside.sum(axis=1, keepdims=True), dtype=np.float32)
