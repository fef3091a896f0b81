"""COCO's instances: a record for each object, with the number of its category."""

from __future__ import annotations

from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.object_annotations.labels import Labels
from cutline.datasets.object_annotations.tally import Tally
from cutline.datasets.object_annotations.types import LeftOut
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described, short

_TABLES = {
    "annotations": ("image_id", "category_id"),
    "categories": ("id", "name"),
    "images": ("id",),
}
_Rows = list[tuple[Any, ...]]


def may_be_instances(source: Source) -> bool:
    """Whether a document names the parts that COCO's instances have."""
    return all(source.data.find(f'"{key}"'.encode()) >= 0 for key in ("annotations", "categories"))


def read_instances(source: Source, tally: Tally, labels: Labels, left_out: LeftOut) -> bool:
    """Count the objects, if these are COCO's instances; a crowd counts once.

    Raises:
        FileError, ContentError: at a record that cannot be used, unless such are left out.
    """
    tables = _tables(source)
    if tables is None:
        return False
    for number, (image_id,) in enumerate(tables["images"], 1):
        _place(image_id, f'{source.name}: "images", record {number}', tally, left_out)
    number_of = {}
    for place, (category, name) in enumerate(tables["categories"], 1):
        where = f'{source.name}: "categories", record {place}'
        if type(category) not in (int, str) or not isinstance(name, str):
            found = f"{described(category)} and {described(name)}"
            raise FileError(f'{where}: found {found}, expected an "id" and a "name"')
        number_of[category] = labels.number(name, where)
    for place, (image_id, category) in enumerate(tables["annotations"], 1):
        where = f'{source.name}: "annotations", record {place}'
        if type(category) not in (int, str) or category not in number_of:
            found = described(category)
            error = FileError(f'{where}: found {found}, expected an "id" of the "categories"')
            left_out.add("records that cannot be used", error)
        elif (at := _place(image_id, where, tally, left_out)) is not None:
            tally.add(at, number_of[category])
    return True


def _tables(source: Source) -> dict[str, _Rows] | None:
    try:
        content, duplicates = native.load_json(source.data, _TABLES, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    if not isinstance(content, dict):
        return None
    if not all(isinstance(content.get(key), tuple) for key in ("annotations", "categories")):
        return None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        where = f"{source.name}, line {line}, column {column}"
        raise FileError(f"{where}: {short(key)!r} stands twice in one object")
    content.setdefault("images", (0, {}, []))
    return {key: _rows(source, key, content[key]) for key in _TABLES}


def _rows(source: Source, key: str, table: Any) -> _Rows:
    if not isinstance(table, tuple):
        raise FileError(f'{source.name}: "{key}" is {described(table)}, expected a list of records')
    count, columns, strays = table
    for place, value in strays:
        found = described(value)
        raise FileError(
            f'{source.name}: "{key}", record {place + 1}: found {found}, expected a record'
        )
    nothing = [MISSING] * count
    return list(zip(*(columns.get(name, nothing) for name in _TABLES[key]), strict=True))


def _place(image_id: Any, where: str, tally: Tally, left_out: LeftOut) -> int | None:
    if type(image_id) in (int, str):
        return tally.place(image_id)
    error = ContentError(f"{where}: found {described(image_id)}, expected an image id")
    left_out.add("records that cannot be used", error)
    return None
