"""Boxes over a picture, and label chips that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutline.datasets.annotated_images import AnnotatedImage
from cutline.reports.gallery.groups import ObjectGroup
from cutline.reports.theme.text import fitted, safe, text_width

#: The frame that pictures stand in, which letters are measured for, in pixels.
_FRAME = (480.0, 320.0)
_LETTERS, _CHIP_HEIGHT, _CHIP_SIDES, _WIDEST_LABEL = 13.0, 19.0, 5.0, 180.0
#: A chip stands inside of boxes that are so many times as high.
_ROOM_INSIDE = 2.5

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Shown:
    """An object whose box lies in the picture."""

    place: int
    group: ObjectGroup
    box: Box

    @property
    def area(self) -> float:
        return self.box[2] * self.box[3]

    @property
    def attributes(self) -> str:
        return f'data-group="{self.group.number}" data-object="{self.place}"'


def overlay(image: AnnotatedImage, groups: Sequence[ObjectGroup]) -> str:
    """The boxes of an image as SVG that lies over its picture; nothing where there are none.

    The drawing has the picture's size, and is fitted into the frame as the picture is.
    """
    size = (float(image.width), float(image.height))
    shown = list(_shown(image, groups, size))
    if not shown:
        return ""
    # As many of the picture's pixels as one of the frame's, however tall or wide the picture is.
    scale = max(size[0] / _FRAME[0], size[1] / _FRAME[1])
    # Small boxes lie on top, where a pointer finds them, and choose first where their chips go.
    by_size = sorted(shown, key=lambda item: item.area)
    boxes = "".join(_edge(item) for item in reversed(by_size))
    chips = "".join(_chips(by_size, size, scale))
    labels = ", ".join(dict.fromkeys(item.group.label for item in shown))
    return (
        f'<svg viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" preserveAspectRatio="xMidYMid meet" '
        f'role="img" aria-label="Boxes: {safe(labels)}">{boxes}{chips}</svg>'
    )


def _shown(
    image: AnnotatedImage, groups: Sequence[ObjectGroup], size: tuple[float, float]
) -> Iterator[_Shown]:
    for group in groups:
        for place in group.places:
            box = image.objects[place].box
            if box is None:
                continue
            left, top = max(0.0, box[0]), max(0.0, box[1])
            width = min(size[0], box[0] + box[2]) - left
            height = min(size[1], box[1] + box[3]) - top
            if width > 0 and height > 0:
                yield _Shown(place, group, (left, top, width, height))


def _edge(item: _Shown) -> str:
    left, top, width, height = item.box
    sides = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    missed = " missed" if item.group.is_missed else ""
    return (
        f'<g class="box{missed}" {item.attributes}><rect class="rim" {sides}/>'
        f'<rect class="edge" {sides}/></g>'
    )


def _chips(shown: Sequence[_Shown], size: tuple[float, float], scale: float) -> Iterator[str]:
    """A chip for each box; one that finds no room is seen only while it is pointed at."""
    letters, height = _LETTERS * scale, _CHIP_HEIGHT * scale
    taken: list[Box] = []
    for item in shown:
        label = fitted(item.group.label, _WIDEST_LABEL * scale, letters)
        # The letters are bold, and so a little wider.
        width = 1.15 * text_width(label, letters) + 2 * _CHIP_SIDES * scale
        places = _places(item.box, width, height, size)
        free = next((p for p in places if not any(_meet(p, other) for other in taken)), None)
        left, top, width, height = free or places[0]
        if free:
            taken.append(free)
        yield (
            f'<g class="label{"" if free else " crowded"}" {item.attributes}>'
            f'<rect class="plate" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}"/><text x="{left + _CHIP_SIDES * scale:.1f}" '
            f'y="{top + height * 0.74:.1f}" font-size="{letters:.1f}">{safe(label)}</text></g>'
        )


def _places(box: Box, width: float, height: float, size: tuple[float, float]) -> list[Box]:
    """Where a chip may stand, the best place first: above its box, in it, or below it.

    It stands inside only where it leaves most of the object to be seen.
    """
    left, top, box_width, box_height = box
    lines = [top - height, top + box_height]
    if box_width >= width and box_height >= _ROOM_INSIDE * height:
        lines[1:1] = [top, top + box_height - height]
    within = [line for line in lines if -0.5 <= line <= size[1] - height + 0.5]
    return [
        (min(max(0.0, start), max(0.0, size[0] - width)), line, width, height)
        for line in within or [min(max(0.0, top), max(0.0, size[1] - height))]
        for start in (left, left + box_width - width)
    ]


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
