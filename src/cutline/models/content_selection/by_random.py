"""The choice that knows nothing: what any cue has to beat."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.ordering import drawn, lowest_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class ByRandom(Selector):
    """Boxes in an order drawn from the seed and the ids of image and boxes.

    An image's order does not depend on other images, nor on the order of boxes in the file.
    """

    seed: int = 0

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """All boxes, in a random order."""
        return lowest_first(image, lambda box: drawn(self.seed, image.image_id, box.id))
