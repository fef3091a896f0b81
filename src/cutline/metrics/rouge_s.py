"""ROUGE-S: pairs of words in the same order, with others perhaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats, Metric, check_positive, f_measure, mean_parts
from cutline.core.registry import metric


@metric("rouge-s")
@dataclass(frozen=True)
class RougeS(Metric):
    """F-measure of skip-bigrams (Chen et al. 2015, equations 8 to 10).

    Args:
        distance: how far apart two words of a pair may stand; 1 means next to each other. (The
            ROUGE script's "gap of 4" allows four words between, which is a distance of 5 here.)
        beta: how much more recall counts than precision.
        pick: as for `rouge-l`.

    >>> import cutline
    >>> cutline.score(["a dog runs"], [["a brown dog runs"]], metrics="rouge-s")["rouge-s"].value
    0.6288659793814433
    """

    distance: int = 4
    beta: float = 1.2
    pick: Literal["separately", "together"] = "separately"

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall")
    summary: ClassVar[str] = "ordered pairs of words, with gaps, as an F-measure"

    def __post_init__(self) -> None:
        check_positive(self, "beta")
        if self.distance < 1:
            raise UsageError(f"rouge-s: distance is a whole number from 1 on, not {self.distance}")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Precision and recall of each image."""
        return native.rouge_s_statistics(
            batch.references, batch.candidates, self.pick, self.beta, self.distance, batch.jobs
        )

    def values(self, statistics: Floats) -> Floats:
        """F of each image."""
        return f_measure(statistics, self.beta)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Mean precision and mean recall."""
        return mean_parts(self.columns, statistics)
