"""Pictures in another size: as TensorFlow does it, and as Pillow does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutline.datasets.pictures.pillow import pillow
from cutline.detect.onnx.description import Interpolation
from cutline.detect.tensorflow_resize import Window, resize_bilinear

if TYPE_CHECKING:
    from PIL.Image import Image

    Pixels = NDArray[np.uint8]
    Values = NDArray[np.float32]

#: A picture that is so many times as high as wide is a strip.
_STRIP = 100


def resized(
    pixels: Pixels,
    size: tuple[int, int],
    interpolation: Interpolation,
    window: Window | None = None,
) -> Values:
    """A picture in another size, or a part of it, as numbers from 0 to 255.

    Args:
        pixels: height x width x 3.
        size: height and width to bring it to.
        interpolation: `bilinear-tf` is TensorFlow's ResizeBilinear; `bilinear` and `bicubic` are
            Pillow's, which look at all pixels when a picture becomes smaller.
        window: the part of the resized picture that is wanted; nothing else is computed.

    Raises:
        MissingPartError: where Pillow is needed and not installed.
    """
    window = window or (0, 0, *size)
    if pixels.shape[:2] == size:
        top, left, bottom, right = window
        return pixels[top:bottom, left:right].astype(np.float32)
    if interpolation == "bilinear-tf":
        return resize_bilinear(pixels, *size, window)
    return np.asarray(_by_pillow(pixels, size, interpolation, window), dtype=np.float32)


def _by_pillow(
    pixels: Pixels, size: tuple[int, int], interpolation: Interpolation, window: Window
) -> Image:
    """The two directions one after the other: versions of Pillow differ in which comes first.

    What is too bright or too dark is cut off in between, so pixels would differ with them.
    """
    images = pillow()
    ways = {"bilinear": images.Resampling.BILINEAR, "bicubic": images.Resampling.BICUBIC}
    rows, upper, lower = _needed(pixels.shape[0], size[0], window[0], window[2])
    columns, left, right = _needed(pixels.shape[1], size[1], window[1], window[3])
    image: Image = images.fromarray(np.ascontiguousarray(pixels[rows, columns]))

    def across(image: Image) -> Image:
        wide = window[3] - window[1], image.height
        return image.resize(wide, ways[interpolation], (left, 0, right, image.height))

    def down(image: Image) -> Image:
        high = image.width, window[2] - window[0]
        return image.resize(high, ways[interpolation], (0, upper, image.width, lower))

    # Of a long upright strip too much would be made wide first.
    is_strip = image.height > _STRIP * image.width
    return across(down(image)) if is_strip else down(across(image))


def _needed(old: int, new: int, first: int, last: int) -> tuple[slice, float, float]:
    """What a part of the new pixels is made from, and where that part begins and ends in it."""
    scale = old / new
    # The widest filter looks at two pixels on each side, of the larger ones.
    around = math.ceil(2 * max(scale, 1.0)) + 1
    start = max(math.floor(first * scale) - around, 0)
    stop = min(math.ceil(last * scale) + around, old)
    return slice(start, stop), first * scale - start, min(last * scale, old) - start
