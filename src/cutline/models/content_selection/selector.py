"""What every choice of boxes is: an order of preference, cut off after the k-th."""

from __future__ import annotations

from abc import ABC, abstractmethod

from cutline.core.errors import UsageError
from cutline.datasets.gold_boxes import BoxedImage


class Selector(ABC):
    """Chooses which boxes of a picture to mention.

    It looks at boxes and labels, never at the picture's own descriptions.
    """

    @abstractmethod
    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """The ids of all boxes that it would mention, best first; each at most once."""

    def select(self, image: BoxedImage, k: int) -> tuple[str, ...]:
        """The first k of them, or all where there are fewer.

        Raises:
            UsageError: when k is less than 1.
        """
        if k < 1:
            raise UsageError(f"k is how many boxes to mention at most, not {k}: at least 1")
        return self.ranked(image)[:k]
