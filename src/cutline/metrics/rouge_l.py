"""ROUGE-L: the longest run of words that candidate and reference share in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from cutline import native
from cutline.core.metric import Batch, Floats, Metric, check_positive, f_measure, mean_parts
from cutline.core.registry import metric


@metric("rouge-l")
@dataclass(frozen=True)
class RougeL(Metric):
    """F-measure of the longest common subsequence (Lin 2004), recall weighted by beta.

    Args:
        beta: how much more recall counts than precision.
        pick: with several references, `separately` takes the best precision and the best recall,
            perhaps of different references, as the official program does; `together` takes both
            from the one reference with the best F.
        split: `spaces` splits at single spaces, as the official program does: an empty caption
            is then one empty word, and scores 1 against an empty reference. `words` splits at
            any white space, and an empty caption scores 0.

    >>> import cutline
    >>> cutline.score(["a dog runs"], [["a brown dog runs"]], metrics="rouge-l")["rouge-l"].value
    0.8356164383561644
    """

    beta: float = 1.2
    pick: Literal["separately", "together"] = "separately"
    split: Literal["spaces", "words"] = "spaces"

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall")
    summary: ClassVar[str] = "longest common subsequence of words, as an F-measure"

    def __post_init__(self) -> None:
        check_positive(self, "beta")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Precision and recall of each image."""
        return native.rouge_l_statistics(
            batch.references,
            batch.candidates,
            self.pick,
            self.beta,
            self.split == "spaces",
            batch.jobs,
        )

    def values(self, statistics: Floats) -> Floats:
        """F of each image."""
        return f_measure(statistics, self.beta)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Mean precision and mean recall."""
        return mean_parts(self.columns, statistics)
