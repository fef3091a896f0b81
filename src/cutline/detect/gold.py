"""What people annotated, behind the same protocol as a detector."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cutline.core.types import Detection
from cutline.datasets.detections import GoldSet, read_gold
from cutline.datasets.pictures import Picture


class GoldDetector:
    """Answers with the objects that a file lists for a picture.

    Boxes are brought to the size of the picture, where the file tells the size of what people saw.
    A region around a crowd is one object.

    Args:
        path: see `cutline.datasets.detections.read_gold`.
        classes: names of classes by code, for tables of Open Images.
        name: what it is called, as somebody typed it.

    Raises:
        FileError, ContentError, UsageError: when a file cannot be used.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        classes: str | os.PathLike[str] | None = None,
        name: str | None = None,
    ) -> None:
        self._gold = read_gold(path, classes)
        self._name = name or f"gold:{os.fspath(path)}"

    @property
    def gold(self) -> GoldSet:
        """What the file lists."""
        return self._gold

    @property
    def name(self) -> str:
        """The detector as it is typed."""
        return self._name

    @property
    def signature(self) -> str:
        """A digest of what the file lists."""
        return f"gold|images:{len(self._gold)}|data:{self._gold.digest}"

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that the file has."""
        return self._gold.labels

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture: the surest first, and else in the file's order.

        Raises:
            ContentError: at a picture that the file does not list.
        """
        found = []
        for picture in pictures:
            listed = self._gold.objects_of(picture.file, picture.width, picture.height)
            objects = (*listed.objects, *listed.crowds)
            found.append(tuple(sorted(objects, key=lambda item: -item.score)))
        return found
