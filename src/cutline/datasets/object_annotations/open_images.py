"""Open Images' tables of boxes, a row for each box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cutline.core.errors import ContentError, FileError
from cutline.datasets.object_annotations.labels import Labels
from cutline.datasets.object_annotations.tally import CLASS_BITS, Tally
from cutline.datasets.object_annotations.types import LeftOut
from cutline.datasets.source import Source
from cutline.datasets.text_captions import table_rows, text_lines

_ROWS_AT_ONCE = 1 << 14

#: The line that a row begins on, and its cells.
Row = tuple[int, Sequence[str]]


def is_box_table(first_line: str) -> bool:
    """Whether a line is the header of such a table.

    >>> is_box_table("ImageID,Source,LabelName,Confidence"), is_box_table("image,caption")
    (True, False)
    """
    names = [name.strip().strip('"').lower() for name in first_line.split(",")]
    return "imageid" in names and "labelname" in names


def read_box_table(source: Source, tally: Tally, labels: Labels, left_out: LeftOut) -> None:
    """Count the rows of a table with the columns `ImageID` and `LabelName`.

    A row whose `Confidence` is 0 says that the class is not in the image.

    Raises:
        FileError, ContentError: at a row that cannot be used, unless such rows are left out.
    """
    # Quotation marks are rare in such tables, and rows without them are cut sooner.
    is_quoted = source.data.find(b'"') >= 0
    rows: Iterator[Row] = table_rows(source, ",") if is_quoted else _plain_rows(source)
    _, header = next(rows)
    table = _BoxTable(source.name, header, tally, labels, left_out)
    while table.add(rows, _ROWS_AT_ONCE):
        pass


def _plain_rows(source: Source) -> Iterator[Row]:
    for line, text in enumerate(text_lines(source), 1):
        if row := text.rstrip("\r\n"):
            yield line, row.split(",")


class _BoxTable:
    def __init__(
        self,
        file: str,
        header: Sequence[str],
        tally: Tally,
        labels: Labels,
        left_out: LeftOut,
    ) -> None:
        self._file, self._tally, self._labels, self._left_out = file, tally, labels, left_out
        names = [name.strip().lower() for name in header]
        self._width = len(names)
        self._id_at, self._label_at = names.index("imageid"), names.index("labelname")
        self._confidence_at = names.index("confidence") if "confidence" in names else None

    def add(self, rows: Iterator[Row], most: int) -> int:
        """Look at so many rows, or at what is left; how many there were."""
        width, id_at, label_at = self._width, self._id_at, self._label_at
        confidence_at = self._confidence_at
        known_place, known_number = self._tally.place_of.get, self._labels.known.get
        keys: list[int] = []
        seen = 0
        for line, row in islice(rows, most):
            seen += 1
            if len(row) == width and (number := known_number(row[label_at])) is not None:
                place = known_place(row[id_at])
            else:
                number = place = None
            if number is None or place is None:
                if (found := self._new(line, row)) is None:
                    continue
                place, number = found
            if confidence_at is None or row[confidence_at] != "0":
                keys.append(place << CLASS_BITS | number)
        self._tally.add_keys(keys)
        return seen

    def _new(self, line: int, row: Sequence[str]) -> tuple[int, int] | None:
        """The place and the number of a row with something new, or None if it is left out."""
        where = f"{self._file}, line {line}"
        try:
            if len(row) != self._width:
                found = f"{len(row)} column{'' if len(row) == 1 else 's'}"
                raise FileError(f"{where}: found {found}, expected {self._width} as in the header")
            if not row[self._id_at].strip():
                raise FileError(f"{where}: found no image id, expected one under ImageID")
            number = self._labels.number(row[self._label_at], where)
        except (FileError, ContentError) as error:
            self._left_out.add("rows that cannot be used", error)
            return None
        return self._tally.place(row[self._id_at]), number
