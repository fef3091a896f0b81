"""The words of a set of captions, and the words that two sets share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cutline.scoring.diagnosis.words import Numbers, share

#: The share of tokens that `types_of_bulk` is about.
BULK = 0.95


@dataclass(frozen=True)
class VocabularyFigures:
    """Words in all, different words, words that occur once, and how many types most tokens need.

    `types_of_bulk` is the least number of types that make up 95% of the tokens: the rest is the
    tail.
    """

    tokens: int
    types: int
    hapaxes: int
    types_of_bulk: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def vocabulary_figures(counts: Numbers) -> VocabularyFigures:
    """The figures of a text whose words occur so often.

    >>> vocabulary_figures(np.array([97, 2, 1, 0]))
    VocabularyFigures(tokens=100, types=3, hapaxes=1, types_of_bulk=1)
    """
    tokens = int(counts.sum())
    largest_first = np.cumsum(np.sort(counts)[::-1])
    return VocabularyFigures(
        tokens=tokens,
        types=int(np.count_nonzero(counts)),
        hapaxes=int(np.count_nonzero(counts == 1)),
        types_of_bulk=int(np.searchsorted(largest_first, BULK * tokens)) + 1 if tokens else 0,
    )


@dataclass(frozen=True)
class Overlap:
    """The types of two sets: in both, in one alone, and how much of each text the other has.

    `first_covered` is the share of the first set's tokens whose type the second set has,
    `second_covered` the other way round. Averages over draws need not be whole numbers.
    """

    both: float
    only_first: float
    only_second: float
    first_covered: float | None
    second_covered: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def overlap(first: Numbers, second: Numbers) -> Overlap:
    """What two texts share, from how often each has every word of one vocabulary.

    >>> overlap(np.array([3, 1, 0]), np.array([1, 0, 1]))
    Overlap(both=1, only_first=1, only_second=1, first_covered=0.75, second_covered=0.5)
    """
    in_first, in_second = first > 0, second > 0
    return Overlap(
        both=int(np.count_nonzero(in_first & in_second)),
        only_first=int(np.count_nonzero(in_first & ~in_second)),
        only_second=int(np.count_nonzero(in_second & ~in_first)),
        first_covered=share(first[in_second].sum(), first.sum()),
        second_covered=share(second[in_first].sum(), second.sum()),
    )


def mean_overlap(found: Sequence[Overlap]) -> Overlap:
    """The mean of each figure; None where any draw lacks it."""

    def mean(values: Sequence[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if len(known) == len(values) else None

    return Overlap(
        both=sum(one.both for one in found) / len(found),
        only_first=sum(one.only_first for one in found) / len(found),
        only_second=sum(one.only_second for one in found) / len(found),
        first_covered=mean([one.first_covered for one in found]),
        second_covered=mean([one.second_covered for one in found]),
    )
