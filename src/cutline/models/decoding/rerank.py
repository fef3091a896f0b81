"""Another order of captions that a decoder found: by any scorer, or at random as a control."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeVar

from cutline.core.errors import UsageError

Candidate = TypeVar("Candidate")


def rerank(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[Candidate]:
    """The captions of one image by scores, the highest first; equal ones stay in their order.

    Args:
        candidates: captions, in any form.
        scores: one for each, of any scorer.

    >>> rerank(["a dog", "a cat", "a cow"], [0.5, 0.75, 0.5])
    ['a cat', 'a dog', 'a cow']

    Raises:
        UsageError: when there is not one score for each, or one is no number.
    """
    if len(candidates) != len(scores):
        raise UsageError(f"{len(scores)} scores for {len(candidates)} captions, expected one each")
    for place, score in enumerate(scores):
        if math.isnan(score):
            raise UsageError(f"the score of caption {place + 1} is no number (NaN)")
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    return [candidates[place] for place in order]


def random_order(
    candidates: Sequence[Candidate], image_id: int | str, seed: int = 0
) -> list[Candidate]:
    """The captions of one image in random order: what re-ranking has to be better than.

    Much of what re-ranking finds comes from a wide beam alone, whose first captions are much alike.
    The order depends on the seed and on the image, not on other images.

    >>> random_order(["a dog", "a cat", "a cow"], image_id=1)
    ['a cat', 'a cow', 'a dog']
    """
    order = list(range(len(candidates)))
    random.Random(f"{seed} {image_id}").shuffle(order)
    return [candidates[place] for place in order]
