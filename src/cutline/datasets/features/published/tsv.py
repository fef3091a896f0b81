"""The table of bottom-up attention: a line an image, tab-separated, numbers as base64.

Six columns as Anderson et al. (2018) published them: image_id, image_w, image_h, num_boxes, boxes,
features. Ten as LXMERT has them: img_id, img_h, img_w, objects_id, objects_conf, attrs_id,
attrs_conf, num_boxes, boxes, features. There is no line of names.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.datasets.features.published.types import Found, Unread, id_of, relative_boxes
from cutline.datasets.features.regions import Regions
from cutline.datasets.wording import printable, short

_SIX = ("image_id", "image_w", "image_h", "num_boxes", "boxes", "features")
_TEN = (
    "image_id",
    "image_h",
    "image_w",
    "objects_id",
    "objects_conf",
    "attrs_id",
    "attrs_conf",
    "num_boxes",
    "boxes",
    "features",
)

#: A longer line is no image: 100 regions of 2,048 numbers have a million characters.
_LONGEST = 1 << 28


def read_tsv(paths: Sequence[str]) -> Iterator[Found | Unread]:
    """The images of such tables, one after the other; gzip is unpacked.

    Raises:
        FileError: when a file cannot be read, or is no such table.
    """
    sizes = [_size(path) for path in paths]
    before = 0
    for path, size in zip(paths, sizes, strict=True):
        for number, line, read in _lines(path):
            where = f"{path}, line {number}"
            done = (before + read) / max(sum(sizes), 1)
            columns = line.rstrip(b"\r\n").split(b"\t")
            if len(columns) not in (len(_SIX), len(_TEN)):
                raise FileError(
                    f"{where}: has {len(columns)} columns, expected the {len(_SIX)} of bottom-up "
                    f"attention ({', '.join(_SIX)}) or the {len(_TEN)} of LXMERT"
                )
            try:
                image_id, regions = _image(columns)
            except (ValueError, UnicodeDecodeError) as error:
                yield Unread(f"{where}: {short(printable(str(error)), 200)}", done)
            else:
                yield Found(image_id, regions, where, done)
        before += size


def _image(columns: Sequence[bytes]) -> tuple[Any, Regions]:
    names = _SIX if len(columns) == len(_SIX) else _TEN
    row = dict(zip(names, columns, strict=True))
    count = _whole_number(row["num_boxes"], "num_boxes")
    width, height = (_whole_number(row[side], side) for side in ("image_w", "image_h"))
    features = _numbers(row["features"], "<f4", "features")
    if count < 1:
        raise ValueError(f"num_boxes is {count}: there is no region")
    if features.size % count:
        raise ValueError(f"features are {features.size} numbers, which {count} boxes do not share")
    boxes = _numbers(row["boxes"], "<f4", "boxes")
    if boxes.size != 4 * count:
        raise ValueError(f"boxes are {boxes.size} numbers, expected 4 of each of {count}")
    labels = scores = None
    if names is _TEN:
        labels = _numbers(row["objects_id"], "<i8", "objects_id")
        scores = _numbers(row["objects_conf"], "<f4", "objects_conf")
    regions = Regions(
        features.reshape(count, -1),
        relative_boxes(boxes.reshape(count, 4), width, height),
        None if labels is None else labels.astype(np.int32),
        scores,
    )
    return id_of(row["image_id"].decode("utf-8").strip()), regions


def _whole_number(text: bytes, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} is {short(repr(text))}, expected a whole number") from None


def _numbers(text: bytes, kind: str, name: str) -> NDArray[Any]:
    try:
        data = base64.b64decode(text, validate=True)
        return np.frombuffer(data, kind)
    except ValueError as error:  # damaged base64, or bytes that are no whole numbers
        raise ValueError(f"{name} are no numbers in base64: {error}") from None


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None


def _lines(path: str) -> Iterator[tuple[int, bytes, int]]:
    """Each line with its number, and how many bytes of the file were read."""
    try:
        with Path(path).open("rb") as raw:
            is_packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            file = cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if is_packed else raw
            number = 0
            while line := file.readline(_LONGEST):
                number += 1
                if len(line) == _LONGEST:
                    raise FileError(f"{path}, line {number}: is longer than any image's")
                yield number, line, raw.tell()
    except EOFError:
        raise FileError(f"{path}: is cut short") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
