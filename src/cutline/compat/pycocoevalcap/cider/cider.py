"""CIDEr under its old name. What that name always stood for is CIDEr-D."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutline.compat.pycocoevalcap._pairs import Captions, encode_pairs
from cutline.compat.pycocoevalcap.cider._values import (
    check_settings,
    cider_values,
    has_words,
    no_words,
)
from cutline.core.metric import Floats


class Cider:
    """CIDEr-D, with document frequencies from the references at hand.

    Args:
        test: not used; the old package has it.
        refs: not used either.
        n: the longest n-gram, 1 to 4.
        sigma: how many words a candidate's length may be off before the penalty bites.

    >>> references = {1: ["a dog runs home now"], 2: ["two cats sleep on a bed"]}
    >>> candidates = {1: ["a dog runs home now"], 2: ["two cats sleep"]}
    >>> mean, values = Cider().compute_score(references, candidates)
    >>> values
    array([10.        ,  4.20741915])
    """

    def __init__(self, test: Any = None, refs: Any = None, n: int = 4, sigma: float = 6.0) -> None:
        check_settings(n, sigma)
        self._n = n
        self._sigma = sigma

    def compute_score(self, gts: Captions, res: Captions) -> tuple[np.floating[Any], Floats]:
        """The mean over images, and the value of each image in the order of `gts`.

        Args:
            gts: image id to tokenized references.
            res: image id to a list of one tokenized candidate.

        Raises:
            CaptionsError: when the two do not fit together, a caption is not a string, or no
                reference has a word.
        """
        pairs = encode_pairs(gts, res)
        if not has_words(gts.values()):
            raise no_words(len(gts))
        values = cider_values(pairs, None, self._n, self._sigma)
        return np.mean(values), values

    def method(self) -> str:
        """What the evaluation prints while it computes this."""
        return "CIDEr"
