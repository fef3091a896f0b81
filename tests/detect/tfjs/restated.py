"""TensorFlow's definitions restated in plain loops; nothing here is shared with the converter."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def convolution(
    pictures: Array, filters: Array, stride: int, dilation: int, padding: str, *, depthwise: bool
) -> Array:
    """Conv2D and DepthwiseConv2dNative, as TensorFlow's documentation has them."""
    batch, height, width, channels = pictures.shape
    rows, columns, _, last = filters.shape
    reach_down, reach_right = (rows - 1) * dilation + 1, (columns - 1) * dilation + 1
    top, tall = _first_and_count(height, reach_down, stride, padding)
    left, wide = _first_and_count(width, reach_right, stride, padding)
    result = np.zeros((batch, tall, wide, channels * last if depthwise else last))
    for i in range(tall):
        for j in range(wide):
            for row in range(rows):
                for column in range(columns):
                    y = i * stride - top + row * dilation
                    x = j * stride - left + column * dilation
                    if 0 <= y < height and 0 <= x < width:
                        seen = pictures[:, y, x, :].astype(np.float64)
                        if depthwise:
                            product = seen[:, :, None] * filters[row, column]
                            result[:, i, j] += product.reshape(batch, -1)
                        else:
                            result[:, i, j] += seen @ filters[row, column]
    return result


def _first_and_count(size: int, reach: int, stride: int, padding: str) -> tuple[int, int]:
    if padding == "VALID":
        return 0, math.ceil((size - reach + 1) / stride)
    count = math.ceil(size / stride)
    # TensorFlow's documentation tells these two cases apart.
    missing = reach - stride if size % stride == 0 else reach - size % stride
    return max(missing, 0) // 2, count


def resized(picture: Array, height: int, width: int) -> Array:
    """ResizeBilinear without aligned corners and without half-pixel centres."""
    old_height, old_width, channels = picture.shape
    result = np.zeros((height, width, channels))
    for i in range(height):
        for j in range(width):
            y, x = i * old_height / height, j * old_width / width
            upper, left = math.floor(y), math.floor(x)
            lower, right = min(upper + 1, old_height - 1), min(left + 1, old_width - 1)
            down, across = y - upper, x - left
            above = picture[upper, left] * (1 - across) + picture[upper, right] * across
            below = picture[lower, left] * (1 - across) + picture[lower, right] * across
            result[i, j] = above * (1 - down) + below * down
    return result
