"""From a picture to what a model is given, and back from its places to those of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutline.detect.onnx.description import InputDescription
from cutline.detect.onnx.resize import resized

if TYPE_CHECKING:
    Values = NDArray[np.float32]

#: The grey around a picture in a letterbox, which YOLO was trained with.
_GREY = 114.0


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a picture lies in a model's input: there = here x scale + offset, in pixels."""

    width: int
    height: int
    input_width: int
    input_height: int
    scale_x: float = 1.0
    scale_y: float = 1.0
    offset_x: float = 0.0
    offset_y: float = 0.0


def prepared(pixels: NDArray[np.uint8], given: InputDescription) -> tuple[NDArray[Any], Placement]:
    """What a model is given for a picture, without the axis of the batch, and where it lies in it.

    Raises:
        MissingPartError: where Pillow is needed and not installed.
    """
    values, placement = _placed(pixels, given)
    if given.type == "uint8":
        laid: NDArray[Any] = np.rint(values).astype(np.uint8)
    else:
        laid = _normalised(values, given)
    return (laid.transpose(2, 0, 1) if given.layout == "nchw" else laid), placement


def _placed(pixels: NDArray[np.uint8], given: InputDescription) -> tuple[Values, Placement]:
    height, width = pixels.shape[:2]
    if given.size is None:
        return pixels.astype(np.float32), Placement(width, height, width, height)
    high, wide = given.size
    if given.resize == "stretch":
        values = resized(pixels, given.size, given.interpolation)
        return values, Placement(width, height, wide, high, wide / width, high / height)
    choose = min if given.resize == "letterbox" else max
    ratio = choose(high / height, wide / width)
    inner = max(1, round(height * ratio)), max(1, round(width * ratio))
    top, left = (high - inner[0]) // 2, (wide - inner[1]) // 2
    if given.resize == "letterbox":
        framed = np.full((high, wide, 3), _GREY, dtype=np.float32)
        values = resized(pixels, inner, given.interpolation)
        framed[top : top + inner[0], left : left + inner[1]] = values
    else:
        # Only the middle: of a long strip the whole, as high as the input, has any size.
        window = -top, -left, high - top, wide - left
        framed = resized(pixels, inner, given.interpolation, window)
    scale = inner[1] / width, inner[0] / height
    return framed, Placement(width, height, wide, high, *scale, left, top)


def _normalised(values: Values, given: InputDescription) -> Values:
    mean = np.asarray(given.mean, dtype=np.float32)
    std = np.asarray(given.std, dtype=np.float32)
    if given.scale != 1.0:
        values = values * np.float32(given.scale)
    if mean.any():
        values = values - mean
    if (std != 1.0).any():
        values = values / std
    return values
