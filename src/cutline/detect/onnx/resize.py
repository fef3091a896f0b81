"""Pictures in another size: as TensorFlow does it, and as Pillow does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutline.datasets.pictures.pillow import pillow
from cutline.detect.onnx.description import Interpolation
from cutline.detect.tensorflow_resize import resize_bilinear

if TYPE_CHECKING:
    Pixels = NDArray[np.uint8]
    Values = NDArray[np.float32]


def resized(pixels: Pixels, size: tuple[int, int], interpolation: Interpolation) -> Values:
    """A picture in another size, as numbers from 0 to 255.

    Args:
        pixels: height x width x 3.
        size: height and width to bring it to.
        interpolation: `bilinear-tf` is TensorFlow's ResizeBilinear; `bilinear` and `bicubic` are
            Pillow's, which look at all pixels when a picture becomes smaller.

    Raises:
        MissingPartError: where Pillow is needed and not installed.
    """
    if pixels.shape[:2] == size:
        return pixels.astype(np.float32)
    if interpolation == "bilinear-tf":
        return resize_bilinear(pixels, *size)
    images = pillow()
    ways = {"bilinear": images.Resampling.BILINEAR, "bicubic": images.Resampling.BICUBIC}
    image = images.fromarray(pixels).resize((size[1], size[0]), ways[interpolation])
    return np.asarray(image, dtype=np.float32)
