"""All that selectors learn from described pictures, in one thing that can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.core.errors import ContentError
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.learning import learn
from cutline.models.content_selection.logistic import LogisticModel


@dataclass(frozen=True)
class Priors:
    """Counts of what people mention, and the weights of the learnt selector if it was trained."""

    counts: ConceptCounts
    model: LogisticModel | None = None

    @classmethod
    def fit(cls, images: Sequence[BoxedImage], *, learnt: bool = True) -> Priors:
        """Learn from these pictures; counting alone is faster than training the learnt selector.

        Raises:
            ContentError: when none of their descriptions mentions a box.
        """
        counts = ConceptCounts.fit(images)
        if not counts.descriptions:
            raise ContentError(
                f"nothing to learn from: no description of the {len(images)} images mentions a box"
            )
        return cls(counts, learn(images, counts) if learnt else None)
