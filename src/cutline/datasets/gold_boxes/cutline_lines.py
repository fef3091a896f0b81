"""Cutline's own form of images with boxes: JSON lines, a header and an image a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.gold_boxes.found import FoundImage
from cutline.datasets.gold_boxes.sentences import description_of
from cutline.datasets.gold_boxes.types import Box
from cutline.datasets.gold_boxes.values import (
    box_id_text,
    corners_of,
    has_lone_surrogate,
    id_problem,
    is_image_id,
    is_length,
    shown,
)
from cutline.datasets.json_document import not_json
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described, printable, short

KIND, VERSION = "boxes", 1

_KEPT = frozenset({"id", "label", "box", "words", "boxes"})


class CutlineLines:
    """The images of a file; `name` is right as soon as the first is read.

    Raises, while it is read:
        FileError: where a line is no JSON, or the header is of another file or version.
    """

    def __init__(self, source: Source, checked: Checked) -> None:
        self.name = source.system
        self._source = source
        self._checked = checked

    def __iter__(self) -> Iterator[FoundImage]:
        is_first = True
        for number, start, line in self._source.lines():
            if not line.strip():
                continue
            place = Place(self._source.name, number)
            record = self._record(line, start, place)
            if is_first and record is not None and _is_header(record):
                self.name = _name(record, place) or self.name
            elif record is not None and (found := _image(record, place, self._checked)) is not None:
                yield found
            is_first = False

    def _record(self, line: bytes, start: int, place: Place) -> dict[str, Any] | None:
        try:
            record, duplicates = native.load_json(line.removesuffix(b"\n"), {}, _KEPT)
        except native.JsonError as error:
            raise not_json(self._source, error, start, "line") from None
        for _, key in duplicates:
            message = f"the key {short(key)!r} stands twice in one object"
            self._checked.add("duplicate-key", place, message)
        if isinstance(record, dict):
            return record
        self._checked.add("wrong-type", place, f"found {described(record)}, expected an image")
        return None


def _is_header(record: dict[str, Any]) -> bool:
    return "cutline" in record and "image_id" not in record


def _name(header: dict[str, Any], place: Place) -> str:
    if header["cutline"] != KIND:
        found = described(header["cutline"])
        raise FileError(f"{place}: a Cutline file of {found}, expected {KIND!r}")
    if header.get("version", VERSION) != VERSION:
        found = described(header["version"])
        raise FileError(f"{place}: version {found}; this Cutline reads version {VERSION}")
    name = header.get("name")
    return printable(name) if isinstance(name, str) else ""


def _image(record: dict[str, Any], place: Place, checked: Checked) -> FoundImage | None:
    image_id = record.get("image_id", MISSING)
    if not is_image_id(image_id):
        kind, message = id_problem(image_id, "image_id")
        checked.add(kind, place, message)
        return None
    place = Place(place.file, place.line, image_id=image_id)
    boxes = [
        box
        for number, raw in enumerate(_list(record, "boxes", place, checked), 1)
        if (box := _box(raw, number, place, checked)) is not None
    ]
    descriptions = [
        description_of(raw, number, place, checked)
        for number, raw in enumerate(_list(record, "descriptions", place, checked), 1)
    ]
    size = _size(record, place, checked)
    return FoundImage(place, image_id, boxes, descriptions, size, record.get("is_inferred") is True)


def _list(record: dict[str, Any], field: str, place: Place, checked: Checked) -> list[Any]:
    value = record.get(field, MISSING)
    if isinstance(value, list):
        return value
    if value is not MISSING:
        message = f'"{field}" is {described(value)}, expected a list'
        checked.add("wrong-type", place, message)
    return []


def _size(record: dict[str, Any], place: Place, checked: Checked) -> tuple[float, float] | None:
    if "width" not in record and "height" not in record:
        return None
    size = [record.get(field, MISSING) for field in ("width", "height")]
    if all(map(is_length, size)) and min(size) >= 0:
        return float(size[0]), float(size[1])
    found = " and ".join(map(described, size))
    message = f'"width" and "height" are {found}, expected two numbers that are not negative'
    checked.add("wrong-type", place, message)
    return None


def _box(raw: Any, number: int, place: Place, checked: Checked) -> Box | None:
    if not isinstance(raw, dict):
        message = f'box {number} is {described(raw)}, expected {{"id", "label", "box"}}'
        checked.add("bad-box", place, message)
        return None
    box_id, label = raw.get("id", MISSING), raw.get("label", MISSING)
    found = raw.get("box", MISSING)
    text, corners = box_id_text(box_id), corners_of(found)
    if text is None:
        message = (
            f'box {number}: "id" is {described(box_id)}, expected a whole number, or text without '
            f"white space around it"
        )
    elif type(label) is not str or not label.strip() or has_lone_surrogate(label):
        message = f'box {short(repr(text))}: "label" is {described(label)}, expected text'
    elif corners is None:
        message = f'box {short(repr(text))}: "box" is {shown(found)}, expected [x, y, w, h]'
    else:
        return Box(text, label, *corners)
    checked.add("bad-box", place, message)
    return None
