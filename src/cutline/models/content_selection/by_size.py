"""Larger objects are mentioned more often (Wang and Gaizauskas 2015, section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.ordering import highest_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class BySize(Selector):
    """Boxes by area, largest first."""

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """All boxes, the largest first."""
        return highest_first(image, lambda box: box.area)
