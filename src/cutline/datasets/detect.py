"""Which format a file has: told by what it holds, never by its name."""

from __future__ import annotations

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.bundle.place import find_bundle
from cutline.datasets.json_captions import read_json_captions
from cutline.datasets.json_lines import read_json_lines
from cutline.datasets.problems import Place, Problem
from cutline.datasets.records import Purpose, Records
from cutline.datasets.source import Buffer, Source, open_source
from cutline.datasets.text_captions import (
    is_token_file,
    read_table,
    read_token_file,
    table_delimiter,
)

#: In bytes. A longer first line is judged by how it begins and ends.
_LONGEST_FIRST_LINE = 1 << 20
_SPACE = b" \t\r\n"


def read_records(path: str, purpose: Purpose = "run") -> Records:
    """Read a file of captions in any format that Cutline knows.

    Raises:
        FileError: when the file cannot be read or has none of those formats.
    """
    if (bundle := find_bundle(path)) is not None:
        raise FileError(
            f"{path}: is a benchmark bundle, not a file of captions; cutline bundle show "
            f"{bundle[0]} lists its files"
        )
    source = open_source(path)
    records = _read(source, purpose)
    if source.has_byte_order_mark:
        message = "the file begins with a byte order mark; it is read as if it did not"
        records.problems.insert(0, Problem("byte-order-mark", Place(source.name, 1), message))
    return records


def _read(source: Source, purpose: Purpose) -> Records:
    head = source.data[:_LONGEST_FIRST_LINE]
    start = head.lstrip(_SPACE)
    if start[:1] == b"[":
        return read_json_captions(source, purpose)
    if start[:1] == b"{":
        is_lines = _is_json_lines(source.data, len(head) - len(start))
        return read_json_lines(source, purpose) if is_lines else read_json_captions(source, purpose)
    first_line = start.split(b"\n", 1)[0].decode("utf-8", "replace").rstrip("\r")
    if is_token_file(first_line):
        return read_token_file(source)
    delimiter = table_delimiter(first_line)
    if delimiter is not None:
        return read_table(source, delimiter)
    line = head[: len(head) - len(start)].count(b"\n") + 1
    raise FileError(
        f"{source.name}, line {line}: not a format that Cutline knows: begins with "
        f"{first_line[:40]!r}; expected JSON, JSON lines, a table with the columns image_id and "
        f"caption, or name#number, a tab and a caption"
    )


def _is_json_lines(data: Buffer, start: int) -> bool:
    """Whether the line at `start` is a whole JSON value and more follows."""
    end = data.find(b"\n", start)
    following = data[end : end + _LONGEST_FIRST_LINE].lstrip(_SPACE) if end >= 0 else b""
    if not following:
        return False
    if end - start <= _LONGEST_FIRST_LINE:
        try:
            native.load_json(data[start:end], {}, frozenset())
        except native.JsonError:
            pass
        else:
            return True
    # Two records on two lines, the first of them damaged or very long, still look like lines.
    is_closed = data[max(start, end - 64) : end].rstrip(_SPACE).endswith(b"}")
    return is_closed and following[:1] == b"{"
