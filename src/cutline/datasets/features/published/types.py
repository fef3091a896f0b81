"""What a reader of published features gives, and what all of them do with boxes and ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import ImageId
from cutline.datasets.features.regions import Regions


@dataclass(frozen=True)
class Found:
    """The regions of an image.

    Args:
        image_id: as the file has it.
        regions: what it has of the image.
        where: the file, and the place in it.
        done: how much of all files was read, from 0 to 1.
    """

    image_id: ImageId
    regions: Regions
    where: str
    done: float


@dataclass(frozen=True)
class Unread:
    """A place where features should be and are not, and why."""

    reason: str
    done: float


def relative_boxes(boxes: NDArray[Any], width: float, height: float) -> NDArray[np.float32]:
    """Boxes in pixels as shares of the picture; what sticks out is cut off.

    Args:
        boxes: regions x 4: left, top, right, bottom.
        width: of the picture.
        height: of the picture.

    Raises:
        ValueError: when the picture has no size.
    """
    if not (width > 0 and height > 0):
        raise ValueError(f"the picture is {width:g} x {height:g} pixels, which is no picture")
    size = np.array([width, height, width, height], dtype=np.float32)
    shares = np.clip(np.asarray(boxes, dtype=np.float32) / size, 0, 1)
    return np.asarray(shares, dtype=np.float32)


def plain_boxes(
    boxes: NDArray[Any], width: float | None, height: float | None
) -> NDArray[np.float32]:
    """Boxes as shares, whether they come in pixels or as shares already.

    Raises:
        ValueError: when they are in pixels of a picture whose size nobody tells.
    """
    if width is not None and height is not None and (boxes > 1).any():
        return relative_boxes(boxes, width, height)
    if boxes.size and boxes.max() > 1:
        raise ValueError("boxes are in pixels, and no width and height of the picture are given")
    return np.asarray(boxes, dtype=np.float32)


def id_of(text: str) -> ImageId:
    """An id that is written as text: a number where it is one.

    >>> id_of("42"), id_of("0042"), id_of("a.jpg")
    (42, '0042', 'a.jpg')
    """
    is_number = text.isascii() and text.isdigit() and str(int(text)) == text
    return int(text) if is_number else text
