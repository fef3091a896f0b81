"""XML files of Flickr30k Entities: the size of an image, and the boxes of its entities."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from cutline.core.errors import FileError
from cutline.datasets.gold_boxes.values import is_length
from cutline.datasets.source import Source
from cutline.datasets.wording import printable, short

#: In bytes. The largest file of the release has some tens of thousands.
MOST_BYTES = 4 << 20

_SIDES = ("xmin", "ymin", "xmax", "ymax")


@dataclass(frozen=True, slots=True)
class EntityBox:
    """A box and the entities that it shows."""

    entities: tuple[str, ...]
    corners: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class EntityAnnotations:
    """What a file says: the size, the boxes, and the entities that have none."""

    size: tuple[float, float] | None
    boxes: tuple[EntityBox, ...]
    without_box: frozenset[str]


def read_entity_annotations(source: Source) -> EntityAnnotations:
    """Read an annotation file.

    Sides are counted from one and belong to the box, so a box from 1 to 10 is 10 wide.

    Raises:
        FileError: when it is no such file, or one that is meant to do harm.
    """
    root = _parsed(source)
    if root.tag != "annotation":
        raise FileError(f"{source.name}: found <{_shown(root.tag)}>, expected <annotation>")
    boxes: list[EntityBox] = []
    without_box: set[str] = set()
    for number, item in enumerate(root.findall("object"), 1):
        place = f"{source.name}, object {number}"
        entities = tuple(name for part in item.findall("name") if (name := _text(part)))
        if not entities:
            raise FileError(f"{place}: has no <name>, expected the number of an entity")
        found = item.findall("bndbox")
        boxes += [EntityBox(entities, _corners(box, place)) for box in found]
        if not found:
            without_box.update(entities)
    # An entity may be the scene and have a box as well.
    without_box -= {entity for box in boxes for entity in box.entities}
    return EntityAnnotations(_size(root), tuple(boxes), frozenset(without_box))


def _parsed(source: Source) -> ElementTree.Element:
    if len(source.data) > MOST_BYTES:
        raise FileError(
            f"{source.name}: {len(source.data):,} bytes long, expected at most {MOST_BYTES:,}"
        )
    try:
        text = bytes(source.data).decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = source.line_and_column(error.start)
        raise FileError(f"{source.name}, line {line}, column {column}: not UTF-8") from None
    # A document type can define entities that unfold without end; these files need none.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise FileError(f"{source.name}: has a document type, expected an annotation without one")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        reason = printable(str(error).split(":")[0])
        raise FileError(
            f"{source.name}, line {line}, column {column + 1}: not XML: {reason}"
        ) from None


def _corners(box: ElementTree.Element, place: str) -> tuple[float, float, float, float]:
    values = []
    for side in _SIDES:
        text = box.findtext(side)
        value = _number(text)
        if value is None:
            found = "nothing" if text is None else repr(_shown(text))
            raise FileError(f"{place}: <{side}> is {found}, expected a number")
        values.append(value)
    left, top, right, bottom = values
    # A few files count from zero.
    x, y = max(left - 1, 0.0), max(top - 1, 0.0)
    return x, y, right - x, bottom - y


def _size(root: ElementTree.Element) -> tuple[float, float] | None:
    width, height = (_number(root.findtext(f"size/{side}")) for side in ("width", "height"))
    return (width, height) if width and height and min(width, height) > 0 else None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if is_length(value) else None


def _text(part: ElementTree.Element) -> str:
    return (part.text or "").strip()


def _shown(text: str) -> str:
    return short(printable(text))
