"""Captions that people wrote, as the collection site gives them out: who, in which arm, how long.

JSON lines: a header, then a line for each caption.

    {"cutline": "collected", "version": 1, "project": "zoo", "language": "en"}
    {"image_id": 7, "caption": "a dog ...", "annotator": "W12", "arm": "primed", "primed": true,
     "labels": ["dog"], "seconds": 31.2, "flags": []}
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from cutline import native
from cutline.core.atomic import atomic_write
from cutline.core.errors import ContentError, FileError, UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.caption_text import faults
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, printable, short

KIND, VERSION = "collected", 1


@dataclass(frozen=True, slots=True)
class CollectedCaption:
    """A caption and how it came about.

    `arm` is the part of an experiment that its writer was in, `primed` says whether object labels
    were shown. `labels` are those of the image, shown or not. `seconds` is the time it took, None
    where nobody knows, and `flags` are what checks had to say.
    """

    image_id: ImageId
    caption: str
    annotator: str
    arm: str
    primed: bool
    labels: tuple[str, ...] = ()
    seconds: float | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Collected:
    """The captions of a project, in the order of the file."""

    project: str
    language: str
    captions: tuple[CollectedCaption, ...]


_FIELDS = tuple(field.name for field in fields(CollectedCaption))
_HEADER_FIELDS = ("cutline", "version", "project", "language")


def read_collected(path: str | os.PathLike[str]) -> Collected:
    """Read what `write_collected` wrote.

    Raises:
        FileError: when the file cannot be read, or a line is not what it should be.
        ContentError: when somebody described one image twice.
    """
    source = open_source(path)
    header: dict[str, Any] | None = None
    captions: list[CollectedCaption] = []
    line_of: dict[tuple[str, str], int] = {}
    for number, start, line in source.lines():
        if not line.strip(b" \t\r\n"):
            continue
        place = f"{source.name}, line {number}"
        record = _parsed(source, start, line, place)
        if header is None:
            header = _header(record, place)
            continue
        caption = _caption(record, place)
        captions.append(caption)
        before = line_of.setdefault((str(caption.image_id), caption.annotator), number)
        if before != number:
            who = short(printable(caption.annotator))
            raise ContentError(
                f"{place}: {who} described image {short(repr(caption.image_id))} already, "
                f"in line {before}"
            )
    if header is None or not captions:
        raise FileError(f"{source.name}: holds no captions")
    return Collected(header["project"], header["language"], tuple(captions))


def write_collected(path: str | os.PathLike[str], collected: Collected) -> None:
    """Write captions, whole or not at all; a name that ends in `.gz` is compressed.

    Raises:
        FileError: when the file cannot be written.
        UsageError: when a caption could not be read back.
    """
    with atomic_write(path) as file:
        for line in collected_lines(collected.project, collected.language, collected.captions):
            file.write(line)


def collected_lines(
    project: str, language: str, captions: Iterator[CollectedCaption] | Sequence[CollectedCaption]
) -> Iterator[str]:
    """The same line by line, for whoever sends it somewhere.

    Raises:
        UsageError: at a caption that could not be read back.

    >>> said = CollectedCaption(7, "a dog on a bed", "W1", "plain", primed=False)
    >>> print(*collected_lines("zoo", "en", [said]), sep="", end="")
    {"cutline": "collected", "version": 1, "project": "zoo", "language": "en"}
    {"image_id": 7, "caption": "a dog on a bed", "annotator": "W1", "arm": "plain", ...}
    """
    head = {"cutline": KIND, "version": VERSION, "project": project, "language": language}
    yield json.dumps(head, ensure_ascii=False) + "\n"
    for number, caption in enumerate(captions, 1):
        record = asdict(caption)
        record["labels"], record["flags"] = list(caption.labels), list(caption.flags)
        try:
            _caption(record, f"caption {number}")
        except FileError as error:
            raise UsageError(str(error)) from None
        yield json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"


def _parsed(source: Source, start: int, line: bytes, place: str) -> dict[str, Any]:
    try:
        record, duplicates = native.load_json(line.removesuffix(b"\n"), {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, "line") from None
    if not isinstance(record, dict):
        raise FileError(f"{place}: found {described(record)}, expected a record")
    for _, key in duplicates:
        raise FileError(f"{place}: the key {short(printable(key))!r} stands twice in one object")
    return record


def _header(record: dict[str, Any], place: str) -> dict[str, Any]:
    if record.get("cutline") != KIND:
        found = described(record.get("cutline", MISSING))
        raise FileError(f'{place}: "cutline" is {found}, expected {KIND!r} in the first line')
    if type(record.get("version")) is not int or record["version"] != VERSION:
        found = described(record.get("version", MISSING))
        raise FileError(f"{place}: version {found}; this Cutline reads version {VERSION}")
    for name in ("project", "language"):
        _text(record, name, place)
    _only_known(record, _HEADER_FIELDS, place)
    return record


def _caption(record: dict[str, Any], place: str) -> CollectedCaption:
    _only_known(record, _FIELDS, place)
    image_id = record.get("image_id", MISSING)
    if type(image_id) not in (int, str):
        raise FileError(f'{place}: "image_id" is {described(image_id)}, expected an image id')
    for _, message in faults(record.get("caption", MISSING), "caption"):
        raise FileError(f"{place}: {message}")
    primed = record.get("primed", MISSING)
    if not isinstance(primed, bool):
        raise FileError(f'{place}: "primed" is {described(primed)}, expected true or false')
    return CollectedCaption(
        image_id,
        record["caption"],
        _text(record, "annotator", place),
        _text(record, "arm", place),
        primed,
        _texts(record, "labels", place),
        _seconds(record.get("seconds"), place),
        _texts(record, "flags", place),
    )


def _only_known(record: dict[str, Any], known: Sequence[str], place: str) -> None:
    for name in record:
        if name not in known:
            shown = short(printable(name))
            raise FileError(f"{place}: no field is named {shown!r}{near_names(shown, known)}")


def _text(record: dict[str, Any], name: str, place: str) -> str:
    found = record.get(name, MISSING)
    if not isinstance(found, str) or not found.strip() or LONE_SURROGATE.search(found):
        raise FileError(f'{place}: "{name}" is {described(found)}, expected a name')
    return found


def _texts(record: dict[str, Any], name: str, place: str) -> tuple[str, ...]:
    found = record.get(name, [])
    if not isinstance(found, list):
        raise FileError(f'{place}: "{name}" is {described(found)}, expected a list of names')
    for each in found:
        if not isinstance(each, str) or not each.strip() or LONE_SURROGATE.search(each):
            raise FileError(f'{place}: "{name}" has {described(each)}, expected a name')
    return tuple(found)


def _seconds(found: Any, place: str) -> float | None:
    if found is None:
        return None
    if type(found) not in (int, float) or not 0 <= found < math.inf:
        raise FileError(f'{place}: "seconds" is {described(found)}, expected a time in seconds')
    return float(found)
