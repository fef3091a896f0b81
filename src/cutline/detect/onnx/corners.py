"""Boxes in the forms that models give them, brought back to the picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.detect.onnx.description import BoxFormat
from cutline.detect.onnx.prepare import Placement

Floats = NDArray[np.floating[Any]]


def corners(boxes: Floats, form: BoxFormat, placement: Placement) -> NDArray[np.float64]:
    """Left, top, right and bottom in pixels of the picture, from what a model gives."""
    found = boxes.astype(np.float64)
    if form.startswith("cx-cy-w-h"):
        centre, half = found[:, :2], found[:, 2:] / 2
        found = np.concatenate([centre - half, centre + half], axis=1)
    elif form == "ymin-xmin-ymax-xmax-relative":
        found = found[:, [1, 0, 3, 2]]
    if form.endswith("-relative"):
        found = found * np.array([placement.input_width, placement.input_height] * 2)
    offset = np.array([placement.offset_x, placement.offset_y] * 2)
    scale = np.array([placement.scale_x, placement.scale_y] * 2)
    placed: NDArray[np.float64] = (found - offset) / scale
    return placed
