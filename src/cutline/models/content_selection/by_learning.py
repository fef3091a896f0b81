"""A choice that weighs all cues at once, beyond the paper: what to mention, and when to stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.features import features
from cutline.models.content_selection.logistic import LogisticModel
from cutline.models.content_selection.mention_rates import MentionRates
from cutline.models.content_selection.ordering import highest_first
from cutline.models.content_selection.selector import Selector


@dataclass(frozen=True)
class ByLearning(Selector):
    """Boxes by their chance of being mentioned, as long as another box is expected to raise F.

    The chances come from a logistic regression. With s boxes chosen whose chances sum to c, and
    chances of all boxes that sum to t, one expects a precision of c / s, a recall of c / t, and so
    an F of 2c / (s + t). The next box raises it as long as its chance is above half of that.
    """

    counts: ConceptCounts
    model: LogisticModel

    def chances(self, image: BoxedImage) -> dict[str, float]:
        """For each box the share of descriptions that is expected to mention it."""
        expected = self.model.predict(features(image, MentionRates(self.counts)))
        return {box.id: float(chance) for box, chance in zip(image.boxes, expected, strict=True)}

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """The boxes worth mentioning, the likeliest first."""
        chances = self.chances(image)
        ordered = highest_first(image, lambda box: chances[box.id])
        return ordered[: worth_mentioning(np.array([chances[box] for box in ordered]))]


def worth_mentioning(chances: Floats) -> int:
    """How many boxes to mention for the highest expected F, given chances from high to low.

    >>> worth_mentioning(np.array([0.9, 0.8, 0.1])), worth_mentioning(np.array([0.1, 0.1]))
    (2, 2)
    """
    if not len(chances):
        return 0
    expected = 2 * np.cumsum(chances) / (np.arange(1, len(chances) + 1) + chances.sum())
    # Of equals the last: a box that costs nothing may be mentioned.
    return int(len(expected) - expected[::-1].argmax())
