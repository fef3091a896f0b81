"""Different words in a row, in samples of one size (table 1 of nocaps)."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.scoring.diagnosis.words import Captions, Mask, Numbers

LONGEST = 4


@dataclass(frozen=True)
class UniqueNgrams:
    """The different n-grams of each draw, and all n-grams of each draw."""

    n: int
    unique: tuple[int, ...]
    total: tuple[int, ...]

    @property
    def mean(self) -> float:
        """Different n-grams, on average over draws."""
        return statistics.fmean(self.unique)

    @property
    def deviation(self) -> float | None:
        """The standard deviation over draws; None where there is one draw."""
        return statistics.stdev(self.unique) if len(self.unique) > 1 else None

    @property
    def share(self) -> float | None:
        """Different n-grams over all n-grams; None where there are none."""
        return sum(self.unique) / sum(self.total) if any(self.total) else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "n": self.n,
            "mean": self.mean,
            "deviation": self.deviation,
            "share": self.share,
            "unique": list(self.unique),
            "total": list(self.total),
        }


def unique_ngrams(
    captions: Captions, draws: Sequence[Mask], longest: int = LONGEST
) -> tuple[UniqueNgrams, ...]:
    """The different n-grams in some captions, for each draw and each n from 1 on.

    N-grams never run from one caption into the next.

    >>> captions = Captions(np.array([0, 1, 0, 1]), np.array([3, 1]), np.array([0, 0]))
    >>> [found.unique for found in unique_ngrams(captions, [np.array([True, True])], 3)]
    [(2,), (2,), (1,)]
    """
    in_any = np.logical_or.reduce(draws)
    # What no draw has need not be numbered.
    kept = captions.only(in_any)
    masks = [draw[in_any] for draw in draws]
    found = []
    for n, (numbers, of_caption) in enumerate(_numbered_ngrams(kept, longest), 1):
        unique, total = [], []
        for mask in masks:
            own = numbers[mask[of_caption]]
            total.append(len(own))
            unique.append(int(np.count_nonzero(np.bincount(own))))
        found.append(UniqueNgrams(n, tuple(unique), tuple(total)))
    return tuple(found)


def _numbered_ngrams(captions: Captions, longest: int) -> Iterator[tuple[Numbers, Numbers]]:
    """For each n a number for every n-gram, equal n-grams having equal ones, and its caption."""
    of_word = captions.caption_of_word
    words = int(captions.numbers.max(initial=0)) + 1
    starts = np.arange(len(captions.numbers))
    numbers = captions.numbers
    yield numbers, of_word
    for n in range(2, longest + 1):
        is_longer = starts + n - 1 < len(of_word)
        starts, numbers = starts[is_longer], numbers[is_longer]
        ends = starts + n - 1
        within = of_word[starts] == of_word[ends]
        starts, ends = starts[within], ends[within]
        # The n-gram before the last word has a number below the count of words: no overflow.
        keys = numbers[within] * words + captions.numbers[ends]
        numbers = np.unique(keys, return_inverse=True)[1].reshape(-1).astype(np.int64)
        yield numbers, of_word[starts]
