"""From what a file holds to an image with boxes: everything is checked, every problem named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from cutline.core.types import ImageId
from cutline.datasets.gold_boxes.types import Box, BoxedImage
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.wording import short
from cutline.text.box_markup import MarkedText

#: In pixels. Sizes are whole numbers and boxes are not, so that a little is left over.
_MARGIN = 1.0


@dataclass(slots=True)
class FoundImage:
    """An image as a file has it.

    A description is None where the file has one that cannot be used, so that the others keep their
    numbers. Without a size the image is taken to be as large as its boxes reach.
    """

    place: Place
    image_id: ImageId
    boxes: Sequence[Box]
    descriptions: Sequence[MarkedText | None]
    size: tuple[float, float] | None = None
    is_inferred: bool = False
    #: What to say of it when there are no boxes.
    without_boxes: str = "the image has no boxes"


def checked_image(found: FoundImage, checked: Checked) -> BoxedImage:
    """The image without what cannot be used; problems are noted, nothing is raised."""
    place = found.place
    boxes = _usable_boxes(found.boxes, place, checked)
    width, height = found.size or extent(boxes)
    if found.size is not None:
        _check_inside(boxes, found.size, place, checked)
    known = {box.id for box in boxes}
    descriptions = []
    for number, marked in enumerate(found.descriptions, 1):
        if marked is None:
            continue
        if not known.issuperset(chain.from_iterable(marked.boxes)):
            marked = _without_unknown(marked, number, known, place, checked)
        descriptions.append(marked)
    if not boxes:
        checked.add("no-boxes", place, found.without_boxes)
    if not descriptions:
        checked.add("no-description", place, "the image has no descriptions")
    return BoxedImage(
        found.image_id, tuple(boxes), tuple(descriptions), width, height, found.is_inferred
    )


def extent(boxes: Sequence[Box]) -> tuple[float, float]:
    """How far boxes reach to the right and down.

    >>> extent([Box("1", "cat", 10, 5, 20, 10), Box("2", "mat", 0, 10, 50, 8)])
    (50, 18)
    """
    return (
        max((box.x + box.width for box in boxes), default=0.0),
        max((box.y + box.height for box in boxes), default=0.0),
    )


def _usable_boxes(boxes: Sequence[Box], place: Place, checked: Checked) -> list[Box]:
    usable: dict[str, Box] = {}
    for number, box in enumerate(boxes, 1):
        if box.id in usable:
            message = f"box {number} has the id {short(repr(box.id))}, as an earlier one has"
            checked.add("duplicate-box", place, message)
        elif box.width < 0 or box.height < 0:
            message = (
                f"box {short(repr(box.id))} is {box.width:g} wide and {box.height:g} high, "
                f"expected no negative size"
            )
            checked.add("bad-box", place, message)
        else:
            usable[box.id] = box
    return list(usable.values())


def _check_inside(
    boxes: Sequence[Box], size: tuple[float, float], place: Place, checked: Checked
) -> None:
    right, bottom = size[0] + _MARGIN, size[1] + _MARGIN
    for box in boxes:
        if (
            box.x < -_MARGIN
            or box.y < -_MARGIN
            or box.x + box.width > right
            or box.y + box.height > bottom
        ):
            message = (
                f"box {short(repr(box.id))} reaches from {box.x:g}, {box.y:g} to "
                f"{box.x + box.width:g}, {box.y + box.height:g}, out of an image of "
                f"{size[0]:g} x {size[1]:g}"
            )
            checked.add("box-outside", place, message)


def _without_unknown(
    marked: MarkedText, sentence: int, known: set[str], place: Place, checked: Checked
) -> MarkedText:
    kept = []
    there = short(", ".join(sorted(known)), 80) or "none"
    for number, (word, ids) in enumerate(zip(marked.words, marked.boxes, strict=True), 1):
        kept.append(tuple(box for box in ids if box in known))
        for box in ids:
            if box not in known:
                message = (
                    f"sentence {sentence}, word {number} {short(repr(word))}: points to box "
                    f"{short(repr(box))}, which the image does not have; its boxes: {there}"
                )
                checked.add("unknown-box", place, message)
    return MarkedText(marked.words, tuple(kept))
