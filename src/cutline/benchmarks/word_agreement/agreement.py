"""Human precision and recall of words: one caption of an image against k others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cutline.benchmarks.word_agreement.held_out import (
    Floats,
    Holding,
    Sums,
    check_holding,
    expected_sums,
    ordered_sums,
)
from cutline.benchmarks.word_agreement.model import (
    CurveFit,
    FittedWords,
    fit_of_curve,
    fit_words,
    model_precision,
)
from cutline.benchmarks.word_agreement.parts_of_speech import PARTS
from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.errors import UsageError
from cutline.core.tables import Table, Tabular

#: The name of all words together, where there are rows for parts of speech.
ALL_WORDS = "all"


@dataclass(frozen=True)
class PartMeans:
    """Means over the words of one part of speech; precision at each k."""

    part: str
    words: int
    recall: float | None
    precision: tuple[float | None, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "part": self.part,
            "words": self.words,
            "recall": self.recall,
            "precision": list(self.precision),
        }


@dataclass(frozen=True, eq=False)
class WordAgreement(Tabular):
    """Precision and recall of people, a row for each k and a column for each word.

    What is undefined, such as the precision of a word that nobody used, is not a number.
    """

    use: WordUse
    ks: tuple[int, ...]
    precision: Floats
    recall: Floats
    fitted: FittedWords
    signature: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in the order of the columns."""
        return self.use.words

    @cached_property
    def fits(self) -> tuple[CurveFit, ...]:
        """How far words lie from the model's curve, at each k."""
        return tuple(
            fit_of_curve(self.precision[row], self.recall[row], k) for row, k in enumerate(self.ks)
        )

    @cached_property
    def model(self) -> Floats:
        """The precision that the model gives each word from its p, a row for each k."""
        return np.array([model_precision(self.fitted.p, k) for k in self.ks])

    def by_part(self) -> list[PartMeans]:
        """Means over the words of each part of speech that there are, then over all words."""
        return [self._means(part, mask) for part, mask in part_masks(self.use)]

    def _means(self, part: str, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> PartMeans:
        precision = tuple(mean_known(row[mask]) for row in self.precision)
        return PartMeans(part, int(mask.sum()), mean_known(self.recall[-1][mask]), precision)

    def table(self) -> Table:
        """A row for each word."""
        numbered = [f"precision_{k}" for k in self.ks]
        names = ["word", "part", "images", "recall", *numbered, f"model_{self.ks[-1]}"]
        names += ["p", "p_low", "p_high", "p_likelihood", "q"]
        columns: list[Sequence[Any]] = [
            self.words,
            self.use.parts or [""] * len(self.words),
            self.use.image_counts.tolist(),
        ]
        figures = [self.recall[-1], *self.precision, self.model[-1], self.fitted.p]
        figures += [self.fitted.low, self.fitted.high, self.fitted.likelihood, self.fitted.q]
        columns += [[known(value) for value in figure] for figure in figures]
        return Table(dict(zip(names, columns, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        table = self.table()
        return {
            "name": self.use.name,
            "images": len(self.use.image_ids),
            "captions": int(self.use.caption_counts.sum()),
            "k": list(self.ks),
            "signature": self.signature,
            "by_part": [means.to_dict() for means in self.by_part()],
            "model": [vars(fit) for fit in self.fits],
            "words": [dict(zip(table, row, strict=True)) for row in table.rows()],
        }

    def __repr__(self) -> str:
        return f"WordAgreement({len(self.words)} words, {len(self.use.image_ids)} images)"


def word_agreement(
    use: WordUse,
    ks: Iterable[int] | None = None,
    *,
    holding: Holding = "all",
    seed: int = 1,
) -> WordAgreement:
    """Human precision and recall of each word, with the p of the model.

    All k are measured on the same images, those with enough captions for the largest, so that
    figures differ by k alone.

    Args:
        use: which captions have which words.
        ks: how many captions one is compared with; by default 1 to 4, or to as many as most images
            have beside the one.
        holding: which caption is held out: each, and the average over all choices (`all`); or the
            one after the first k (`first`); or one in a random order (`random`).
        seed: of the random order.

    Raises:
        ContentError: when no image has enough captions.
        UsageError: when an argument makes no sense.

    >>> from cutline.benchmarks.word_agreement.word_use import count_words
    >>> from cutline.core.types import Benchmark
    >>> captions = (["a dog", "a dog", "a pup"], ["a cat", "a dog", "a cat"])
    >>> found = word_agreement(count_words(Benchmark("mine", (7, 9), captions), ["dog", "cat"]))
    >>> found.ks, found.recall.round(2).tolist()
    ((1, 2), [[0.33, 0.5], [0.33, 0.5]])
    >>> found.precision.round(2).tolist()
    [[0.33, 0.5], [0.67, 1.0]]
    """
    chosen = default_ks(use) if ks is None else tuple(dict.fromkeys(sorted(ks)))
    if not chosen or chosen[0] < 1:
        raise UsageError(f"k is a whole number from 1 on, not {chosen[0] if chosen else 'none'}")
    way = check_holding(holding)
    enough = use.with_captions(chosen[-1] + 1)
    sums = [_sums(enough, k, way, seed) for k in chosen]
    with np.errstate(invalid="ignore"):
        precision = [s.true_positives / (s.true_positives + s.false_positives) for s in sums]
        recall = [s.true_positives / s.mentions for s in sums]
    held_out = f"random:{seed}" if way == "random" else way
    signature = enough.signature(
        "word-agreement", k="+".join(map(str, chosen)), held_out=held_out, unit=use.unit
    )
    return WordAgreement(
        enough,
        chosen,
        np.array(precision),
        np.array(recall),
        fit_words(enough),
        signature,
    )


def default_ks(use: WordUse) -> tuple[int, ...]:
    """1 to 4, or to one less than the captions that half of the images have.

    Raises:
        ContentError: when half of the images have a single caption or none.
    """
    usual = int(np.median(use.caption_counts)) if len(use.caption_counts) else 0
    if usual < 2:
        use.with_captions(2)
        usual = 2
    return tuple(range(1, min(usual - 1, 4) + 1))


def part_masks(use: WordUse) -> list[tuple[str, np.ndarray[Any, np.dtype[np.bool_]]]]:
    """The words of each part of speech that there are, and all words."""
    parts = np.array(use.parts, dtype=object)
    masks = [(part, parts == part) for part in PARTS if part in use.parts]
    return [*masks, (ALL_WORDS, np.ones(len(use), dtype=np.bool_))]


def mean_known(values: Floats) -> float | None:
    """The mean of what is a number; None where nothing is."""
    numbers = values[np.isfinite(values)]
    return float(numbers.mean()) if len(numbers) else None


def known(value: float) -> float | None:
    """A number, or None for what is none."""
    return None if math.isnan(value) else float(value)


def _sums(use: WordUse, k: int, holding: Holding, seed: int) -> Sums:
    return expected_sums(use, k) if holding == "all" else ordered_sums(use, k, holding, seed)
