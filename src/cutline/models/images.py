"""A batch of images as a network sees them: vectors of regions or of the cells of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Images:
    """Images, each with the vectors of its regions.

    Args:
        ids: what the images are called.
        features: images x regions x size; where an image has fewer regions, zeros.
        mask: images x regions, true where there is a region.
        boxes: images x regions x 4: left, top, right, bottom as shares of width and height.
        labels: images x regions, the number of the class that a detector saw, -1 for none.
        scores: images x regions, how sure the detector was.
    """

    ids: tuple[int | str, ...]
    features: Tensor
    mask: Tensor
    boxes: Tensor | None = None
    labels: Tensor | None = None
    scores: Tensor | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def mean(self) -> Tensor:
        """The mean vector of each image's regions: images x size."""
        count = self.mask.sum(1, keepdim=True).clamp(min=1)
        return (self.features * self.mask.unsqueeze(-1)).sum(1) / count

    def rows(self, chosen: Sequence[int] | Tensor) -> Images:
        """Some of the images, in this order; one may occur several times."""
        index = torch.as_tensor(chosen, dtype=torch.long)
        return Images(
            tuple(self.ids[i] for i in index.tolist()),
            self.features.index_select(0, index),
            self.mask.index_select(0, index),
            *(
                None if part is None else part.index_select(0, index)
                for part in (self.boxes, self.labels, self.scores)
            ),
        )
