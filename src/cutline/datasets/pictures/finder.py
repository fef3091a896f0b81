"""From the id of an image, as another file writes it, to its picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from cutline.core.types import ImageId
from cutline.datasets.pictures.names import id_number, last_number, stem_of
from cutline.datasets.pictures.types import PictureFile

Thing = TypeVar("Thing")


class NameIndex(Generic[Thing]):
    """Things by the names and the numbers they go by; of several the first keeps a name."""

    def __init__(self) -> None:
        self._by_key: dict[str | int, Thing] = {}
        self._shared: set[str | int] = set()

    def add(self, keys: Iterable[str | int | None], thing: Thing) -> None:
        """Let a thing be found by these names and numbers; None is none."""
        for key in keys:
            if key is not None and self._by_key.setdefault(key, thing) is not thing:
                self._shared.add(key)

    def find(self, keys: Iterable[str | int | None], is_sure: bool = False) -> Thing | None:
        """What has the first of these that anything has; to be sure, nothing else may have it."""
        for key in keys:
            if key is not None and key in self._by_key and not (is_sure and key in self._shared):
                return self._by_key[key]
        return None


class PictureFinder:
    """Finds pictures by image id: by the id itself, the file's name or stem, or a number.

    >>> from pathlib import Path
    >>> find = picture_finder([PictureFile("COCO_val2014_000000000042.jpg",
    ...                                    Path("val/COCO_val2014_000000000042.jpg"))])
    >>> [find(image_id) is not None for image_id in (42, "42", "000000000042.jpg", 7)]
    [True, True, True, False]
    """

    def __init__(self, files: Iterable[PictureFile]) -> None:
        self._named: NameIndex[PictureFile] = NameIndex()
        self._index: NameIndex[PictureFile] = NameIndex()
        for file in files:
            self._named.add([str(file.image_id)], file)
            name = file.path.name
            self._index.add([file.path.stem, name, last_number(name)], file)

    def __call__(self, image_id: ImageId) -> PictureFile | None:
        """The picture of an image, or None."""
        text = str(image_id)
        # What a picture is called counts before what its file happens to be named.
        if (found := self._named.find([text])) is not None:
            return found
        # "a/7.jpg" may not be "b/7.jpg", if there is "c/7.jpg" too.
        has_folder = "/" in text
        return self._index.find([text, stem_of(text), id_number(image_id)], is_sure=has_folder)


def picture_finder(files: Iterable[PictureFile]) -> PictureFinder:
    """What finds the pictures of images among these files.

    Args:
        files: pictures, in the order in which they are asked: of two with one name or one number
            the first is found.
    """
    return PictureFinder(files)
