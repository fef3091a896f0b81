"""Open Images' tables of boxes: corners as shares of the picture's width and height."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from cutline.core.errors import ContentError, FileError, near_names
from cutline.core.types import Detection
from cutline.datasets.detections.gold_types import GoldImage
from cutline.datasets.source import Source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import printable, short

_CORNERS = ("xmin", "xmax", "ymin", "ymax")
_NEEDED = ("imageid", "labelname", *_CORNERS)

#: Corners are written with rounding.
_MARGIN = 1e-3


def has_corners(first_line: bytes) -> bool:
    """Whether a line is the header of such a table.

    >>> has_corners(b"ImageID,LabelName,XMin,XMax,YMin,YMax"), has_corners(b"ImageID,LabelName")
    (True, False)
    """
    return set(_NEEDED) <= set(_names(first_line.decode("utf-8", "replace").split(",")))


def read_open_images_boxes(
    source: Source, names: Mapping[str, str] | None, classes: str | os.PathLike[str] | None
) -> Iterable[GoldImage]:
    """The images of a table; a box around a group is a crowd.

    A row whose `Confidence` is 0 says that the class is not in the image.

    Raises:
        FileError: at a row that cannot be used.
        ContentError: at a class that the file of classes does not name.
    """
    objects: dict[str, list[Detection]] = defaultdict(list)
    crowds: dict[str, list[Detection]] = defaultdict(list)
    rows = table_rows(source, ",")
    _, header = next(rows)
    columns = {name: at for at, name in enumerate(_names(header))}
    for line, row in rows:
        place = f"{source.name}, line {line}"
        if len(row) != len(header):
            raise FileError(
                f"{place}: found {len(row)} columns, expected {len(header)} as in the header"
            )
        image_id = row[columns["imageid"]].strip()
        if not image_id:
            raise FileError(f"{place}: found no image id, expected one under ImageID")
        of_image = objects[image_id]
        if _cell(row, columns, "confidence") in ("0", "0.0"):
            continue
        label = _label(row[columns["labelname"]].strip(), names, classes, place)
        item = Detection(label, 1.0, _box(row, columns, place))
        is_group = _cell(row, columns, "isgroupof") == "1"
        (crowds[image_id] if is_group else of_image).append(item)
    return [
        GoldImage(image_id, tuple(of), tuple(crowds[image_id]), (1.0, 1.0))
        for image_id, of in objects.items()
    ]


def _names(header: Sequence[str]) -> list[str]:
    return [name.strip().strip('"').lower() for name in header]


def _cell(row: Sequence[str], columns: Mapping[str, int], name: str) -> str | None:
    return row[columns[name]].strip() if name in columns else None


def _box(
    row: Sequence[str], columns: Mapping[str, int], place: str
) -> tuple[float, float, float, float]:
    cells = [row[columns[name]].strip() for name in _CORNERS]
    try:
        left, right, top, bottom = map(float, cells)
    except ValueError:
        left = right = top = bottom = float("nan")
    low, high = -_MARGIN, 1 + _MARGIN
    # The comparisons fail for NaN too.
    if not (low <= left <= right <= high and low <= top <= bottom <= high):
        raise FileError(
            f"{place}: found XMin, XMax, YMin, YMax {short(', '.join(map(printable, cells)), 80)}, "
            f"expected shares of width and height from 0 to 1"
        )
    return left, top, right - left, bottom - top


def _label(
    code: str,
    names: Mapping[str, str] | None,
    classes: str | os.PathLike[str] | None,
    place: str,
) -> str:
    if not code:
        raise FileError(f"{place}: found no label, expected the class of an object")
    if names is None:
        return printable(code)
    if code not in names:
        raise ContentError(
            f"{place}: {classes} does not name the class {short(code)!r}{near_names(code, names)}"
        )
    return names[code]
