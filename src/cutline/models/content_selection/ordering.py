"""Boxes in order, best first, with a neutral rule for boxes that are equally good.

The order of the file is not neutral: where boxes were numbered as people mentioned them, it gives
the answer away. So equals are ordered by a draw from the ids of image and box. The draw is the same
on every machine and in every order of boxes.

A textual cue chooses concepts, not boxes. "A dog" makes one think of the largest dog, so of boxes
with one label the largest comes first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from cutline.core.types import ImageId
from cutline.datasets.gold_boxes import Box, BoxedImage

# Not a seed that anyone gives: ties are not broken as the random choice orders its boxes.
_TIES = "ties"


def drawn(seed: int | str, *names: ImageId) -> int:
    """A number that looks random, and is the same whenever seed and names are.

    >>> drawn(1, "a.jpg", "0") == drawn(1, "a.jpg", "0") != drawn(2, "a.jpg", "0")
    True
    """
    text = repr((seed, *map(str, names)))
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def lowest_first(image: BoxedImage, value: Callable[[Box], Any]) -> tuple[str, ...]:
    """The ids of all boxes, ordered by a value; equal ones by the draw."""
    ties = {box.id: drawn(_TIES, image.image_id, box.id) for box in image.boxes}
    ordered = sorted(image.boxes, key=lambda box: (value(box), ties[box.id]))
    return tuple(box.id for box in ordered)


def highest_first(image: BoxedImage, value: Callable[[Box], float]) -> tuple[str, ...]:
    """The same from the highest value to the lowest."""
    return lowest_first(image, lambda box: -value(box))


def concepts_first(image: BoxedImage, value: Callable[[str], float]) -> tuple[str, ...]:
    """The ids of all boxes, from the highest value of their label to the lowest.

    Labels of equal value are ordered by the draw, boxes with one label by size, largest first.
    """
    ties = {box.label: drawn(_TIES, image.image_id, box.label) for box in image.boxes}
    return lowest_first(image, lambda box: (-value(box.label), ties[box.label], -box.area))
