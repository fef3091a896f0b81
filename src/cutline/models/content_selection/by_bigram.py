"""What is mentioned first, and what comes next (Wang and Gaizauskas 2015, section 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.ordering import concepts_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class ByBigram(Selector):
    """Begins with the concept that most often comes first, then takes what most often follows.

    It is greedy, takes each box once, and stops when no box is left whose label was ever seen to
    follow the last one; it says nothing at all when no label was ever seen to come first. Of boxes
    with one label it takes the largest; of labels seen equally often a neutral draw takes one.
    """

    counts: ConceptCounts

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """The boxes of the most likely sequence; seldom all of them."""
        labels = {box.id: box.label for box in image.boxes}
        left = list(concepts_first(image, lambda label: 0))
        chosen: list[str] = []
        likely: Mapping[str, int] = self.counts.first
        while left:
            best = max(left, key=lambda box: likely.get(labels[box], 0))
            if not likely.get(labels[best]):
                break
            chosen.append(best)
            left.remove(best)
            likely = self.counts.following.get(labels[best], {})
        return tuple(chosen)
