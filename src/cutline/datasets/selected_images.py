"""Lists of image ids, as `cutline select` writes them."""

from __future__ import annotations

import os
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.fields import numbered
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import MISSING, described, short

KIND, VERSION = "selection", 1


def read_selected_images(path: str | os.PathLike[str]) -> tuple[ImageId, ...]:
    """The ids of a list in its order: plain text with one a line, or JSON lines with reasons.

    Ids of plain text are numbers if all of them are whole numbers.

    Raises:
        FileError: when the file cannot be read, or is no such list.
        ContentError: when an image is listed twice.
    """
    source = open_source(path)
    is_json = source.data[:64].lstrip()[:1] == b"{"
    ids = _from_json_lines(source) if is_json else _from_text(source)
    if not ids:
        raise FileError(f"{source.name}: lists no images")
    seen: set[str] = set()
    for image_id in ids:
        if str(image_id) in seen:
            raise ContentError(f"{source.name}: image {short(repr(image_id))} is listed twice")
        seen.add(str(image_id))
    return tuple(ids)


def _from_text(source: Source) -> list[ImageId]:
    texts = (line.strip() for line in text_lines(source))
    return numbered([text for text in texts if text])


def _from_json_lines(source: Source) -> list[ImageId]:
    ids: list[ImageId] = []
    for number, start, line in source.lines():
        if not line.strip():
            continue
        record = _parsed(source, start, line)
        place = f"{source.name}, line {number}"
        if not ids and "cutline" in record and "image_id" not in record:
            _check_header(record, place)
            continue
        image_id = record.get("image_id", MISSING)
        if type(image_id) not in (int, str):
            raise FileError(f'{place}: "image_id" is {described(image_id)}, expected an image id')
        ids.append(image_id)
    return ids


def _parsed(source: Source, start: int, line: bytes) -> dict[str, Any]:
    try:
        record, _ = native.load_json(line.removesuffix(b"\n"), {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, "line") from None
    if not isinstance(record, dict):
        row, _ = source.line_and_column(start)
        found = described(record)
        raise FileError(f"{source.name}, line {row}: found {found}, expected a record")
    return record


def _check_header(record: dict[str, Any], place: str) -> None:
    if record["cutline"] != KIND:
        found = described(record["cutline"])
        raise FileError(f"{place}: a Cutline file of {found}, expected {KIND!r}")
    if record.get("version", VERSION) != VERSION:
        found = described(record["version"])
        raise FileError(f"{place}: version {found}; this Cutline reads version {VERSION}")
