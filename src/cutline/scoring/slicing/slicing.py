"""A way to cut a benchmark into slices, and scores cut that way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cutline.core.score import Scores
from cutline.core.types import ImageId

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The slice of images that are in no other.
UNLABELLED = "(none)"

#: A slice of fewer images is marked. The resampled 95% interval of a mean of normal values holds
#: the truth 93.6% of the time at 30 images and 90% at 10; of skewed values, such as CIDEr's, even
#: less often.
SMALL_SLICE = 30


@dataclass(frozen=True, eq=False)
class Slicing:
    """Named slices of a benchmark's images; an image may be in several.

    Args:
        name: what to type after `--by` to get it again.
        description: one line for people, such as the heading of a table.
        image_ids: the images of the benchmark.
        members: the slices in order, each with the ascending places of its images in `image_ids`.
            No slice is empty, and every image is in one.

    >>> slicing = slicing_of("light", "labels of images", [7, 8, 9], {"day": [0, 2], "night": []})
    >>> slicing.labels, slicing.size("day"), slicing.is_small("day")
    (('day', '(none)'), 2, True)
    """

    name: str
    description: str
    image_ids: Sequence[ImageId]
    members: Mapping[str, NDArray[np.intp]]

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the slices, in order; that of images without a label comes last."""
        return tuple(self.members)

    @property
    def overlaps(self) -> bool:
        """Whether any image is in more than one slice."""
        return sum(map(len, self.members.values())) > len(self.image_ids)

    def size(self, label: str) -> int:
        """How many images a slice has."""
        return len(self.members[label])

    def is_small(self, label: str) -> bool:
        """Whether a slice has too few images to say much about it."""
        return self.size(label) < SMALL_SLICE

    def within(self, image_ids: Sequence[ImageId]) -> Slicing:
        """The same slices of some of the images, with their places among those.

        Slices that have none of them are left out.
        """
        if image_ids is self.image_ids or list(image_ids) == list(self.image_ids):
            return self
        place_of = {image_id: place for place, image_id in enumerate(image_ids)}
        moved = np.array([place_of.get(image_id, -1) for image_id in self.image_ids], dtype=np.intp)
        members = {}
        for label, places in self.members.items():
            kept = moved[places]
            members[label] = np.sort(kept[kept >= 0])
        return slicing_of(self.name, self.description, image_ids, members)


def slicing_of(
    name: str,
    description: str,
    image_ids: Sequence[ImageId],
    members: Mapping[str, NDArray[np.intp] | Sequence[int]],
) -> Slicing:
    """A slicing without the slices that are empty, and with one for the images that are in none."""
    # A file may use the name too; it stands for no label there as well.
    kept = {
        label: np.asarray(places, dtype=np.intp)
        for label, places in members.items()
        if len(places) and label != UNLABELLED
    }
    is_left = np.ones(len(image_ids), dtype=bool)
    for places in kept.values():
        is_left[places] = False
    if is_left.any():
        kept[UNLABELLED] = np.flatnonzero(is_left)
    return Slicing(name, description, image_ids, kept)


def sliced(scores: Scores, slicing: Slicing) -> dict[str, Scores]:
    """The scores of each slice, in the slicing's order.

    Statistics are reused: document frequencies stay those of the whole benchmark. Where a run
    covers only some images, slices have only those.
    """
    members = slicing.within(scores.image_ids).members
    return {label: scores.rows(places) for label, places in members.items()}
