"""What is to be seen in each image: lists of object labels in the forms that are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import ImageId
from cutline.datasets.json_document import not_json
from cutline.datasets.object_header import is_object_header, is_unseen
from cutline.datasets.source import Buffer, Source, open_source
from cutline.datasets.wording import MISSING, described, other_ids, printable, short

#: An image's id as text, and the labels of some or all of its objects.
Entry = tuple[str, Iterable[str]]

#: Arrays of records, and the fields of them that are read; see `json_document`.
_TABLES = {
    "": ("image_id", "objects"),
    "annotations": ("image_id", "category_id"),
    "categories": ("id", "name"),
    "images": ("id",),
}
_SPACE = b" \t\r\n"

#: Files of Cutline whose lines list objects, as their header says.
_KINDS = ("objects", "annotations")


def read_object_lists(path: str, image_ids: Iterable[ImageId]) -> dict[ImageId, tuple[str, ...]]:
    """The different labels of each image's objects, in the file's order.

    The file is one of
    - COCO's instances: `annotations` with `image_id` and `category_id`, `categories` and `images`;
    - `{"categories": [labels], "objects": {id: [places among the labels, from 0 on]}}`;
    - `{id: [labels]}`;
    - records `{"image_id", "objects": [labels]}`, one a line, perhaps after a header as
      `cutline detect` writes it, or in an array.
    In place of a label may stand an object that has one, `{"label", "box"}`. Ids may be numbers
    here and text in the references, or the other way round. Several records of one image add up.
    An image that the file lists without objects has an empty tuple; one that it does not list is
    left out.

    Raises:
        FileError: when the file cannot be read or has none of these forms.
        ContentError: when it lists none of the images.
    """
    source = open_source(path)
    by_text = {str(image_id): image_id for image_id in image_ids}
    found: dict[ImageId, dict[str, None]] = {}
    first: str | None = None
    with no_garbage_collection():
        for text, labels in _entries(source, frozenset(by_text)):
            first = text if first is None else first
            image_id = by_text.get(text)
            if image_id is not None:
                found.setdefault(image_id, {}).update(dict.fromkeys(labels))
    if not found:
        raise ContentError(f"{source.name}: lists none of the {other_ids(first, by_text)}")
    return {image_id: tuple(labels) for image_id, labels in found.items()}


def _entries(source: Source, ids: frozenset[str]) -> Iterator[Entry]:
    if is_json_lines(source.data):
        return _from_lines(source)
    content = _parsed(source, ids)
    if isinstance(content, tuple):
        count, columns, strays = content
        for place, value in strays:
            raise _unexpected(f"{source.name}, record {place + 1}", value, "a record")
        nothing = [MISSING] * count
        fields = (columns.get(name, nothing) for name in _TABLES[""])
        places = (f"{source.name}, record {number}" for number in range(1, count + 1))
        return (_record(*fields) for fields in zip(*fields, places, strict=True))
    if not isinstance(content, dict):
        raise _unexpected(source.name, content, "object labels by image id")
    if "categories" in content and "annotations" in content:
        return _from_instances(source, content)
    if "categories" in content and isinstance(content.get("objects"), dict):
        return _from_numbers(source, content)
    if "image_id" in content:
        return iter([_record(content["image_id"], content.get("objects", MISSING), source.name)])
    return _from_dictionary(source, content)


def is_json_lines(data: Buffer) -> bool:
    """Whether one line ends an object and the next begins one, as no JSON document has it."""
    head = data[:1024]
    end = data.find(b"\n", len(head) - len(head.lstrip(_SPACE)))
    if end < 0 or head.lstrip(_SPACE)[:1] != b"{":
        return False
    is_closed = data[max(0, end - 64) : end].rstrip(_SPACE).endswith(b"}")
    return is_closed and data[end : end + 1024].lstrip(_SPACE)[:1] == b"{"


def _parsed(
    source: Source, kept: frozenset[str], line: Buffer | None = None, start: int = 0
) -> Any:
    """What a file holds, or a line of it that begins at `start`; of inner objects the kept keys."""
    data, unit = (source.data, "file") if line is None else (line, "line")
    try:
        content, duplicates = native.load_json(data, _TABLES, kept | {"label"})
    except native.JsonError as error:
        raise not_json(source, error, start, unit) from None
    for offset, key in duplicates:
        row, column = source.line_and_column(start + offset)
        raise FileError(
            f"{source.name}, line {row}, column {column}: {short(key)!r} stands twice in one object"
        )
    return content


def _from_lines(source: Source) -> Iterator[Entry]:
    is_first = True
    for number, start, line in source.lines():
        if not line.strip(_SPACE):
            continue
        record = _parsed(source, frozenset(), line.rstrip(_SPACE), start)
        place = f"{source.name}, line {number}"
        if not isinstance(record, dict):
            raise _unexpected(place, record, 'a record {"image_id", "objects"}')
        is_header = is_first and is_object_header(record, place, _KINDS)
        is_first = False
        if is_header or is_unseen(record):
            continue
        yield _record(record.get("image_id", MISSING), record.get("objects", MISSING), place)


def _record(image_id: Any, objects: Any, place: str) -> Entry:
    text = _id_text(image_id, f'{place}: "image_id"')
    return text, _labels(objects, f'{place}: "objects"')


def _from_dictionary(source: Source, content: dict[str, Any]) -> Iterator[Entry]:
    for key, objects in content.items():
        if isinstance(objects, tuple):  # an array of records under a name of COCO's
            raise FileError(
                f'{source.name}: has "{key}" but not all of "annotations", "categories" and '
                f'"images"; expected COCO\'s instances, or labels by image id'
            )
        yield key, _labels(objects, f"{source.name}, image {short(key)!r}")


def _from_numbers(source: Source, content: dict[str, Any]) -> Iterator[Entry]:
    categories = content["categories"]
    # Labels are no records, so the table of categories has them all as strays.
    strays = categories[2] if isinstance(categories, tuple) else []
    names = _labels([name for _, name in strays], f'{source.name}: "categories"')
    for key, numbers in content["objects"].items():
        place = f"{source.name}, image {short(key)!r}"
        if not isinstance(numbers, list):
            raise _unexpected(place, numbers, "a list of objects")
        for number in numbers:
            if type(number) is not int or not 0 <= number < len(names):
                raise _unexpected(place, number, f"a number from 0 to {len(names) - 1}")
        yield key, [names[number] for number in numbers]


def _from_instances(source: Source, content: dict[str, Any]) -> Iterator[Entry]:
    images = _columns(source, content, "images") if "images" in content else ([],)
    for image_id in images[0]:
        yield _id_text(image_id, f'{source.name}: "images"'), ()
    name_of = {}
    for number, name in zip(*_columns(source, content, "categories"), strict=True):
        (name_of[number],) = _labels([name], f'{source.name}: "categories"')
    annotations = zip(*_columns(source, content, "annotations"), strict=True)
    for place, (image_id, number) in enumerate(annotations, 1):
        if number not in name_of:
            where = f'{source.name}: "annotations", record {place}'
            raise _unexpected(where, number, 'a "category_id" among the "categories"')
        yield _id_text(image_id, f'{source.name}: "annotations"'), (name_of[number],)


def _columns(source: Source, content: dict[str, Any], key: str) -> tuple[list[Any], ...]:
    table = content[key]
    if not isinstance(table, tuple):
        raise _unexpected(f'{source.name}: "{key}"', table, "a list of records")
    count, columns, strays = table
    for place, value in strays:
        raise _unexpected(f'{source.name}: "{key}", record {place + 1}', value, "a record")
    for name in _TABLES[key]:
        if count and name not in columns:
            raise FileError(f'{source.name}: "{key}": no record has "{name}"')
    return tuple(columns.get(name, []) for name in _TABLES[key])


def _labels(objects: Any, place: str) -> list[str]:
    if not isinstance(objects, list):
        raise _unexpected(place, objects, "a list of objects")
    labels = []
    for item in objects:
        label = item.get("label", MISSING) if isinstance(item, dict) else item
        if not isinstance(label, str) or not label.strip():
            raise _unexpected(place, item, 'a label, or an object with a "label"')
        labels.append(printable(label.strip()))
    return labels


def _id_text(image_id: Any, place: str) -> str:
    if type(image_id) not in (int, str):
        raise _unexpected(place, image_id, "an image id")
    return str(image_id)


def _unexpected(place: str, found: Any, expected: str) -> FileError:
    return FileError(f"{place}: found {described(found)}, expected {expected}")
