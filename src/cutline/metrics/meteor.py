"""METEOR: an alignment of words by form, stem, synonym and paraphrase, scored for order."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from cutline import native
from cutline.core.metric import Batch, Floats, SummedMetric
from cutline.core.registry import metric
from cutline.text.meteor_data import METEOR_ENGLISH
from cutline.text.meteor_tables import meteor_tables

STAGES = ("exact", "stem", "synonym", "paraphrase")

#: alpha, beta, gamma, delta, and the weight of each stage, as they were tuned for each task.
PARAMETERS: dict[str, tuple[float, ...]] = {
    "ranking": (0.85, 0.2, 0.6, 0.75, 1.0, 0.6, 0.8, 0.6),
    "adequacy": (0.75, 1.4, 0.45, 0.7, 1.0, 1.0, 0.6, 0.8),
    "hter": (0.4, 1.5, 0.35, 0.55, 1.0, 0.2, 0.6, 0.8),
    "utility": (0.65, 0.1, 0.55, 0.65, 1.0, 0.0, 0.0, 0.8),
    "universal": (0.7, 1.4, 0.3, 0.7, 1.0, 0.6, 0.0, 0.0),
}


@metric("meteor")
@dataclass(frozen=True)
class Meteor(SummedMetric):
    """METEOR 1.5 for English, with `-norm`, as the COCO evaluation runs it.

    (Denkowski and Lavie 2014.) Captions are normalised once more after the tokenizer, as the
    official program does. Each candidate is aligned with each of its references; the reference
    with the best score counts, the first of equals. The corpus value comes from statistics summed
    over images; it is not a mean of image values.

    The word lists are the official program's and not part of Cutline: they are compiled once from
    the installed package pycocoevalcap, without Java. `cutline data` shows them.

    Args:
        task: the parameters, by what they were tuned for: `ranking` is the official program's
            default and what the COCO evaluation uses; `adequacy`, `hter`, `utility` are its
            others for English, `universal` those for languages without tuning.

    >>> import cutline
    >>> scores = cutline.score(["a dog runs"], [["the dog is running"]], metrics="meteor")
    >>> scores["meteor"].value
    0.2266373355229485
    """

    task: Literal["ranking", "adequacy", "hter", "utility", "universal"] = "ranking"

    columns: ClassVar[tuple[str, ...]] = (
        *("candidate_length", "reference_length"),
        *("candidate_function_words", "reference_function_words"),
        *(
            f"{stage}_{side}_{kind}_words"
            for stage in STAGES
            for kind in ("content", "function")
            for side in ("candidate", "reference")
        ),
        *("chunks", "candidate_matched", "reference_matched"),
    )
    summary: ClassVar[str] = "words aligned by form, stem, synonym and paraphrase, in order"

    @property
    def parameters(self) -> tuple[float, ...]:
        """alpha, beta, gamma, delta, and the weight of each stage."""
        return PARAMETERS[self.task]

    def missing(self) -> str | None:
        """Whether METEOR's word lists are neither installed nor compiled."""
        return METEOR_ENGLISH.missing()

    def data_digests(self) -> dict[str, str]:
        """The compiled word lists."""
        return {METEOR_ENGLISH.name: meteor_tables().digest}

    def preparation_key(self) -> Hashable:
        """References are read in the same way for every task."""
        return replace(self, task="ranking")

    def prepare(self, references: Any, jobs: int = 1) -> Any:
        """References normalised, their words looked up."""
        return native.prepare_meteor(references, meteor_tables().tables, jobs)

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """The official program's 23 statistics of the best reference."""
        return native.meteor_statistics(prepared, batch.candidates, self.parameters, batch.jobs)

    def values(self, statistics: Floats) -> Floats:
        """Each image by itself."""
        return native.meteor_scores(statistics, self.parameters)

    def summands(self, statistics: Floats) -> Floats:
        """The statistics, but that a caption which is matched whole adds no chunk."""
        return native.meteor_summands(statistics)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Precision, recall and the rest of the formula, of the summed statistics."""
        if not len(statistics):
            return {}
        names = ("precision", "recall", "f", "fragmentation")
        sums = self.summands(statistics).sum(axis=0, keepdims=True)
        return dict(zip(names, native.meteor_parts(sums, self.parameters), strict=False))
