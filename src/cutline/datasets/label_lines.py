"""Labels of images, a record a line: `{"image_id": 7, "label": "in-domain"}`.

The first line may be a header, `{"cutline": "labels", "version": 1}`. A label may be a list of
several, or null where an image has none. Other fields are for people to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described

KIND, VERSION = "labels", 1
_SPACE = b" \t\r\n"

#: A record is no longer than this; a whole document on one line may be.
_LONGEST_RECORD = 1 << 20


def is_label_lines(source: Source) -> bool:
    """Whether a file begins with a header of labels, or with a record of an image."""
    end = source.data.find(b"\n")
    first = source.data[: end if 0 <= end <= _LONGEST_RECORD else _LONGEST_RECORD].strip(_SPACE)
    try:
        record = native.load_json(first, {}, frozenset())[0]
    except native.JsonError:
        return False
    return isinstance(record, dict) and ("image_id" in record or record.get("cutline") == KIND)


def label_lines(source: Source) -> Iterator[tuple[str, Any]]:
    """Each image's id as text, and what stands for its label.

    Raises:
        FileError: where a line is no such record, or of a later version.
    """
    for number, start, line in source.lines():
        if not line.strip(_SPACE):
            continue
        try:
            record, duplicates = native.load_json(line.rstrip(_SPACE), {}, frozenset())
        except native.JsonError as error:
            raise not_json(source, error, start, "line") from None
        where = f"{source.name}, line {number}"
        if duplicates:
            raise FileError(f"{where}: {duplicates[0][1][:40]!r} stands twice in one object")
        if isinstance(record, dict) and record.get("cutline") == KIND:
            if record.get("version", VERSION) != VERSION:
                found = described(record["version"])
                raise FileError(f"{where}: version {found}; this Cutline reads version {VERSION}")
            continue
        image_id = record.get("image_id", MISSING) if isinstance(record, dict) else record
        if not isinstance(record, dict) or type(image_id) not in (int, str):
            raise FileError(f'{where}: found {described(image_id)}, expected an "image_id"')
        if "label" not in record:
            raise FileError(f'{where}: has no "label"')
        yield str(image_id), record["label"]
