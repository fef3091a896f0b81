"""Reading JSON: strict, fast, and with the place of everything that is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.core.garbage import no_garbage_collection
from cutline.datasets.source import Source
from cutline.datasets.wording import printable

#: Of the arrays of records that caption files have, the fields that are read: by the key the array
#: stands under, "" for a file that is one array. All other fields are checked and skipped.
TABLES: dict[str, tuple[str, ...]] = {
    "": ("image_id", "caption", "captions", "references", "refs", "split", "domain"),
    "annotations": ("image_id", "caption"),
    "images": ("id", "cocoid", "imgid", "filename", "split", "domain", "sentences"),
}
#: Keys that are kept inside a record's own objects: Karpathy's sentences.
NESTED = frozenset({"raw"})


@dataclass(frozen=True)
class Table:
    """An array of records by column; a record without a field holds `...` there.

    Fields that no record has are left out; `strays` are members that are no records.
    """

    key: str
    count: int
    columns: dict[str, list[Any]]
    strays: list[tuple[int, Any]]

    def column(self, name: str) -> list[Any] | None:
        """A field's values, or None when no record has it."""
        return self.columns.get(name)


def load_document(source: Source) -> tuple[Any, list[tuple[int, str]]]:
    """The content of a JSON file: arrays of records as `Table`, all else as Python has it.

    Returns the content, and the byte offset and name of each key that stands twice in an object.

    Raises:
        FileError: where the file is not JSON, with line and column.
    """
    try:
        with no_garbage_collection():
            content, duplicates = native.load_json(source.data, TABLES, NESTED)
    except native.JsonError as error:
        raise not_json(source, error) from None
    if isinstance(content, tuple):
        return Table("", *content), duplicates
    if isinstance(content, dict):
        content = {k: Table(k, *v) if isinstance(v, tuple) else v for k, v in content.items()}
    return content, duplicates


def not_json(
    source: Source, error: native.JsonError, start: int = 0, unit: str = "file"
) -> FileError:
    """The error to raise for a file, or a line that begins at `start`, that is not JSON."""
    line, column = source.line_and_column(start + error.offset)
    message = printable(error.message).replace("the end of the file", f"the end of the {unit}")
    return FileError(f"{source.name}, line {line}, column {column}: not JSON: {message}")
