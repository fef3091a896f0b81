"""TensorFlow's ResizeBilinear, to the bit: what models converted from it were trained with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Top, left, bottom and right of a part of a picture, in pixels.
Window = tuple[int, int, int, int]


def resize_bilinear(
    pixels: NDArray[Any], height: int, width: int, window: Window | None = None
) -> NDArray[np.float32]:
    """A picture in another size, as TensorFlow's older models are used to it.

    A new pixel takes its place by its top left corner, not by its centre, and shrinking looks at
    four old pixels and no more. Other programs do neither, so their pixels differ by a lot.

    Args:
        pixels: height x width x channels.
        height: the height wanted.
        width: the width wanted.
        window: the part of the resized picture that is wanted; nothing else is computed.

    >>> resize_bilinear(np.array([[[0], [10]]]), 1, 4)[0, :, 0].tolist()
    [0.0, 5.0, 10.0, 10.0]
    """
    channels = pixels.shape[2]
    first_row, first_column, last_row, last_column = window or (0, 0, height, width)
    upper, lower, down = _neighbours(pixels.shape[0], height, range(first_row, last_row))
    left, right, across = _neighbours(pixels.shape[1], width, range(first_column, last_column))
    # Rows as flat numbers: taking single numbers is several times as fast as taking triples.
    each = np.arange(channels)
    left_numbers = (left[:, None] * channels + each).ravel()
    right_numbers = (right[:, None] * channels + each).ravel()
    across = np.repeat(across, channels)
    rows = pixels.reshape(pixels.shape[0], -1)

    def between(chosen: NDArray[np.intp]) -> NDArray[np.float32]:
        taken = rows[chosen]
        start = taken.take(left_numbers, axis=1).astype(np.float32)
        change = taken.take(right_numbers, axis=1).astype(np.float32)
        change -= start
        change *= across
        change += start
        return np.asarray(change)

    above = between(upper)
    below = between(lower)
    below -= above
    below *= down[:, None]
    below += above
    return below.reshape(len(upper), len(left), channels)


def _neighbours(
    old: int, new: int, wanted: range
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    # In single precision, as TensorFlow does it.
    places = np.asarray(wanted).astype(np.float32) * (np.float32(old) / np.float32(new))
    first = np.floor(places).astype(np.intp)
    return first, np.minimum(first + 1, old - 1), (places - first).astype(np.float32)
