"""Learning which boxes people mention, from pictures with descriptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from cutline.core.progress import progress
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts, mentions
from cutline.models.content_selection.features import FEATURES, features
from cutline.models.content_selection.logistic import LogisticModel, fit_logistic
from cutline.models.content_selection.mention_rates import MentionRates

# Chosen by cross-validation within one half of the pictures; from 1 to 50 it hardly matters.
_RIDGE = 10.0


def learn(images: Sequence[BoxedImage], counts: ConceptCounts) -> LogisticModel | None:
    """The weights of features that best tell the share of descriptions that mention a box.

    The features of each picture are computed from the counts of all others: with its own counts in
    them, rare labels would seem to tell all, and would tell nothing of a new picture.

    Args:
        images: pictures to learn from. Those without a description that mentions a box are skipped.
        counts: the counts of these very pictures.

    Returns:
        The weights, or None where no picture is left to learn from.
    """
    rows, shares = [], []
    with progress("Learning what people mention") as step:
        for done, image in enumerate(images):
            step(done / len(images))
            if described := mentions(image):
                rates = MentionRates(counts, left_out=ConceptCounts.fit([image]))
                rows.append(features(image, rates))
                times = Counter(box for boxes in described for box in boxes)
                shares += [times[box.id] / len(described) for box in image.boxes]
    if not rows:
        return None
    return fit_logistic(FEATURES, np.vstack(rows), np.array(shares), _RIDGE)
