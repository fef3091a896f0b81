"""Selected boxes named one after the other, with random function words between, as in the paper."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cutline.datasets.gold_boxes.types import Box, BoxedImage
from cutline.text.box_markup import MarkedText

#: Our own list: the paper names neither the words nor how many there are.
LINKS = (
    *("above", "against", "along", "among", "and", "around", "at", "behind", "below", "beneath"),
    *("beside", "by", "in", "inside", "near", "on", "over", "under", "underneath", "with"),
)


def linked(image: BoxedImage, selected: Sequence[Box], seed: int = 1) -> MarkedText:
    """A sentence that names each box and means nothing by the words between.

    (Wang and Gaizauskas 2015, section 4.3.) The words depend on the seed and the image alone.

    >>> boxes = (Box("0", "dog", 0, 0, 5, 5), Box("1", "ball", 6, 4, 1, 1))
    >>> linked(BoxedImage(7, boxes, (), 10, 10), boxes).plain
    'Dog against ball .'
    """
    draw = random.Random(f"{seed} {image.image_id}")
    words: list[str] = []
    boxes: list[tuple[str, ...]] = []
    for place, box in enumerate(selected):
        if place:
            links = [draw.choice(LINKS), *(["the"] if draw.random() < 0.5 else [])]
            words += links
            boxes += [()] * len(links)
        named = box.label.split()
        words += named if place else [named[0].capitalize(), *named[1:]]
        boxes += [(box.id,)] * len(named)
    return MarkedText((*words, "."), (*boxes, ())) if words else MarkedText((), ())
