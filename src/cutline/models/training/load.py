"""Images of a feature store as a batch that a network takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch
from torch import Tensor

from cutline.core.types import ImageId
from cutline.models.images import Images

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cutline.datasets.features import Regions

#: What a part of regions is where there is none: the whole picture, no class, no certainty.
_FILLED_BY: dict[str, Any] = {"boxes": [0.0, 0.0, 1.0, 1.0], "labels": -1, "scores": 0.0}


class RegionSource(Protocol):
    """What has regions of images: a feature store, as a rule."""

    @property
    def size(self) -> int:
        """The size of a vector."""

    def regions(self, image_id: ImageId) -> Regions:
        """The regions of an image."""


@dataclass(frozen=True)
class RegionsInHand:
    """Regions that are in no store, as those of pictures that were just looked at."""

    size: int
    of: Mapping[ImageId, Regions]

    def regions(self, image_id: ImageId) -> Regions:
        """The regions of an image."""
        return self.of[image_id]


def load_images(
    store: RegionSource, ids: Sequence[ImageId], most_regions: int | None = None
) -> Images:
    """The regions of some images, filled up to the largest number that one of them has.

    An image without any region gets one of zeros, the whole picture: attention has to look
    somewhere.

    Args:
        store: where the features are.
        ids: the images; one may occur several times.
        most_regions: how many regions to take at most of an image; the surest, where the store
            says how sure its detector was, else the first.

    Raises:
        UsageError: when the store has no such image.
    """
    found = [store.regions(image_id) for image_id in ids]
    chosen = [_chosen(regions, most_regions) for regions in found]
    counts = [max(1, len(places)) for places in chosen]
    most = max(counts, default=1)
    features = np.zeros((len(ids), most, store.size), np.float32)
    for row, (regions, places) in enumerate(zip(found, chosen, strict=True)):
        features[row, : len(places)] = regions.features[places]
    mask = torch.arange(most) < torch.tensor(counts, dtype=torch.long).unsqueeze(1)
    return Images(
        tuple(ids),
        torch.from_numpy(features),  # images x regions x size
        mask,  # images x regions
        _part("boxes", found, chosen, most),
        _part("labels", found, chosen, most),
        _part("scores", found, chosen, most),
    )


def image_batches(
    store: RegionSource, ids: Sequence[ImageId], size: int, most_regions: int | None = None
) -> Iterator[Images]:
    """All images, so many at a time, in this order."""
    for first in range(0, len(ids), size):
        yield load_images(store, ids[first : first + size], most_regions)


def _chosen(regions: Regions, most: int | None) -> NDArray[np.intp]:
    """The places of the regions to take, in the store's order."""
    count = len(regions.features)
    if most is None or count <= most:
        return np.arange(count)
    if regions.scores is None:
        return np.arange(most)
    return np.sort(np.argsort(-np.asarray(regions.scores), kind="stable")[:most])


def _part(
    name: str, found: Sequence[Regions], chosen: Sequence[NDArray[np.intp]], most: int
) -> Tensor | None:
    """One thing that is known of all regions, or None where any image lacks it."""
    parts = [getattr(regions, name) for regions in found]
    if not parts or any(part is None for part in parts):
        return None
    filling = torch.tensor(_FILLED_BY[name])
    filled = filling.expand(len(found), most, *filling.shape).clone()
    for row, (part, places) in enumerate(zip(parts, chosen, strict=True)):
        if len(places):
            filled[row, : len(places)] = torch.from_numpy(np.array(part[places])).to(filled.dtype)
    return filled
