"""Objects of images in JSON: a record a line, lists by image, or COCO's instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.fields import numbered
from cutline.datasets.object_annotations.labels import Labels
from cutline.datasets.object_annotations.rotations import rotation_of
from cutline.datasets.object_annotations.strict_json import parsed
from cutline.datasets.object_annotations.tally import Tally
from cutline.datasets.object_annotations.types import LeftOut
from cutline.datasets.object_header import is_object_header, is_unseen
from cutline.datasets.source import Source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short

#: The first line of a file of JSON lines is no longer than this; COCO's one line is.
_LONGEST_FIRST_LINE = 1 << 20
_SPACE = b" \t\r\n"
#: Files of Cutline whose lines list objects, as their header says.
_KINDS = ("objects", "annotations", "boxes")


class JsonReader:
    """Counts what a file of JSON holds; `rotations` are those that records give."""

    def __init__(self, source: Source, tally: Tally, labels: Labels, left_out: LeftOut) -> None:
        self._source, self._tally, self._labels, self._left_out = source, tally, labels, left_out
        self.rotations: dict[int, float | None] = {}

    def read(self) -> None:
        """Count all.

        Raises:
            FileError, ContentError: at a record that cannot be used, unless such are left out.
        """
        if _is_json_lines(self._source):
            self._add_all(self._lines())
            return
        content = parsed(self._source, self._source.data[:])
        if isinstance(content, list):
            name = self._source.name
            places = ((f"{name}, record {n}", record) for n, record in enumerate(content, 1))
            self._add_all(places)
        elif not isinstance(content, dict):
            raise _unexpected(self._source.name, content, "the objects of images")
        elif "image_id" in content:
            self._add_all(iter([(self._source.name, content)]))
        elif isinstance(content.get("categories"), list):
            self._add_dictionary(*_with_names(content, self._source.name))
        else:
            self._add_dictionary(content, None)

    def _lines(self) -> Iterator[tuple[str, Any]]:
        is_first = True
        for number, start, line in self._source.lines():
            if not line.strip(_SPACE):
                continue
            place = f"{self._source.name}, line {number}"
            try:
                record = parsed(self._source, line.rstrip(_SPACE), start)
            except FileError as error:
                self._left_out.add("records that cannot be used", error)
                continue
            is_header = is_first and is_object_header(record, place, _KINDS)
            if not (is_header or is_unseen(record)):
                yield place, record
            is_first = False

    def _add_all(self, records: Iterator[tuple[str, Any]]) -> None:
        for place, record in records:
            try:
                self._add_record(record, place)
            except (FileError, ContentError) as error:
                self._left_out.add("records that cannot be used", error)

    def _add_record(self, record: Any, place: str) -> None:
        if not isinstance(record, dict):
            raise _unexpected(place, record, 'a record {"image_id", "objects"}')
        image_id = _image_id(record.get("image_id", MISSING), f'{place}: "image_id"')
        field = "boxes" if "boxes" in record and "objects" not in record else "objects"
        objects = record.get(field, MISSING)
        numbers = self._numbers(objects, f'{place}: "{field}"')
        at = self._tally.place(image_id)
        for number, count in numbers:
            self._tally.add(at, number, count)
        if "rotation" in record:
            rotation = rotation_of(record["rotation"], place, self._left_out)
            if self.rotations.setdefault(at, rotation) != rotation:
                raise ContentError(
                    f"{place}: image {short(str(image_id))!r} has the rotations "
                    f"{self.rotations[at]} and {rotation}, expected one"
                )

    def _add_dictionary(self, content: Mapping[str, Any], names: list[Any] | None) -> None:
        for key, image_id in zip(content, numbered(list(content)), strict=True):
            place = f"{self._source.name}, image {short(key)!r}"
            objects = content[key]
            if names is not None:
                objects = _named(objects, names, place)
            try:
                numbers = self._numbers(objects, place)
            except (FileError, ContentError) as error:
                self._left_out.add("records that cannot be used", error)
                continue
            at = self._tally.place(image_id)
            for number, count in numbers:
                self._tally.add(at, number, count)

    def _numbers(self, objects: Any, place: str) -> list[tuple[int, int]]:
        """The number of each class with how often it is there."""
        if isinstance(objects, dict):
            for count in objects.values():
                if type(count) is not int or not 0 <= count < 1 << 31:
                    raise _unexpected(place, count, "how many there are of each class")
            return [(self._labels.number(la, place), n) for la, n in objects.items() if n]
        if not isinstance(objects, list):
            raise _unexpected(place, objects, "a list of labels, or counts by label")
        return [(self._labels.number(_label(item, place), place), 1) for item in objects]


def _label(item: Any, place: str) -> str:
    label = item.get("label", MISSING) if isinstance(item, dict) else item
    if not isinstance(label, str):
        raise _unexpected(place, label, 'a label, or an object with a "label"')
    return label


def _is_json_lines(source: Source) -> bool:
    """Whether the first line is a record, and not the beginning of a document."""
    for _, start, line in source.lines():
        if not (stripped := line.strip(_SPACE)):
            continue
        if stripped[:1] != b"{" or stripped[-1:] != b"}" or len(line) > _LONGEST_FIRST_LINE:
            return False
        record = parsed(source, line.rstrip(_SPACE), start)
        return isinstance(record, dict) and ("image_id" in record or "cutline" in record)
    return False


def _with_names(content: dict[str, Any], file: str) -> tuple[dict[str, Any], list[Any]]:
    objects = content.get("objects", MISSING)
    if not isinstance(objects, dict):
        raise _unexpected(f'{file}: "objects"', objects, "places among the categories by image id")
    return objects, content["categories"]


def _named(numbers: Any, names: list[Any], place: str) -> list[Any]:
    if not isinstance(numbers, list):
        raise _unexpected(place, numbers, "a list of objects")
    for number in numbers:
        if type(number) is not int or not 0 <= number < len(names):
            raise _unexpected(place, number, f"a number from 0 to {len(names) - 1}")
    return [names[number] for number in numbers]


def _image_id(image_id: Any, place: str) -> ImageId:
    if type(image_id) is int or (type(image_id) is str and image_id.strip()):
        if isinstance(image_id, str) and LONE_SURROGATE.search(image_id):
            raise FileError(f"{place}: found half a surrogate pair, expected text")
        return image_id
    raise _unexpected(place, image_id, "an image id")


def _unexpected(place: str, found: Any, expected: str) -> FileError:
    return FileError(f"{place}: found {described(found)}, expected {expected}")
