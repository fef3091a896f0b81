"""Manifests: a table or JSON lines that say of each image where it is and what to ask of it.

Fields: `image_id`; `file` (a name in the folder or the archive of pictures) or `url`; and perhaps
`labels`, `slice_label`, `role` (`collect`, `attention`, `qualification`), `expected` (the known
answer) and `content` (captions to be judged). In a table labels stand in one cell with `|` between
them, and `expected` and `content` are JSON. The first of JSON lines may be a header,
`{"cutline": "manifest", "version": 1}`.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from cutline.collect.models import Role
from cutline.collect.pictures import Stored, picture_address
from cutline.collect.projects.images import NewItem, checked_labels
from cutline.core.errors import CutlineError, FileError, UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.source import open_source
from cutline.datasets.wording import described, printable

KIND, VERSION = "manifest", 1
FIELDS = frozenset(
    {"image_id", "file", "url", "labels", "slice_label", "role", "expected", "content"}
)
_MOST_SLICE = 60
_MOST_ID = 200
#: From the name of a picture to where it is; raises UsageError where there is none.
Finder = Callable[[str], "Path | Stored"]


def images_from_manifest(
    path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None
) -> list[NewItem]:
    """The images that a manifest lists.

    Args:
        path: the manifest.
        folder: where its files are, by default where the manifest is.

    Raises:
        FileError: when it cannot be read, or has none of these forms.
        UsageError: when what a line says makes no sense.
    """
    below = Path(folder) if folder is not None else Path(path).parent
    return read_manifest(path, in_folder(below))


def in_folder(folder: Path) -> Finder:
    """Finds files below a folder."""

    def find(name: str) -> Path:
        path = folder / name
        if not path.is_file():
            raise UsageError(f"there is no file {printable(str(path))!r}")
        return path

    return find


def among(stored: Mapping[str, Stored]) -> Finder:
    """Finds pictures that came in an archive."""

    def find(name: str) -> Stored:
        wanted = str(PurePosixPath(name))
        if wanted not in stored:
            near = near_names(wanted, stored)
            raise UsageError(f"there is no picture {printable(wanted)!r} in the archive{near}")
        return stored[wanted]

    return find


def read_manifest(path: str | os.PathLike[str], find: Finder) -> list[NewItem]:
    """The images that a manifest lists; see `images_from_manifest`."""
    source = open_source(path)
    try:
        text = bytes(source.data).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{source.name}: is not UTF-8 at byte {error.start}") from None
    records = _lines(text, source.name) if text.lstrip()[:1] == "{" else _rows(text, source.name)
    found = []
    for place, record in records:
        try:
            found.append(_item(record, find))
        except CutlineError as error:
            raise UsageError(f"{place}: {error}") from None
    if not found:
        raise FileError(f"{source.name}: lists no images")
    return found


def _lines(text: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"{name}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise FileError(f"{place}: is not JSON, expected a record of an image") from None
        if not isinstance(record, dict):
            raise FileError(f"{place}: found {described(record)}, expected a record of an image")
        if record.get("cutline") == KIND:
            if record.get("version") != VERSION:
                raise FileError(
                    f"{place}: is of version {record.get('version')!r}, expected {VERSION}"
                )
            continue
        yield place, record


def _rows(text: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    if "image_id" not in (reader.fieldnames or ()):
        raise FileError(
            f"{name}: is neither JSON lines nor a table with a column image_id, file or url"
        )
    try:
        for row in reader:
            given = {key: value for key, value in row.items() if value not in (None, "")}
            if None in row:
                raise FileError(f"{name}, line {reader.line_num}: has more cells than columns")
            yield f"{name}, line {reader.line_num}", _values(given, f"{name}, {reader.line_num}")
    except csv.Error as error:
        raise FileError(f"{name}, line {reader.line_num}: {error}") from None


def _values(row: dict[str, Any], place: str) -> dict[str, Any]:
    """The cells of a row as JSON has them."""
    found: dict[str, Any] = dict(row)
    identifier = str(row.get("image_id", "")).strip()
    # As numbers are usually written; 007 is a text.
    is_number = identifier.isascii() and identifier.isdigit() and str(int(identifier)) == identifier
    found["image_id"] = int(identifier) if is_number else identifier
    if "labels" in row:
        found["labels"] = [label for label in row["labels"].split("|") if label.strip()]
    for name in ("expected", "content"):
        if name in row:
            try:
                found[name] = json.loads(row[name])
            except (ValueError, RecursionError):
                raise FileError(f"{place}: {name} is not JSON: {row[name]!r:.80}") from None
    return found


def _item(record: Mapping[str, Any], find: Finder) -> NewItem:
    unknown = sorted(set(record) - FIELDS)
    if unknown:
        near = near_names(unknown[0], FIELDS)
        raise UsageError(f"there is no field {printable(unknown[0])!r}{near}")
    image_id = _image_id(record.get("image_id"))
    file, url = record.get("file"), record.get("url")
    if (file is None) == (url is None) or not isinstance(file or url, str):
        raise UsageError(f"image {image_id!r}: expected either a file or a url, as text")
    picture = find(str(file)) if file is not None else picture_address(str(url))
    labels = record.get("labels") or []
    if not isinstance(labels, list):
        raise UsageError(f"image {image_id!r}: labels is {described(labels)}, expected a list")
    slice_label = record.get("slice_label") or ""
    if not isinstance(slice_label, str) or len(slice_label) > _MOST_SLICE:
        raise UsageError(f"image {image_id!r}: slice_label is no text of at most {_MOST_SLICE}")
    expected, content = record.get("expected") or {}, record.get("content") or []
    if not isinstance(expected, dict) or not isinstance(content, list):
        raise UsageError(f"image {image_id!r}: expected is no object, or content no list")
    return NewItem(
        image_id,
        picture,
        checked_labels(labels, f"image {image_id!r}"),
        slice_label,
        _role(record.get("role") or Role.COLLECT.value),
        expected,
        content,
    )


def _image_id(given: Any) -> ImageId:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    if is_number or (isinstance(given, str) and 0 < len(given) <= _MOST_ID):
        found: ImageId = given
        return found
    raise UsageError(f"image_id is {described(given)}, expected a whole number or a text")


def _role(given: Any) -> Role:
    try:
        return Role(given)
    except ValueError:
        raise UsageError(f"the role is {given!r:.60}, expected one of {', '.join(Role)}") from None
