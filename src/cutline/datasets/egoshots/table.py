"""A table whose first line names its columns, with lists of words in some of its cells."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cutline.core.errors import FileError
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import printable, short

_ITEM = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*""")


@dataclass(frozen=True)
class NamedRow:
    """A row, and where it stands."""

    where: str
    cells: dict[str, str]

    def number(self, column: str) -> float:
        """A cell as a number; NaN where it is empty.

        Raises:
            FileError: when it is something else.
        """
        cell = self.cells[column].strip()
        try:
            return float(cell) if cell else float("nan")
        except ValueError:
            found = short(printable(cell))
            raise FileError(f"{self.where}: {column} is {found!r}, expected a number") from None

    def words(self, column: str) -> tuple[str, ...]:
        """A cell such as `['dog', 'ball']`, its words trimmed.

        Raises:
            FileError: when it is something else.
        """
        cell = self.cells[column].strip()
        if cell[:1] != "[" or cell[-1:] != "]":
            raise self._no_words(column)
        words, at, end = [], 1, len(cell) - 1
        while cell[at:end].strip():
            found = _ITEM.match(cell, at, end)
            if found is None or cell[found.end() : found.end() + 1] not in (",", "]"):
                raise self._no_words(column)
            words.append(re.sub(r"\\(.)", r"\1", found[1] or found[2] or "").strip())
            at = found.end() + 1
        return tuple(word for word in words if word)

    def _no_words(self, column: str) -> FileError:
        found = short(printable(self.cells[column]))
        return FileError(
            f"{self.where}: {column} is {found!r}, expected a list like ['dog', 'ball']"
        )


def table_header(path: str | os.PathLike[str]) -> list[str]:
    """The names in the first line of a file, or nothing where it is no table.

    Raises:
        FileError: when the file cannot be read.
    """
    source = open_source(path)
    start = source.data[: 1 << 16].lstrip()
    if start[:1] in (b"{", b"["):
        return []
    line = start.partition(b"\n")[0].decode("utf-8", "replace")
    return [name.strip().strip('"') for name in line.rstrip("\r").split(",")]


def named_rows(path: str | os.PathLike[str]) -> Iterator[NamedRow]:
    """The rows of a table with commas, by the names of its columns.

    Raises:
        FileError: where a row has another number of cells, or two columns have one name.
    """
    source = open_source(path)
    rows = table_rows(source, ",")
    line, header = next(rows, (1, []))
    names = [name.strip() for name in header]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FileError(f"{source.name}, line {line}: two columns are named {printable(twice)!r}")
    for number, row in rows:
        if len(row) != len(names):
            raise FileError(
                f"{source.name}, line {number}: {len(row)} columns, expected {len(names)} as in "
                f"the header"
            )
        yield NamedRow(f"{source.name}, line {number}", dict(zip(names, row, strict=True)))
