"""Central objects are mentioned more often (Wang and Gaizauskas 2015, section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.ordering import lowest_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class ByPosition(Selector):
    """Boxes by the distance of their centre to the picture's, nearest first."""

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """All boxes, the most central first."""
        centre = image.width / 2, image.height / 2
        return lowest_first(image, lambda box: dist(box.centre, centre))
