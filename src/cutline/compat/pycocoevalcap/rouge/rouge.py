"""ROUGE-L under its old name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutline import native
from cutline.compat.pycocoevalcap._encoded import Encoded
from cutline.compat.pycocoevalcap._pairs import Captions, encode_pair, encode_pairs
from cutline.core.metric import Floats, f_measure


class Rouge:
    """The longest common subsequence of words, as an F-measure that favours recall.

    >>> references = {1: ["a dog runs", "the dog runs home"], 2: ["a cat sleeps"]}
    >>> candidates = {1: ["a dog runs home"], 2: ["a cat"]}
    >>> mean, values = Rouge().compute_score(references, candidates)
    >>> values
    array([0.87980769, 0.7721519 ])
    """

    def __init__(self) -> None:
        self.beta = 1.2

    def compute_score(self, gts: Captions, res: Captions) -> tuple[np.floating[Any], Floats]:
        """The mean over images, and the value of each image in the order of `gts`.

        Args:
            gts: image id to tokenized references.
            res: image id to a list of one tokenized candidate.

        Raises:
            CaptionsError: when the two do not fit together or a caption is not a string.
        """
        values = self._values(encode_pairs(gts, res))
        return np.mean(values), values

    def calc_score(self, candidate: Sequence[str], refs: Sequence[str]) -> float:
        """The value of one candidate, which stands in a list, against its references.

        Raises:
            CaptionsError: when either is of another form.
        """
        return float(self._values(encode_pair(candidate, refs))[0])

    def method(self) -> str:
        """What the evaluation prints while it computes this."""
        return "Rouge"

    def _values(self, pairs: Encoded) -> Floats:
        statistics = native.rouge_l_statistics(
            pairs.references, pairs.candidates, "separately", self.beta, True, pairs.jobs
        )
        return f_measure(statistics, self.beta)
