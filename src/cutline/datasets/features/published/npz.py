"""Features in a file of numpy for each image, named by it.

`x`, `feat` or `features` are the vectors (regions x size, size x regions as some programs have
them, or a grid of height x width x size); `bbox` or `boxes` the boxes, if any.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.features.published.types import Found, Unread, id_of, plain_boxes
from cutline.datasets.features.regions import Regions
from cutline.datasets.pictures.names import counting_order, id_number
from cutline.datasets.wording import printable, short

_FEATURES = ("x", "feat", "features")
_BOXES = ("bbox", "boxes")
_WIDTHS, _HEIGHTS = ("image_w", "width"), ("image_h", "height")
_LABELS, _SCORES = ("objects_id", "classes", "objects"), ("objects_conf", "scores")


def read_npz(paths: Sequence[str]) -> Iterator[Found | Unread]:
    """The images of folders of such files.

    Raises:
        FileError: when a folder holds none.
    """
    files = [file for path in paths for file in _files(Path(path))]
    ids = _ids(files)
    for number, (image_id, file) in enumerate(zip(ids, files, strict=True), 1):
        done = number / len(files)
        try:
            with file.open("rb") as raw:
                # numpy takes whatever is no zip file for a pickle, and advises to run that.
                if not zipfile.is_zipfile(raw):
                    raise ValueError("it is no zip file of arrays, or is cut short")
                raw.seek(0)
                with np.load(raw, allow_pickle=False) as content:
                    regions = _regions(content)
        except (*ZIP_ERRORS, KeyError) as error:
            reason = short(printable(" ".join(str(error).split())), 200)
            yield Unread(f"{file}: is no file of features: {reason}", done)
        else:
            yield Found(image_id, regions, str(file), done)


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    if not place.is_dir():
        raise FileError(f"{place}: cannot be read: there is no such file or folder")
    found = [path for path in place.rglob("*.npz") if path.is_file()]
    if not found:
        raise FileError(f"{place}: holds no .npz files")
    return sorted(found, key=lambda path: counting_order(path.relative_to(place)))


def _ids(files: Sequence[Path]) -> list[ImageId]:
    """The number that each name stands for where all have one; else the names."""
    stems = [file.name.removesuffix(".npz") for file in files]
    numbers = [id_number(stem) for stem in stems]
    if None not in numbers and len(set(numbers)) == len(files):
        return [number for number in numbers if number is not None]
    return [id_of(stem) for stem in stems]


def _regions(content: Any) -> Regions:
    features = _array(content, _FEATURES)
    if features is None:
        found = ", ".join(content.files) or "nothing"
        raise ValueError(f"found {found}, expected one of {', '.join(_FEATURES)}")
    boxes = _array(content, _BOXES)
    if features.ndim == 3:
        features = features.reshape(-1, features.shape[2])
    count = None if boxes is None else len(boxes)
    if count is None and "num_bbox" in content.files:
        count = int(content["num_bbox"])
    if features.ndim == 2 and count not in (None, len(features)) and count == features.shape[1]:
        features = features.T
    if boxes is not None:
        sides = [_array(content, names) for names in (_WIDTHS, _HEIGHTS)]
        boxes = plain_boxes(boxes[:, :4], *(None if s is None else float(s) for s in sides))
    labels = _array(content, _LABELS)
    return Regions(
        features,
        boxes,
        None if labels is None else labels.astype(np.int32),
        _array(content, _SCORES),
    )


def _array(content: Any, names: Sequence[str]) -> NDArray[Any] | None:
    for name in names:
        if name in content.files:
            return np.asarray(content[name])
    return None
