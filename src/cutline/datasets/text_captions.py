"""Captions in plain text: Flickr8k token files, and CSV or TSV tables."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

from cutline.core.errors import FileError
from cutline.datasets.fields import numbered
from cutline.datasets.records import Records
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, printable

_TOKEN_LINE = re.compile(r"(?P<image>[^\t#]+)#(?P<number>\d+)\t(?P<caption>.*)")
_ID_COLUMNS = ("image_id", "image", "img_id", "filename", "id")
_CAPTION_COLUMNS = ("caption", "text", "sentence", "comment")
_TAG_COLUMNS = ("domain", "split")


def text_lines(source: Source) -> Iterator[str]:
    """The lines of a file as text, each with its end.

    Raises:
        FileError: where one is not UTF-8, or too long.
    """
    for number, _, line in source.lines():
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8")) + 1
            raise FileError(
                f"{source.name}, line {number}, column {column}: the byte "
                f"0x{line[error.start]:02x} is not UTF-8"
            ) from None


def is_token_file(first_line: str) -> bool:
    """Whether a line is `name.jpg#0<tab>caption`."""
    return _TOKEN_LINE.fullmatch(first_line) is not None


def read_token_file(source: Source) -> Records:
    """Read a Flickr8k or Flickr30k token file.

    Raises:
        FileError: at the first line of another form.
    """
    records = Records(
        source.name, "Flickr token file", [], [], system=source.system, ids_are_text=True
    )
    lines: list[int] = []
    for number, line in enumerate(text_lines(source), 1):
        line = line.rstrip("\r\n")
        if not line:
            continue
        match = _TOKEN_LINE.fullmatch(line)
        if match is None:
            raise FileError(
                f"{source.name}, line {number}: found {line[:40]!r}, expected name#number, a tab "
                f"and a caption"
            )
        records.image_ids.append(match["image"])
        records.captions.append(match["caption"])
        lines.append(number)
    records.line_of = lines.__getitem__
    return records


def table_delimiter(header: str) -> str | None:
    """The delimiter of a table's header line, or None when it is not such a header."""
    for delimiter in (",", "\t", ";"):
        names = [name.strip().strip('"').lower() for name in header.split(delimiter)]
        if _first(names, _ID_COLUMNS) is not None and _first(names, _CAPTION_COLUMNS) is not None:
            return delimiter
    return None


def read_table(source: Source, delimiter: str) -> Records:
    """Read a CSV or TSV table with a column of image ids and one of captions.

    Everything in a table is text; ids become numbers when every one of them is a whole number.

    Raises:
        FileError: where a row has another number of columns than the header.
    """
    rows = table_rows(source, delimiter)
    header_line, header = next(rows)
    names = [name.strip().lower() for name in header]
    id_at, caption_at = _id_and_caption(names, f"{source.name}, line {header_line}")
    records = Records(
        file=source.name,
        format=f'table with the columns "{names[id_at]}" and "{names[caption_at]}"',
        image_ids=[],
        captions=[],
        caption_field=names[caption_at],
        id_field=names[id_at],
        system=source.system,
        ids_are_text=True,
    )
    lines: list[int] = []
    tags: dict[str, list[str]] = {name: [] for name in _TAG_COLUMNS if name in names}
    for line, row in _as_wide(rows, len(names), source.name):
        lines.append(line)
        records.image_ids.append(row[id_at] or MISSING)
        records.captions.append(row[caption_at])
        for tag, labels in tags.items():
            labels.append(row[names.index(tag)])
    if not lines:
        raise FileError(f"{source.name}: a header and no rows")
    records.image_ids = numbered(records.image_ids)
    for tag, labels in tags.items():
        pairs = zip(records.image_ids, labels, strict=True)
        records.tags[tag] = {i: label for i, label in pairs if i is not MISSING}
    records.line_of = lines.__getitem__
    return records


def table_rows(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table that are not blank, each with the line it begins on.

    Raises:
        FileError: where a quotation has no end, or a field is too long for a table.
    """
    rows = csv.reader(text_lines(source), delimiter=delimiter, strict=True)
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise FileError(
                f"{source.name}, line {line}: the row that begins here is not one of a table: "
                f"{error}"
            ) from None
        if row is None:
            return
        if row:
            yield line, row


def _as_wide(
    rows: Iterator[tuple[int, list[str]]], width: int, name: str
) -> Iterator[tuple[int, list[str]]]:
    for line, row in rows:
        if len(row) != width:
            columns = f"{len(row)} column{'' if len(row) == 1 else 's'}"
            raise FileError(f"{name}, line {line}: {columns}, expected {width} as in the header")
        yield line, row


def _id_and_caption(names: list[str], place: str) -> tuple[int, int]:
    id_at, caption_at = _first(names, _ID_COLUMNS), _first(names, _CAPTION_COLUMNS)
    if id_at is None or caption_at is None:
        raise FileError(f"{place}: expected the columns image_id and caption")
    for at in (id_at, caption_at):
        if names.count(names[at]) > 1:
            raise FileError(f"{place}: two columns are named {printable(names[at])!r}")
    return id_at, caption_at


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)
