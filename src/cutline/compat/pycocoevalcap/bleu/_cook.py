"""The counts of single sentences, as the old package's functions return them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from cutline.compat.pycocoevalcap._ngrams import Ngram, count_ngrams

CookedReferences = tuple[Any, dict[Ngram, int]]


def precook(s: str, n: int = 4, out: bool = False) -> tuple[int, defaultdict[Ngram, int]]:
    """The number of words, and how often each n-gram of 1 to n words occurs."""
    return count_ngrams(s, n)


def cook_refs(refs: Iterable[str], eff: str | None = None, n: int = 4) -> CookedReferences:
    """The references' lengths, and how often each n-gram occurs in the one that has it most.

    With `eff` "shortest" or "average" there is that one length in place of all.
    """
    lengths = []
    most: dict[Ngram, int] = {}
    for reference in refs:
        length, counts = count_ngrams(reference, n)
        lengths.append(length)
        for ngram, count in counts.items():
            most[ngram] = max(most.get(ngram, 0), count)
    if eff == "shortest":
        return min(lengths), most
    if eff == "average":
        return float(sum(lengths)) / len(lengths), most
    return lengths, most


def cook_test(
    test: str, refs: CookedReferences, eff: str | None = None, n: int = 4
) -> dict[str, Any]:
    """A candidate's length, n-grams and matches, against references that `cook_refs` made.

    With `eff` "closest" the reference length is the closest, the shorter on a tie.
    """
    reference_length, most = refs
    length, counts = count_ngrams(test, n)
    if eff == "closest":
        reference_length = min((abs(each - length), each) for each in reference_length)[1]
    correct = [0] * n
    for ngram, count in counts.items():
        correct[len(ngram) - 1] += min(most.get(ngram, 0), count)
    return {
        "reflen": reference_length,
        "testlen": length,
        "guess": [max(0, length - order + 1) for order in range(1, n + 1)],
        "correct": correct,
    }
