"""ROUGE-N: how many of the references' n-grams the candidate has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats, Metric
from cutline.core.registry import metric


@metric("rouge", numbered_by="n")
@dataclass(frozen=True)
class RougeN(Metric):
    """Recall of n-grams over all references together (Chen et al. 2015, equation 4).

    An image whose references have no n-gram of this length has value 0.

    Args:
        n: the length of the n-grams, 1 to 4.

    >>> import cutline
    >>> refs = [["a brown dog runs", "the dog runs home"]]
    >>> cutline.score(["a dog runs"], refs, metrics="rouge-2")["rouge-2"].value
    0.3333333333333333
    """

    n: int = 1

    columns: ClassVar[tuple[str, ...]] = ("matched", "total")
    summary: ClassVar[str] = "n-grams of the references that the candidate has, as recall"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 4:
            raise UsageError(f"rouge: n is 1, 2, 3 or 4, not {self.n}")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Matched and total n-grams, both summed over references."""
        return native.rouge_n_statistics(batch.references, batch.candidates, self.n, batch.jobs)

    def values(self, statistics: Floats) -> Floats:
        """Matched by total."""
        matched, total = statistics.T
        values: Floats = np.divide(matched, total, out=np.zeros_like(matched), where=total > 0)
        return values
