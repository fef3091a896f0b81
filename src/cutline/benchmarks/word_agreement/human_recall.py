"""Precision at Human Recall: how precise a system is where it recalls as much as people do.

Chen et al. (2015), section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement.agreement import default_ks, known
from cutline.benchmarks.word_agreement.part_precision import (
    PartPrecision,
    draw_images,
    means_by_part,
    reach_words,
    reaches,
)
from cutline.benchmarks.word_agreement.ranking import Reached, WordRanking, rank_images
from cutline.benchmarks.word_agreement.system_words import SystemWords
from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.errors import UsageError
from cutline.core.progress import Step, progress
from cutline.core.tables import Table, Tabular

#: Scores that are told apart in resamples. Values are exact; their spread hardly depends on it.
_MOST_GROUPS = 500


@dataclass(frozen=True, eq=False)
class PrecisionAtHumanRecall(Tabular):
    """A system's precision at human recall, a value for each word.

    Not a number stands for words that no two people use for the same image: there is no recall to
    reach. They are left out of means.
    """

    system: str
    use: WordUse
    k: int
    found: Reached
    by_part: tuple[PartPrecision, ...]
    signature: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in the order of the values."""
        return self.use.words

    @property
    def is_reached(self) -> NDArray[np.bool_]:
        """Whether the system itself recalls a word as well as people do."""
        return reaches(self.found)

    @property
    def mean(self) -> PartPrecision:
        """The means over all words."""
        return self.by_part[-1]

    def table(self) -> Table:
        """A row for each word."""
        figures = self.found._asdict().items()
        return Table(
            {
                "word": self.words,
                "part": self.use.parts or [""] * len(self.words),
                **{name: [known(value) for value in values] for name, values in figures},
                "is_reached": self.is_reached.tolist(),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        table = self.table()
        return {
            "system": self.system,
            "images": len(self.use.image_ids),
            "k": self.k,
            "signature": self.signature,
            "by_part": [part.to_dict() for part in self.by_part],
            "words": [dict(zip(table, row, strict=True)) for row in table.rows()],
        }

    def __repr__(self) -> str:
        return f"PrecisionAtHumanRecall({self.system!r}, {len(self.words)} words)"


def precision_at_human_recall(
    use: WordUse,
    system: SystemWords,
    k: int | None = None,
    *,
    resamples: int = 200,
    seed: int = 1,
    jobs: int | None = None,
) -> PrecisionAtHumanRecall:
    """How precise a system is on each word, where it recalls as much as people do.

    Images are taken from the highest score down, until recall is that of people. Of images with
    the same score only as large a part is taken as is needed. Images that the system did not name
    are the last, all with the same score: a system that recalls less than people is filled up from
    them at random. References are k captions of each image, averaged over all choices.

    Args:
        use: which captions have which words.
        system: the words that it gave images. Images that it does not cover are left out, for
            people too.
        k: how many captions are references; by default the most that `word_agreement` would take.
        resamples: how often images are drawn for intervals; 0 for none.
        seed: where random draws start.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        ContentError: when no image has enough captions.
        UsageError: when a number makes no sense.

    >>> from cutline.benchmarks.word_agreement.system_words import words_of_run
    >>> from cutline.benchmarks.word_agreement.word_use import count_words
    >>> from cutline.core.types import Benchmark, Run
    >>> captions = (["a dog", "a dog", "a pup"], ["a cat", "a cat", "a cat"], ["a", "a", "a"])
    >>> use = count_words(Benchmark("mine", (1, 2, 3), captions), ["dog", "cat"])
    >>> said = words_of_run(Run("mine", {1: ["a dog"], 2: ["a dog"], 3: ["a cat"]}), use)
    >>> found = precision_at_human_recall(use, said, resamples=0).found
    >>> found.precision.round(3).tolist(), found.human_precision.tolist()
    ([0.571, 0.5], [1.0, 1.0])
    """
    _check(k, resamples, seed)
    chosen = default_ks(use)[-1] if k is None else k
    covered = use.only_images(system.covered)
    kept = covered.with_captions(chosen + 1)
    ranked = system.only_images(system.covered & (use.caption_counts > chosen))
    draws = draw_images(len(kept.image_ids), resamples, seed, jobs)
    with progress(f"Ranking images by {len(kept):,} words") as step:
        found, drawn = reach_words(_rankings(kept, ranked, chosen, step), draws)
    procedure = {"resamples": resamples, "seed": seed} if resamples else {}
    return PrecisionAtHumanRecall(
        system.system,
        kept,
        chosen,
        found,
        tuple(means_by_part(kept, found, drawn)),
        kept.signature("precision-at-human-recall", k=chosen, unit=use.unit, **procedure),
    )


def _rankings(
    use: WordUse, system: SystemWords, k: int, step: Step
) -> Iterator[tuple[WordRanking, WordRanking]]:
    """The ranking of each word, and one that is quicker to resample."""
    for word in range(len(use)):
        step(word / len(use))
        exact = rank_images(use, system, word, k)
        coarse = exact
        if exact.groups > _MOST_GROUPS + 1:
            coarse = rank_images(use, system, word, k, _MOST_GROUPS)
        yield exact, coarse


def _check(k: int | None, resamples: int, seed: int) -> None:
    if k is not None and k < 1:
        raise UsageError(f"k is a whole number from 1 on, not {k}")
    if resamples < 0 or 0 < resamples < 100:
        raise UsageError(f"intervals need 100 resamples or more, or 0 for none, not {resamples}")
    if not 0 <= seed < 2**64:
        raise UsageError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
