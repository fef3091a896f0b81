"""Words that a run uses more often, or less often, than people do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.scoring.diagnosis.function_words import FUNCTION_WORDS
from cutline.scoring.diagnosis.words import Numbers, RunWords

#: The weight of the prior, as a part of the words that the run has.
PRIOR_WEIGHT = 0.1


@dataclass(frozen=True, slots=True)
class WordRate:
    """How often a word is used: uses, uses per 1,000 words, and how surely the rates differ.

    `z` is above 0 where the run uses the word more often than the references do.
    """

    word: str
    candidate_uses: int
    reference_uses: int
    candidate_rate: float
    reference_rate: float
    z: float
    is_function_word: bool


def over_and_under_used(
    words: RunWords, most: int
) -> tuple[tuple[WordRate, ...], tuple[WordRate, ...]]:
    """The words with the highest, and those with the lowest z, the most extreme first."""
    said, written = words.counts(words.candidates), words.counts(words.references)
    z = log_odds_z(said, written)
    upwards = np.argsort(z, kind="stable")
    downwards = np.argsort(-z, kind="stable")
    return (
        tuple(_rate(words, said, written, z, n) for n in downwards[:most].tolist() if z[n] > 0),
        tuple(_rate(words, said, written, z, n) for n in upwards[:most].tolist() if z[n] < 0),
    )


def log_odds_z(first: Numbers, second: Numbers) -> NDArray[np.float64]:
    """How surely each word is used at different rates in two texts.

    Args:
        first: how often each word is used in the first text.
        second: the same of the second text, for the same words.

    This is the z-score of the log-odds ratio with an informative Dirichlet prior of Monroe,
    Colaresi and Quinn (2008), Fightin' Words. The prior has the rates of both texts together and
    weighs a tenth as much as the first text, so a word that one text lacks has finite odds, and
    rare words need more evidence.

    >>> log_odds_z(np.array([9, 1]), np.array([5, 5])).round(2).tolist()
    [3.67, -1.98]
    """
    weight = PRIOR_WEIGHT * first.sum()
    both = first + second
    used = both > 0
    z = np.zeros(len(both))
    # With one word only, or an empty text on the first side, no rate can differ.
    if weight == 0 or np.count_nonzero(used) < 2:
        return z
    prior = weight * both[used] / both.sum()
    one, other = first[used] + prior, second[used] + prior
    ratio = np.log(one / (one.sum() - one)) - np.log(other / (other.sum() - other))
    z[used] = ratio / np.sqrt(1 / one + 1 / other)
    return z


def _rate(
    words: RunWords, said: Numbers, written: Numbers, z: NDArray[np.float64], number: int
) -> WordRate:
    word = words.vocabulary[number]
    return WordRate(
        word=word,
        candidate_uses=int(said[number]),
        reference_uses=int(written[number]),
        candidate_rate=1000 * float(said[number]) / max(1, int(said.sum())),
        reference_rate=1000 * float(written[number]) / max(1, int(written.sum())),
        z=float(z[number]),
        is_function_word=word in FUNCTION_WORDS,
    )
