"""Which id of a file belongs to which picture, where the two name images in different ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from cutline.core.types import ImageId
from cutline.datasets.pictures import PictureFile
from cutline.datasets.pictures.names import id_number, last_number, stem_of

#: What both sides may have in common, the surest first: one function for pictures, one for ids.
_WAYS: tuple[tuple[Callable[[PictureFile], object], Callable[[ImageId], object]], ...] = (
    (lambda file: str(file.image_id), str),
    (lambda file: file.path.as_posix(), str),
    (lambda file: file.path.name, lambda image_id: _name(image_id)),
    (lambda file: stem_of(file.path.name), lambda image_id: stem_of(_name(image_id))),
    (lambda file: last_number(file.path.name), id_number),
)


def matched_ids(files: Sequence[PictureFile], ids: Sequence[ImageId]) -> dict[ImageId, ImageId]:
    """The id in a file for each picture that it has, by the picture's own id.

    Ids are compared as they are, then as names of files, without endings, and as numbers with
    those that names of pictures end with; the first way counts that finds most pictures. What two
    pictures or two ids have in common in that way finds nothing.

    >>> from pathlib import Path
    >>> pictures = [PictureFile(7, Path("COCO_val2014_000000000007.jpg"))]
    >>> matched_ids(pictures, ["7.jpg", "8.jpg"])
    {7: '7.jpg'}
    """
    best: dict[ImageId, ImageId] = {}
    for of_picture, of_id in _WAYS:
        known = _unique((of_id(image_id), image_id) for image_id in ids)
        pictures = _unique((of_picture(file), file.image_id) for file in files)
        found = {pictures[key]: known[key] for key in pictures if key in known}
        if len(found) > len(best):
            best = found
    return best


def _unique(pairs: Iterable[tuple[object, ImageId]]) -> Mapping[object, ImageId]:
    found: dict[object, ImageId] = {}
    twice: set[object] = {None}
    for key, image_id in pairs:
        if key in found:
            twice.add(key)
        found[key] = image_id
    return {key: image_id for key, image_id in found.items() if key not in twice}


def _name(image_id: ImageId) -> str:
    return re.split(r"[\\/]", str(image_id))[-1]
