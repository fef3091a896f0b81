"""Some concepts are mentioned more often than others (Wang and Gaizauskas 2015, section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.ordering import concepts_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class ByUnigram(Selector):
    """Boxes by how often descriptions of other pictures mention their label.

    Of boxes with one label the largest comes first; labels that are mentioned equally often are
    ordered by a neutral draw.
    """

    counts: ConceptCounts

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """All boxes, the label that is mentioned most often first."""
        return concepts_first(image, lambda label: self.counts.mentioned.get(label, 0))
