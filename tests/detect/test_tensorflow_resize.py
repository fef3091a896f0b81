"""TensorFlow's way of resizing, against the same written out pixel by pixel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.detect.onnx.resize import resized
from cutline.detect.tensorflow_resize import resize_bilinear

ONE = np.float32(1)


def restated(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    """What TensorFlow's kernel does, for one value at a time, in single precision."""
    rows, columns, colours = pixels.shape
    down, across = np.float32(rows) / np.float32(height), np.float32(columns) / np.float32(width)
    found = np.empty((height, width, colours), dtype=np.float32)
    for y in range(height):
        at_y = np.float32(y) * down
        top = min(math.floor(at_y), rows - 1)
        bottom = min(top + 1, rows - 1)
        for x in range(width):
            at_x = np.float32(x) * across
            left = min(math.floor(at_x), columns - 1)
            right = min(left + 1, columns - 1)
            y_share, x_share = at_y - np.float32(top), at_x - np.float32(left)
            for c in range(colours):
                corners = [
                    np.float32(pixels[row, column, c])
                    for row in (top, bottom)
                    for column in (left, right)
                ]
                upper = corners[0] + (corners[1] - corners[0]) * x_share
                lower = corners[2] + (corners[3] - corners[2]) * x_share
                found[y, x, c] = upper + (lower - upper) * y_share
    return found


sides = st.integers(1, 70)


@given(sides, sides, sides, sides, st.integers(0, 2**32 - 1))
def test_resizing_is_tensorflows_to_the_last_bit(
    rows: int, columns: int, height: int, width: int, seed: int
) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (rows, columns, 3), dtype=np.uint8)
    height, width = min(height, 12), min(width, 12)
    found = resize_bilinear(pixels, height, width)
    assert found.dtype == np.float32
    assert np.array_equal(found, restated(pixels, height, width))


@pytest.mark.parametrize("size", [(97, 41), (200, 300), (33, 5)])
def test_larger_pictures_are_the_same_to_the_last_bit(size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(5).integers(0, 256, (120, 64, 3), dtype=np.uint8)
    assert np.array_equal(resize_bilinear(pixels, *size), restated(pixels, *size))


def test_a_picture_that_lies_otherwise_in_memory_is_resized_too() -> None:
    pixels = np.random.default_rng(5).integers(0, 256, (30, 20, 3), dtype=np.uint8)
    turned = pixels.transpose(1, 0, 2)[:, ::-1]
    expected = resize_bilinear(np.ascontiguousarray(turned), 7, 9)
    assert np.array_equal(resize_bilinear(turned, 7, 9), expected)


@pytest.mark.parametrize("interpolation", ["bilinear-tf", "bilinear", "bicubic"])
def test_an_even_picture_stays_even(interpolation: str) -> None:
    pixels = np.full((33, 57, 3), (10, 200, 90), dtype=np.uint8)
    for size in ((300, 300), (7, 7), (33, 57)):
        found = resized(pixels, size, interpolation)  # type: ignore[arg-type]
        assert found.shape == (*size, 3)
        assert np.array_equal(found, np.broadcast_to(np.float32([10, 200, 90]), found.shape))


def test_pillow_looks_at_all_pixels_and_tensorflow_does_not() -> None:
    stripes = np.zeros((8, 8, 3), dtype=np.uint8)
    stripes[:, ::2] = 255
    assert (resize_bilinear(stripes, 4, 4) == 255).all()
    assert abs(resized(stripes, (4, 4), "bilinear") - 127.5).max() < 45
