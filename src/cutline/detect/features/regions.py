"""Features of what a detector finds: the mean of the grid over each box, and over the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import Detection
from cutline.datasets.features import Regions
from cutline.datasets.pictures import Picture
from cutline.detect.detector import Detector
from cutline.detect.features.grid import GridExtractor
from cutline.detect.features.pooling import pooled

#: The picture as a whole: no class, and nothing to be unsure of.
_WHOLE = (0.0, 0.0, 1.0, 1.0)


class RegionExtractor:
    """Vectors of the boxes of a detector, with its labels and scores.

    The first region of every picture is the picture itself, so that there is one even where nothing
    is found. Labels that a detector gives without a box, as classifiers do, have no region.

    Args:
        grid: what the vectors are taken from.
        detector: any.
    """

    def __init__(self, grid: GridExtractor, detector: Detector) -> None:
        self._grid = grid
        self._detector = detector
        self._numbers = {label: number for number, label in enumerate(detector.labels)}

    @property
    def signature(self) -> str:
        """The network, and the detector."""
        return f"regions|{self._grid.network}|boxes:{self._detector.signature}"

    @property
    def size(self) -> int:
        """The size of a vector."""
        return self._grid.size

    @property
    def classes(self) -> tuple[str, ...]:
        """Everything that the detector can see."""
        return tuple(self._numbers)

    def extract(self, pictures: Sequence[Picture]) -> list[Regions]:
        """The whole picture and then the objects, the surest first.

        Raises:
            FileError, ContentError, MissingPartError: as the network and the detector do.
        """
        found = self._detector.detect(pictures)
        grids = self._grid.grids(pictures)
        return [self._regions(*each) for each in zip(pictures, found, grids, strict=True)]

    def _regions(
        self, picture: Picture, found: Sequence[Detection], grid: NDArray[np.float32]
    ) -> Regions:
        objects = [item for item in found if item.box is not None]
        boxes = np.array([_WHOLE, *(_shares(item, picture) for item in objects)], dtype=np.float32)
        labels = [-1, *(self._numbers[item.label] for item in objects)]
        scores = [1.0, *(item.score for item in objects)]
        return Regions(
            pooled(grid, boxes), boxes, np.array(labels, np.int32), np.array(scores, np.float32)
        )


def _shares(item: Detection, picture: Picture) -> tuple[float, float, float, float]:
    left, top, width, height = item.box or (0.0, 0.0, 0.0, 0.0)
    wide, high = picture.width, picture.height
    sides = left / wide, top / high, (left + width) / wide, (top + height) / high
    first, second, third, fourth = (min(max(side, 0.0), 1.0) for side in sides)
    return first, second, third, fourth
