"""How a store of features lies in its folder.

- `features.json`, the manifest: kind, version, sizes, classes, what made it, and the other files.
- `images.jsonl`: a line for each image, `{"image_id", "regions", "crc32"}`. Regions of all images
  stand one behind the other, in this order.
- `features.bin`, and where they are known `boxes.bin`, `labels.bin`, `scores.bin`: plain numbers,
  little end first, a row for each region.
- `reduction.npz`, where features were made smaller: how.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.datasets.strict_json import strict_loads
from cutline.datasets.wording import described, printable, short

KIND, VERSION = "features", 1
MANIFEST = "features.json"
IMAGES = "images.jsonl"
#: How features were made smaller, where they were.
REDUCTION = "reduction.npz"

#: How exactly features are kept.
Precision = Literal["float32", "float16"]

PRECISIONS: tuple[str, ...] = get_args(Precision)

#: What a store may have of each region beside its features: the type, and how many numbers.
MORE_PARTS: dict[str, tuple[str, int]] = {
    "boxes": ("<f4", 4),
    "labels": ("<i4", 1),
    "scores": ("<f4", 1),
}


@dataclass(frozen=True)
class Part:
    """One of the files of numbers."""

    name: str
    type: np.dtype[Any]
    width: int

    @property
    def file(self) -> str:
        """Its name in the folder."""
        return f"{self.name}.bin"

    @property
    def row(self) -> int:
        """How many bytes a region has."""
        return int(self.type.itemsize) * self.width


def parts_of(size: int, precision: str, more: Iterable[str]) -> tuple[Part, ...]:
    """The files of numbers that a store has, features first."""
    first = Part("features", np.dtype(precision).newbyteorder("<"), size)
    others = set(more)
    rest = [Part(n, np.dtype(t), w) for n, (t, w) in MORE_PARTS.items() if n in others]
    return (first, *rest)


@dataclass(frozen=True)
class IndexLine:
    """An image in the list: its id, how many regions it has, and a check sum of their bytes."""

    image_id: ImageId
    regions: int
    crc32: int

    def text(self) -> str:
        """The line in the file."""
        content = {"image_id": self.image_id, "regions": self.regions, "crc32": self.crc32}
        return json.dumps(content) + "\n"


def index_line(text: str) -> IndexLine:
    """An image of the list.

    Raises:
        ValueError: when the line is something else.
    """
    content = strict_loads(text)
    if not isinstance(content, dict):
        raise ValueError(f"found {described(content)}")
    image_id, regions, crc32 = (content.get(key) for key in ("image_id", "regions", "crc32"))
    if type(image_id) not in (int, str) or type(regions) is not int or type(crc32) is not int:
        raise ValueError("expected image_id, regions and crc32")
    if regions < 0:
        raise ValueError(f"found {regions} regions")
    return IndexLine(image_id, regions, crc32)  # type: ignore[arg-type]


def check_sum(arrays: Iterable[NDArray[Any]]) -> int:
    """The check sum of an image: of the bytes of all its parts, one behind the other."""
    found = 0
    for array in arrays:
        found = zlib.crc32(np.ascontiguousarray(array).data, found)
    return found


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What the manifest of a store says.

    Raises:
        FileError: when there is none, or it is of another kind or version.
    """
    path = Path(folder) / MANIFEST
    if not Path(folder).is_dir():
        what = "is a file" if Path(folder).exists() else "there is no such folder"
        raise FileError(f"{folder}: {what}; expected a store of features (cutline features)")
    if not path.is_file():
        raise FileError(
            f"{folder}: is no store of features: it has no {MANIFEST}; expected what cutline "
            f"features wrote"
        )
    try:
        content = strict_loads(path.read_bytes())
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        reason = short(printable(str(error)), 100)
        raise FileError(f"{path}: is damaged, or no JSON: {reason}") from None
    if not isinstance(content, dict) or content.get("cutline") != KIND:
        found = described(content.get("cutline") if isinstance(content, dict) else content)
        raise FileError(f'{path}: a file of {found}, expected "cutline": "{KIND}"')
    if content.get("version") != VERSION:
        found = described(content.get("version"))
        raise FileError(f"{path}: version {found}; this Cutline reads version {VERSION}")
    _check_fields(path, content)
    return content


def _check_fields(path: Path, content: dict[str, Any]) -> None:
    def wrong(field: str, expected: str) -> FileError:
        return FileError(
            f'{path}: "{field}" is {described(content.get(field))}, expected {expected}'
        )

    for field in ("size", "images", "regions"):
        least = 1 if field == "size" else 0
        if type(content.get(field)) is not int or content[field] < least:
            raise wrong(field, f"a whole number from {least} on")
    if content.get("precision") not in PRECISIONS:
        raise wrong("precision", " or ".join(PRECISIONS))
    if type(content.get("made_by")) is not str:
        raise wrong("made_by", "text")
    for field, known in (("classes", None), ("parts", MORE_PARTS)):
        found = content.get(field)
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise wrong(field, "a list of names")
        if known is not None and not set(found) <= set(known):
            raise wrong(field, f"some of {', '.join(known)}")
    if type(content.get("index_sha256")) is not str:
        raise wrong("index_sha256", f"the SHA-256 of {IMAGES}")
