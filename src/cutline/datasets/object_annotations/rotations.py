"""Which images a collection has, and how far each has to be turned."""

from __future__ import annotations

import os
from typing import Any

from cutline.core.errors import ContentError, FileError
from cutline.datasets.object_annotations.types import LeftOut
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import described, printable, short

_ID_COLUMNS = ("imageid", "image_id")


def read_rotations(path: str | os.PathLike[str], left_out: LeftOut) -> dict[str, float | None]:
    """The rotation of each image in degrees by its id as text; None where it is unknown.

    The file is a table with the columns `ImageID` and `Rotation`, as Open Images has it. An empty
    cell is an unknown rotation.

    Raises:
        FileError: when the file cannot be read, or is no such table.
        ContentError: when an image has two rotations.
    """
    source = open_source(path)
    rows = table_rows(source, ",")
    line, header = next(rows, (1, []))
    names = [name.strip().lower() for name in header]
    id_at = next((names.index(name) for name in _ID_COLUMNS if name in names), None)
    if id_at is None or "rotation" not in names:
        raise FileError(
            f"{source.name}, line {line}: found {short(','.join(map(printable, header)))!r}, "
            f"expected a header with the columns ImageID and Rotation"
        )
    rotation_at = names.index("rotation")
    rotations: dict[str, float | None] = {}
    for line, row in rows:
        place = f"{source.name}, line {line}"
        if len(row) != len(names) or not row[id_at].strip():
            found = f"{len(row)} columns" if len(row) != len(names) else "no image id"
            error = FileError(f"{place}: found {found}, expected {len(names)} as in the header")
            left_out.add("rows of images that are incomplete", error)
            continue
        image_id = row[id_at].strip()
        rotation = _from_cell(row[rotation_at].strip(), place, left_out)
        if rotations.setdefault(image_id, rotation) != rotation:
            raise ContentError(
                f"{place}: image {short(image_id)!r} has the rotations "
                f"{rotations[image_id]} and {rotation}, expected one"
            )
    if not rotations:
        raise FileError(f"{source.name}: a header and no rows")
    return rotations


def _from_cell(cell: str, place: str, left_out: LeftOut) -> float | None:
    if not cell:
        return None
    try:
        number: Any = float(cell)
    except ValueError:
        number = cell
    return rotation_of(number, place, left_out)


def rotation_of(value: Any, place: str, left_out: LeftOut) -> float | None:
    """A rotation in degrees; None for null, and for what a lenient reader lets pass.

    Raises:
        FileError: for anything but a number or null.
    """
    if value is None:
        return None
    # The comparison fails for NaN too.
    if type(value) in (int, float) and -1e6 < value < 1e6:
        return float(value)
    error = FileError(
        f"{place}: the rotation is {described(value)}, expected degrees, or nothing if unknown"
    )
    left_out.add("rotations that are no number", error)
    return None
