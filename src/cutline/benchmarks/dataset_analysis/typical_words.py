"""The words that tell two sets of captions apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cutline.core.metric import Floats
from cutline.scoring.diagnosis.words import Numbers

#: How many words of each set are told.
MOST = 15
#: Words whose `z` is smaller are not called typical: it may be chance.
LEAST = 1.96


@dataclass(frozen=True)
class TypicalWord:
    """A word, how often both sets have it, and how surely the first has it more often.

    `z` is the log-odds ratio over its standard deviation: above 0 the word is typical of the first
    set, below of the second.
    """

    word: str
    first: int
    second: int
    z: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class TypicalWords:
    """The most typical words of each set, and how many words the prior weighs."""

    first: tuple[TypicalWord, ...]
    second: tuple[TypicalWord, ...]
    prior: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "first": [word.to_dict() for word in self.first],
            "second": [word.to_dict() for word in self.second],
            "prior": self.prior,
        }


def weighted_log_odds(first: Numbers, second: Numbers, prior: float) -> Floats:
    """For each word, how much more the first text uses it, in standard deviations.

    Monroe, Colaresi and Quinn (2008), Fightin' Words: the log-odds ratio under a Dirichlet prior,
    here the words of both texts together, scaled to `prior` words. A word that neither text has
    gets 0, as does the only word of both.

    >>> weighted_log_odds(np.array([4, 1]), np.array([1, 4]), 2).round(2).tolist()
    [2.19, -2.19]
    """
    pooled = first + second
    total = pooled.sum()
    scores = np.zeros(len(pooled))
    known = pooled > 0
    if np.count_nonzero(known) < 2:
        return scores
    alpha = prior * pooled[known] / total
    odds = []
    for counts in (first, second):
        own = counts[known] + alpha
        odds.append(np.log(own) - np.log(counts.sum() + prior - own))
    variance = 1 / (first[known] + alpha) + 1 / (second[known] + alpha)
    scores[known] = (odds[0] - odds[1]) / np.sqrt(variance)
    return scores


def typical_words(
    vocabulary: Sequence[str], first: Numbers, second: Numbers, most: int = MOST
) -> TypicalWords:
    """The words that tell two texts apart, the surest first.

    The prior weighs as many words as the smaller text has. Those that may be chance are left out.

    >>> found = typical_words(["a", "cat", "dog"], np.array([9, 1, 8]), np.array([9, 8, 1]))
    >>> [word.word for word in found.first], [word.word for word in found.second]
    (['dog'], ['cat'])
    """
    prior = int(min(first.sum(), second.sum()))
    scores = weighted_log_odds(first, second, max(prior, 1))
    # Equal ones in the order of the alphabet, which the vocabulary has.
    order = np.argsort(-scores, kind="stable")
    backwards = np.argsort(scores, kind="stable")

    def words(places: Numbers, sign: int) -> tuple[TypicalWord, ...]:
        return tuple(
            TypicalWord(vocabulary[i], int(first[i]), int(second[i]), float(scores[i]))
            for i in places[:most].tolist()
            if sign * scores[i] >= LEAST
        )

    return TypicalWords(words(order, 1), words(backwards, -1), max(prior, 1))
