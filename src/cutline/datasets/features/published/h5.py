"""Features in HDF5, as the nocaps baselines have them.

Arrays `image_id` and `features` (images x regions x size, or for each image all numbers one behind
the other), and where they are known `num_boxes`, `boxes`, `classes`, `scores`, `width`, `height`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError, MissingPartError
from cutline.core.types import ImageId
from cutline.datasets.features.published.types import Found, Unread, id_of, plain_boxes
from cutline.datasets.features.regions import Regions
from cutline.datasets.wording import printable, short

#: The arrays there may be, by what they are called elsewhere.
_NAMES = {
    "image_id": ("image_id", "image_ids"),
    "features": ("features", "image_features"),
    "num_boxes": ("num_boxes", "num_bbox"),
    "boxes": ("boxes", "bbox", "image_bb"),
    "classes": ("classes", "objects_id"),
    "scores": ("scores", "objects_conf"),
    "width": ("width", "image_w"),
    "height": ("height", "image_h"),
}


def read_h5(paths: Sequence[str]) -> Iterator[Found | Unread]:
    """The images of such files, one after the other.

    Raises:
        MissingPartError: where h5py is not installed.
        FileError: when a file cannot be read, or has other arrays.
    """
    if find_spec("h5py") is None:
        raise MissingPartError("reading HDF5 needs h5py: pip install h5py")
    h5py: Any = import_module("h5py")
    for number, path in enumerate(paths):
        if not Path(path).is_file():
            raise FileError(f"{path}: cannot be read: there is no such file")
        try:
            file = h5py.File(path, "r")
        except OSError as error:
            reason = short(printable(str(error)), 200)
            raise FileError(f"{path}: is damaged, or not HDF5: {reason}") from None
        with file:
            arrays = _arrays(path, file)
            count = len(arrays["image_id"])
            for row in range(count):
                done = (number + (row + 1) / count) / len(paths)
                where = f"{path}, image {row}"
                try:
                    image_id = _id(arrays["image_id"][row])
                    regions = _regions(arrays, row)
                except (ValueError, TypeError, OSError) as error:
                    reason = short(printable(" ".join(str(error).split())), 200)
                    yield Unread(f"{where}: {reason}", done)
                else:
                    yield Found(image_id, regions, where, done)


def _arrays(path: str, file: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, spellings in _NAMES.items():
        for spelling in spellings:
            if spelling in file and hasattr(file[spelling], "shape"):
                found.setdefault(name, file[spelling])
    for name in ("image_id", "features"):
        if name not in found:
            there = ", ".join(list(file)[:10]) or "nothing"
            raise FileError(
                f"{path}: has no array {name!r}; expected image_id and features, and found {there}"
            )
    lengths = {name: array.shape[0] if array.shape else 0 for name, array in found.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise FileError(f"{path}: its arrays are of different lengths: {told}")
    return found


def _regions(arrays: dict[str, Any], row: int) -> Regions:
    features = np.asarray(arrays["features"][row])
    count = None if "num_boxes" not in arrays else int(arrays["num_boxes"][row])
    if features.ndim == 1:  # all numbers one behind the other
        if not count or features.size % count:
            raise ValueError(f"features are {features.size} numbers of {count} boxes")
        features = features.reshape(count, -1)
    elif features.ndim == 3:  # a grid: height x width x size
        features = features.reshape(-1, features.shape[2])
    count = len(features) if count is None else count
    features = features[:count]
    boxes = _table(arrays, "boxes", row, 4, count)
    if boxes is not None:
        sides = [None if n not in arrays else float(arrays[n][row]) for n in ("width", "height")]
        boxes = plain_boxes(boxes, *sides)
    labels, scores = (_table(arrays, name, row, 1, count) for name in ("classes", "scores"))
    return Regions(
        features,
        boxes,
        None if labels is None else labels[:, 0].astype(np.int32),
        None if scores is None else scores[:, 0],
    )


def _table(
    arrays: dict[str, Any], name: str, row: int, width: int, count: int
) -> NDArray[Any] | None:
    """What is known of each region, without the rows that only fill up."""
    if name not in arrays:
        return None
    values = np.asarray(arrays[name][row]).reshape(-1, width)
    if len(values) < count:
        raise ValueError(f"{name} are of {len(values)} regions, and features of {count}")
    return values[:count]


def _id(value: Any) -> ImageId:
    if isinstance(value, bytes):
        return id_of(value.decode("utf-8"))
    if isinstance(value, str):
        return id_of(value)
    if not isinstance(value, int | np.integer):
        raise ValueError(f"an image id is {value!r}, expected a whole number or text")
    return int(value)
