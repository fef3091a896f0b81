"""Objects counted by image and class in little memory, in whatever order they come."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import ImageId
from cutline.datasets.object_annotations.types import ImageObjects

#: A count is held under one number: the image's place, and below it so many bits for the class.
CLASS_BITS = 24
_CLASS_MASK = (1 << CLASS_BITS) - 1
#: Objects that may wait before equal ones are put together.
_WAITING = 1 << 20
_IMAGES_AT_ONCE = 1 << 12


class Tally:
    """How often each class is in each image.

    Memory grows with the different classes of images, sixteen bytes for each, and not with their
    objects. Ids that are written alike, 7 and "7", are one image.
    """

    def __init__(self) -> None:
        self.image_ids: list[ImageId] = []
        self.labels: list[str] = []
        #: The place of each image by its id as text.
        self.place_of: dict[str, int] = {}
        self._number_of: dict[str, int] = {}
        self._waiting_keys, self._waiting_counts = array("q"), array("q")
        self._keys: NDArray[np.int64] = np.empty(0, np.int64)
        self._counts: NDArray[np.int64] = np.empty(0, np.int64)

    def place(self, image_id: ImageId) -> int:
        """The place of an image, a new one where it is new."""
        text = str(image_id)
        place = self.place_of.get(text)
        if place is None:
            place = self.place_of[text] = len(self.image_ids)
            self.image_ids.append(image_id)
        return place

    def number(self, label: str) -> int:
        """The number of a class, a new one where it is new."""
        number = self._number_of.get(label)
        if number is None:
            number = self._number_of[label] = len(self.labels)
            self.labels.append(label)
        return number

    def add(self, place: int, number: int, count: int = 1) -> None:
        """Count objects of a class in an image."""
        self._waiting_keys.append(place << CLASS_BITS | number)
        self._waiting_counts.append(count)
        if len(self._waiting_keys) >= max(_WAITING, len(self._keys)):
            self._fold()

    def add_keys(self, keys: Iterable[int]) -> None:
        """Count an object for each key, which is an image's place and a class's number in one."""
        before = len(self._waiting_keys)
        self._waiting_keys.extend(keys)
        self._waiting_counts.extend([1] * (len(self._waiting_keys) - before))
        if len(self._waiting_keys) >= max(_WAITING, len(self._keys)):
            self._fold()

    def _fold(self) -> None:
        keys = np.concatenate([self._keys, np.array(self._waiting_keys, dtype=np.int64)])
        counts = np.concatenate([self._counts, np.array(self._waiting_counts, dtype=np.int64)])
        self._waiting_keys, self._waiting_counts = array("q"), array("q")
        order = np.argsort(keys, kind="stable")
        self._keys, starts = np.unique(keys[order], return_index=True)
        self._counts = np.add.reduceat(counts[order], starts) if len(keys) else counts

    def images(self, rotations: Iterable[float | None]) -> Iterator[ImageObjects]:
        """Every image in the order of their first mention, with a rotation for each."""
        self._fold()
        waiting = iter(rotations)
        for first in range(0, len(self.image_ids), _IMAGES_AT_ONCE):
            ids = self.image_ids[first : first + _IMAGES_AT_ONCE]
            places = np.arange(first, first + len(ids) + 1, dtype=np.int64)
            bounds = np.searchsorted(self._keys, places << CLASS_BITS)
            own = slice(bounds[0], bounds[-1])
            labels = [self.labels[key] for key in (self._keys[own] & _CLASS_MASK).tolist()]
            counts = self._counts[own].tolist()
            ends = (bounds - bounds[0]).tolist()
            for image_id, start, end in zip(ids, ends, ends[1:], strict=False):
                of_image = dict(zip(labels[start:end], counts[start:end], strict=True))
                yield ImageObjects(image_id, of_image, next(waiting))
