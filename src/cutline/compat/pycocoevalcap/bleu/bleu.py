"""BLEU under its old name."""

from __future__ import annotations

from cutline.compat.pycocoevalcap._pairs import Captions, encode_pairs
from cutline.compat.pycocoevalcap.bleu._result import check_n, compute_bleu


class Bleu:
    """BLEU-1 to BLEU-n, with the closest reference length.

    Args:
        n: the longest n-gram, 1 to 4.

    >>> references = {1: ["a dog runs", "the dog runs home"], 2: ["a cat sleeps"]}
    >>> candidates = {1: ["a dog runs home"], 2: ["a cat"]}
    >>> scores, by_image = Bleu(2).compute_score(references, candidates)
    {'testlen': 6, 'reflen': 7, 'guess': [6, 4], 'correct': [6, 4]}
    ratio: 0.8571428570204083
    >>> scores
    [0.8464817246084536, 0.8464817245731836]
    """

    def __init__(self, n: int = 4) -> None:
        self._n = check_n(n)

    def compute_score(
        self, gts: Captions, res: Captions, verbose: int = 1
    ) -> tuple[list[float], list[list[float]]]:
        """For each n, the value of all images, and a list of the values of each.

        Args:
            gts: image id to tokenized references; its order is that of the results.
            res: image id to a list of one tokenized candidate.
            verbose: 0 prints nothing, 1 the totals, 2 also the counts of each image.

        Raises:
            CaptionsError: when the two do not fit together or a caption is not a string.
        """
        result = compute_bleu(encode_pairs(gts, res), self._n, "closest")
        if verbose > 1:
            result.show_images((res[image_id][0], gts[image_id]) for image_id in gts)
        if verbose > 0:
            result.show_totals()
        return result.scores(), result.image_scores()

    def method(self) -> str:
        """What the evaluation prints while it computes this."""
        return "Bleu"
