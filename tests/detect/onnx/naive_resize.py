"""A whole picture in another size, one direction after the other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.detect.onnx.description import Interpolation
from cutline.detect.tensorflow_resize import resize_bilinear


def naive_resize(
    pixels: NDArray[np.uint8], size: tuple[int, int], interpolation: Interpolation
) -> NDArray[np.float32]:
    """Across first, then down, by Pillow; TensorFlow's way has tests of its own."""
    if interpolation == "bilinear-tf":
        return resize_bilinear(pixels, *size)
    images = pytest.importorskip("PIL.Image")
    way = getattr(images.Resampling, interpolation.upper())
    image = images.fromarray(pixels).resize((size[1], pixels.shape[0]), way)
    return np.asarray(image.resize((size[1], size[0]), way), dtype=np.float32)
