"""CIDEr and CIDEr-D: agreement with what people say, rare n-grams counting most."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats, Metric, check_positive
from cutline.core.registry import metric
from cutline.text.frequencies import frequencies_digest, load_frequencies


class _TfIdfMetric(Metric):
    """What the two share: the same preparation, and a statistic that is the value itself."""

    n: int
    df: str

    columns: ClassVar[tuple[str, ...]] = ("cider",)
    highest: ClassVar[float] = 10.0

    def preparation_key(self) -> Hashable:
        return ("cider", self.n, self.df)

    def prepare(self, references: Any, jobs: int = 1) -> Any:
        """Document frequencies, and the norms of all references."""
        frequencies = None if self.df == "references" else load_frequencies(self.df)
        return native.prepare_cider(references, frequencies, self.n, jobs)

    @property
    def counted_ngrams(self) -> int:
        return self.n if self.df == "references" else 0

    def prepare_counted(self, references: Any, frequencies: Any, jobs: int = 1) -> Any:
        """The norms of some of the references, by the document frequencies of all."""
        return native.prepare_cider(references, frequencies, self.n, jobs)

    def data_digests(self) -> dict[str, str]:
        """The frequency file, where there is one."""
        if self.df == "references":
            return {}
        return {Path(self.df).name: frequencies_digest(self.df)}

    def values(self, statistics: Floats) -> Floats:
        """The statistic is the value."""
        return statistics[:, 0]

    def _check(self) -> None:
        if not 1 <= self.n <= 4:
            raise UsageError(f"{self.name}: n is 1, 2, 3 or 4, not {self.n}")


@metric("cider-d")
@dataclass(frozen=True)
class CiderD(_TfIdfMetric):
    """CIDEr with clipping and a length penalty (Vedantam et al. 2015; Chen et al. 2015, 3.6).

    This is what the official program prints as "CIDEr". From 0 to 10. A caption of fewer than
    four words cannot reach 10; on one image alone every weight, and so the score, is 0.

    Args:
        n: the longest n-gram, 1 to 4.
        sigma: how many words a candidate's length may be off before the penalty bites.
        df: `references` counts document frequencies in the references at hand; anything else is
            the path of a saved frequency file, as used when training with a reward.
        length: the official program takes the number of `bigrams` for a caption's length, which
            differs from `words` for captions of no or one word.

    >>> import cutline
    >>> refs = {1: ["a dog runs home now"], 2: ["two cats sleep on a bed"]}
    >>> said = {1: "a dog runs home now", 2: "two cats sleep"}
    >>> cutline.score(said, refs, metrics="cider-d")["cider-d"].values
    array([10.        ,  4.20741915])
    """

    n: int = 4
    sigma: float = 6.0
    df: str = "references"
    length: Literal["bigrams", "words"] = "bigrams"

    summary: ClassVar[str] = "tf-idf similarity to the references, clipped, lengths compared"

    def __post_init__(self) -> None:
        self._check()
        check_positive(self, "sigma")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """The value of each image."""
        values = native.cider_scores(
            prepared, batch.candidates, True, self.sigma, self.length == "bigrams", batch.jobs
        )
        return values[:, None]


@metric("cider")
@dataclass(frozen=True)
class Cider(_TfIdfMetric):
    """CIDEr as first published: cosine similarity of tf-idf vectors, times 10.

    The official evaluation does not run this one; its "CIDEr" is `cider-d`.

    Args:
        n: the longest n-gram, 1 to 4.
        df: as for `cider-d`.
    """

    n: int = 4
    df: str = "references"

    summary: ClassVar[str] = "tf-idf similarity to the references, as first published"

    def __post_init__(self) -> None:
        self._check()

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """The value of each image."""
        values = native.cider_scores(prepared, batch.candidates, False, 0.0, True, batch.jobs)
        return values[:, None]
