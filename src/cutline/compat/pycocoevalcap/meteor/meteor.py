"""METEOR under its old name; no Java is started."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from cutline import native
from cutline.compat.pycocoevalcap._encoded import Encoded
from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.compat.pycocoevalcap._pairs import Captions, encode_pair, encode_pairs
from cutline.core.metric import Floats
from cutline.metrics.meteor import Meteor as MeteorMetric
from cutline.text.meteor_tables import meteor_tables

_METRIC = MeteorMetric()


class Meteor:
    """METEOR 1.5 for English: words aligned by form, stem, synonym and paraphrase.

    Attributes:
        lock: for scripts that take it, as those that share the old package's process must; nothing
            here does, and threads can use one object at the same time.

    Raises:
        MissingPartError: when METEOR's word lists are not installed; the text has the command that
            gets them.
        FileError: when they are damaged, or cannot be compiled, which the first use does.

    >>> references = {1: ["a dog runs", "the dog is running home"], 2: ["a cat sleeps"]}
    >>> candidates = {1: ["a dog is running home"], 2: ["a cat"]}
    >>> Meteor().compute_score(references, candidates)
    (0.41350261431419155, [0.4957136636789823, 0.29170666383042776])
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._tables = meteor_tables().tables

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[float]]:
        """The value of all images, which is not a mean, and of each in the order of `gts`.

        Args:
            gts: image id to tokenized references.
            res: image id to a list of one tokenized candidate.

        Raises:
            CaptionsError: when the two do not fit together, a caption is not a string, or there
                are no images.
        """
        pairs = encode_pairs(gts, res)
        if not gts:
            raise CaptionsError("Meteor: no images, expected at least one")
        statistics = self._statistics(pairs)
        return _METRIC.score(statistics), _METRIC.values(statistics).tolist()

    def method(self) -> str:
        """What the evaluation prints while it computes this."""
        return "METEOR"

    # The two below are private in the old package too, but there are scripts that call them.

    def _stat(self, hypothesis_str: str, reference_list: Sequence[str]) -> str:
        """The 23 statistics of the best reference, as the official program prints them."""
        (row,) = self._statistics(encode_pair([hypothesis_str], reference_list)).tolist()
        return " ".join(map(str, row))

    def _score(self, hypothesis_str: str, reference_list: Sequence[str]) -> float:
        """The value of one candidate."""
        return _METRIC.score(self._statistics(encode_pair([hypothesis_str], reference_list)))

    def _statistics(self, pairs: Encoded) -> Floats:
        prepared = native.prepare_meteor(pairs.references, self._tables, pairs.jobs)
        return native.meteor_statistics(prepared, pairs.candidates, _METRIC.parameters, pairs.jobs)
