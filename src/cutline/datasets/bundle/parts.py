"""The JSON lines of a bundle that are no captions: images, labels and objects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.core.types import ImageId, LabelledBox
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short

VERSION = 1

#: An object of an image: its label, with a box where one is known.
SeenObject = str | LabelledBox


@dataclass(frozen=True, slots=True)
class BundleImage:
    """An image: its id, and where and how large it is, as far as that is known."""

    image_id: ImageId
    file_name: str = ""
    url: str = ""
    width: int | None = None
    height: int | None = None


def read_images(source: Source) -> list[BundleImage]:
    """The images of a file of them.

    Raises:
        FileError: naming line and field, when a record is wrong or an image stands twice.
    """
    return [
        BundleImage(
            record["image_id"],
            _text(place, record, "file_name"),
            _text(place, record, "url"),
            _pixels(place, record, "width"),
            _pixels(place, record, "height"),
        )
        for place, record in _records(source, "images")
    ]


def read_labels(source: Source) -> dict[str, dict[ImageId, str]]:
    """The labels of images, by slice.

    Raises:
        FileError: naming line and field, when a record is wrong or an image stands twice.
    """
    found: dict[str, dict[ImageId, str]] = {}
    for place, record in _records(source, "slice-labels"):
        labels = record.get("labels", MISSING)
        if not isinstance(labels, dict):
            raise _unexpected(place, "labels", labels, "labels by the name of the slice")
        for name, label in labels.items():
            if not isinstance(label, str) or not label.strip() or LONE_SURROGATE.search(label):
                raise _unexpected(place, f"labels.{short(name)}", label, "a label")
            found.setdefault(name, {})[record["image_id"]] = label
    return found


def read_objects(source: Source) -> dict[ImageId, tuple[SeenObject, ...]]:
    """The objects of images.

    Raises:
        FileError: naming line and field, when a record is wrong or an image stands twice.
    """
    found: dict[ImageId, tuple[SeenObject, ...]] = {}
    for place, record in _records(source, None):
        objects = record.get("objects", MISSING)
        if not isinstance(objects, list):
            raise _unexpected(place, "objects", objects, "a list of objects")
        found[record["image_id"]] = tuple(_object(item, place) for item in objects)
    return found


def _text(place: str, record: Mapping[str, Any], name: str) -> str:
    found = record.get(name, "")
    if not isinstance(found, str) or LONE_SURROGATE.search(found):
        raise _unexpected(place, name, found, "text")
    return found


def _pixels(place: str, record: Mapping[str, Any], name: str) -> int | None:
    found = record.get(name)
    if found is None or (type(found) is int and found > 0):
        return found
    raise _unexpected(place, name, found, "a number of pixels")


def _object(item: Any, place: str) -> SeenObject:
    label, box = (item.get("label"), item.get("box")) if isinstance(item, dict) else (item, None)
    if not isinstance(label, str) or not label.strip() or LONE_SURROGATE.search(label):
        raise _unexpected(place, "objects", item, 'a label, or an object with a "label"')
    if box is None:
        return label
    if not isinstance(box, list) or len(box) != 4 or not all(map(_is_number, box)):
        raise _unexpected(place, "objects", box, "a box of four numbers")
    return LabelledBox(label, *box)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value)


def _records(source: Source, kind: str | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each record with its place, after the header if this kind of file has one."""
    seen: set[ImageId] = set()
    has_header = kind is None
    for number, start, line in source.lines():
        place = f"{source.name}, line {number}"
        record = _parsed(source, start, line.removesuffix(b"\n"), place)
        if not has_header:
            if record.get("cutline") != kind or record.get("version") != VERSION:
                header = json.dumps({"cutline": kind, "version": VERSION})
                raise FileError(f"{place}: expected the header {header}")
            has_header = True
            continue
        image_id = record.get("image_id", MISSING)
        if type(image_id) not in (int, str) or LONE_SURROGATE.search(str(image_id)):
            raise _unexpected(place, "image_id", image_id, "a whole number or text")
        if image_id in seen:
            raise FileError(f"{place}: image {short(repr(image_id))} stands twice")
        seen.add(image_id)
        yield place, record
    if not seen:
        raise FileError(f"{source.name}: holds no records")


def _parsed(source: Source, start: int, line: bytes, place: str) -> Mapping[str, Any]:
    try:
        # The strict reader says where a line goes wrong, and leaves out what stands deep inside.
        record, duplicates = native.load_json(line, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, "line") from None
    if not isinstance(record, dict):
        raise FileError(f"{place}: found {described(record)}, expected a record")
    if duplicates:
        raise FileError(f"{place}: {short(duplicates[0][1])!r} stands twice in one object")
    try:
        parsed: dict[str, Any] = json.loads(line)
    except ValueError:  # a number of thousands of digits
        raise FileError(f"{place}: holds a number that is too long") from None
    return parsed


def _unexpected(place: str, name: str, found: Any, expected: str) -> FileError:
    return FileError(f'{place}: "{name}": found {described(found)}, expected {expected}')
