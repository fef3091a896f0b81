"""Reading what a detector saw: strict, because a box in the wrong place is worse than none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Detection, ImageId
from cutline.datasets.detections.types import KIND, VERSION, DetectedSet
from cutline.datasets.gold_boxes.values import corners_of, is_image_id, shown
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, printable, short

_KEPT = frozenset({"label", "score", "box"})
_SPACE = b" \t\r\n"


@no_garbage_collection()
def read_detections(path: str | os.PathLike[str] | Source) -> DetectedSet:
    """Read a file of objects as `cutline detect` writes it; `-` is standard input.

    Raises:
        FileError: when it cannot be read or is no such file, with the line and the field.
        ContentError: when an image stands in it twice.
    """
    source = path if isinstance(path, Source) else open_source(path)
    records = _records(source)
    place, header = next(records, (source.name, {}))
    detector, signature = _header(header, place)
    images: dict[ImageId, tuple[Detection, ...]] = {}
    files: dict[ImageId, str] = {}
    sizes: dict[ImageId, tuple[int, int]] = {}
    seen: set[str] = set()
    for place, record in records:
        image_id = record.get("image_id", MISSING)
        if not is_image_id(image_id):
            raise _unexpected(place, "image_id", image_id, "a whole number or text")
        # Ids that are written alike, 7 and "7", are one image.
        if str(image_id) in seen:
            raise ContentError(f"{place}: image {short(repr(image_id))} stands in the file already")
        seen.add(str(image_id))
        images[image_id] = _objects(record.get("objects", MISSING), place)
        if (file := _file(record, place)) is not None:
            files[image_id] = file
        if (size := _size(record, place)) is not None:
            sizes[image_id] = size
    return DetectedSet(detector, signature, images, files, sizes)


def header_kind(source: Source) -> str | None:
    """What a file of Cutline's is said to be by its first line; None where that is no header."""
    end = source.data.find(b"\n")
    try:
        header, _ = native.load_json(source.data[: end if end >= 0 else 1 << 16], {}, frozenset())
    except native.JsonError:
        return None
    if not isinstance(header, dict) or "image_id" in header:
        return None
    kind = header.get("cutline")
    return kind if isinstance(kind, str) else None


def _records(source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, start, line in source.lines():
        if not line.strip(_SPACE):
            continue
        place = f"{source.name}, line {number}"
        try:
            record, duplicates = native.load_json(line.rstrip(_SPACE), {}, _KEPT)
        except native.JsonError as error:
            raise not_json(source, error, start, "line") from None
        if duplicates:
            raise FileError(f"{place}: {short(duplicates[0][1])!r} stands twice in one object")
        if not isinstance(record, dict):
            raise FileError(f"{place}: found {described(record)}, expected a record")
        yield place, record


def _header(header: dict[str, Any], place: str) -> tuple[str, str]:
    if "cutline" not in header or "image_id" in header:
        raise FileError(
            f'{place}: found no header, expected {{"cutline": "{KIND}", "version": {VERSION}, '
            f'"detector": ...}} as cutline detect writes it'
        )
    if header["cutline"] != KIND:
        found = described(header["cutline"])
        raise FileError(f"{place}: a Cutline file of {found}, expected {KIND!r}")
    if header.get("version", MISSING) != VERSION:
        found = described(header.get("version", MISSING))
        raise FileError(f"{place}: version {found}; this Cutline reads version {VERSION}")
    texts = []
    for field in ("detector", "signature"):
        value = header.get(field, MISSING)
        if type(value) is not str:
            raise _unexpected(place, field, value, "text")
        texts.append(printable(value))
    return texts[0], texts[1]


def _objects(value: Any, place: str) -> tuple[Detection, ...]:
    if type(value) is not list:
        raise _unexpected(place, "objects", value, "a list")
    return tuple(_object(item, f"{place}, object {n}") for n, item in enumerate(value, 1))


def _object(item: Any, place: str) -> Detection:
    if type(item) is not dict:
        found = described(item)
        raise FileError(f'{place}: found {found}, expected {{"label", "score", "box"}}')
    label, score = item.get("label", MISSING), item.get("score", 1.0)
    if type(label) is not str or not label.strip() or LONE_SURROGATE.search(label):
        raise _unexpected(place, "label", label, "text")
    # The comparison fails for NaN too.
    if type(score) not in (int, float) or not 0 <= score <= 1:
        raise _unexpected(place, "score", score, "a number from 0 to 1")
    raw = item.get("box")
    if raw is None:
        return Detection(printable(label.strip()), float(score))
    box = corners_of(raw)
    if box is None or min(box[2:]) < 0:
        raise FileError(
            f'{place}: "box" is {shown(raw)}, expected [x, y, w, h] without negative sizes, or null'
        )
    return Detection(printable(label.strip()), float(score), box)


def _file(record: dict[str, Any], place: str) -> str | None:
    file = record.get("file")
    if file is not None and type(file) is not str:
        raise _unexpected(place, "file", file, "text or null")
    return file


def _size(record: dict[str, Any], place: str) -> tuple[int, int] | None:
    sides = [record.get(field) for field in ("width", "height")]
    if sides == [None, None]:
        return None
    for field, side in zip(("width", "height"), sides, strict=True):
        if type(side) is not int or not 0 < side < 1 << 31:
            raise _unexpected(place, field, side, "a whole number from 1 on")
    return sides[0], sides[1]  # type: ignore[return-value]  # checked above


def _unexpected(place: str, field: str, found: Any, expected: str) -> FileError:
    return FileError(f'{place}: "{field}" is {described(found)}, expected {expected}')
