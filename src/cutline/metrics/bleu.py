"""BLEU: how many of the candidate's n-grams a reference has too."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats, SummedMetric
from cutline.core.registry import metric


@metric("bleu", numbered_by="n")
@dataclass(frozen=True)
class Bleu(SummedMetric):
    """Corpus-level n-gram precision with a penalty for being short (Papineni et al. 2002).

    The corpus value comes from counts summed over images; it is not a mean of image values.

    Args:
        n: the longest n-gram, 1 to 4.
        reference_length: the length that a candidate should have: of the `closest` reference (on
            a tie the shorter), the `shortest`, or their `average`.
        constants: `official` adds 1e-15 to each count of matches and 1e-9 to each count of
            n-grams, as the official program does, so an order without a match is not quite zero
            and a perfect caption not quite one. `none` computes the formula as it is written.

    >>> import cutline
    >>> scores = cutline.score(["a dog runs home"], [["a dog runs home"]], metrics="bleu-4")
    >>> scores["bleu-4"].value
    0.9999999992291674
    """

    n: int = 4
    reference_length: Literal["closest", "shortest", "average"] = "closest"
    constants: Literal["official", "none"] = "official"

    columns: ClassVar[tuple[str, ...]] = (
        *("candidate_length", "reference_length"),
        *("guess_1", "guess_2", "guess_3", "guess_4"),
        *("correct_1", "correct_2", "correct_3", "correct_4"),
    )
    summary: ClassVar[str] = "n-grams shared with a reference, as precision, with a length penalty"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 4:
            raise UsageError(f"bleu: n is 1, 2, 3 or 4, not {self.n}")

    def statistics_key(self) -> Hashable:
        """Counts are the same for every n."""
        return replace(self, n=4, constants="official")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Lengths and counts, as `columns` names them."""
        return native.bleu_statistics(
            batch.references, batch.candidates, self.reference_length, batch.jobs
        )

    def values(self, statistics: Floats) -> Floats:
        """Each image by itself."""
        return native.bleu_scores(statistics, self.n, self.constants == "official")

    def parts(self, statistics: Floats) -> dict[str, float]:
        """The summed counts, and the ratio of lengths."""
        totals = dict(zip(self.columns, statistics.sum(axis=0).tolist(), strict=True))
        unused = {f"{kind}_{k}" for kind in ("guess", "correct") for k in range(self.n + 1, 5)}
        reference = totals["reference_length"]
        ratio = totals["candidate_length"] / reference if reference else float("nan")
        return {"length_ratio": ratio, **{k: v for k, v in totals.items() if k not in unused}}
