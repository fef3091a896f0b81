"""Which words a run uses, beside those that people use."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.scoring.diagnosis.word_rates import WordRate, over_and_under_used
from cutline.scoring.diagnosis.word_support import WordSupport, find_support
from cutline.scoring.diagnosis.words import RunWords


@dataclass(frozen=True)
class WordUse:
    """Words used too often and too rarely over all images, and words image by image.

    `over` and `under` compare all words of the run with all words of the references of the same
    images; the surest differences stand first.
    """

    over: tuple[WordRate, ...]
    under: tuple[WordRate, ...]
    support: WordSupport


def compare_word_use(words: RunWords, most: int) -> WordUse:
    """The words that tell a run from the references; at most so many of each kind."""
    over, under = over_and_under_used(words, most)
    return WordUse(over, under, find_support(words, most))
