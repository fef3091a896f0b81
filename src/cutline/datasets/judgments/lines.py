"""Lines of judgments: JSON records and fields between tabs, checked with their place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.caption_text import faults
from cutline.datasets.json_document import not_json
from cutline.datasets.problems import KINDS
from cutline.datasets.source import Source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import MISSING, described, printable, short

#: No scale goes so far; squares of squares of what is larger are no longer numbers.
_LARGEST = 1e15


def json_records(source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each record of JSON lines with its place, such as `ratings.jsonl, line 3`.

    Raises:
        FileError: where a line is no JSON object, or has a key twice.
    """
    is_empty = True
    for number, start, line in source.lines():
        if not line.strip():
            continue
        place = f"{source.name}, line {number}"
        try:
            record, duplicates = native.load_json(line.removesuffix(b"\n"), {}, frozenset())
        except native.JsonError as error:
            raise not_json(source, error, start, "line") from None
        if not isinstance(record, dict):
            raise FileError(f"{place}: found {described(record)}, expected a record")
        for _, key in duplicates:
            raise FileError(f"{place}: the key {short(printable(key))!r} stands twice")
        is_empty = False
        yield place, record
    if is_empty:
        raise FileError(f"{source.name}: holds no records")


def tab_fields(source: Source, count: int, expected: str) -> Iterator[tuple[str, list[str]]]:
    """The fields of each line with its place.

    Raises:
        FileError: where a line has another number of fields.
    """
    for number, line in enumerate(text_lines(source), 1):
        if not line.strip():
            continue
        place = f"{source.name}, line {number}"
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != count:
            raise FileError(
                f"{place}: found {short(printable(line.strip()))!r}, expected {expected}, with "
                f"tabs between"
            )
        yield place, fields


def image_id_of(record: dict[str, Any], field: str, place: str) -> ImageId:
    """The image of a record.

    Raises:
        ContentError: when it is neither a whole number nor text.
    """
    value = record.get(field, MISSING)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return value
    raise ContentError(f'{place}: "{field}" is {described(value)}, expected an image id')


def caption_of(value: Any, field: str, place: str) -> str:
    """A caption of a record.

    Raises:
        ContentError: when it is no text that can be scored.
    """
    for kind, message in faults(value, field):
        if KINDS[kind][0] == "error":
            raise ContentError(f"{place}: {message}")
    return str(value)


def captions_of(value: Any, field: str, place: str) -> tuple[str, ...]:
    """A list of captions, at least one.

    Raises:
        ContentError: when it is anything else.
    """
    if not isinstance(value, list) or not value:
        raise ContentError(f'{place}: "{field}" is {described(value)}, expected a list of captions')
    return tuple(caption_of(caption, field, place) for caption in value)


def numbers_of(value: Any, field: str, place: str) -> tuple[float, ...]:
    """A list of numbers, at least one.

    Raises:
        ContentError: when it is anything else.
    """
    if not isinstance(value, list) or not value:
        raise ContentError(f'{place}: "{field}" is {described(value)}, expected a list of numbers')
    return tuple(number_of(number, field, place) for number in value)


def number_of(value: Any, field: str, place: str) -> float:
    """A number, such as people rate with.

    Raises:
        ContentError: when it is anything else.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and abs(value) <= _LARGEST:
        return float(value)
    raise ContentError(f'{place}: "{field}" is {described(value)}, expected a number')
