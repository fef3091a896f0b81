"""N-grams of a sentence, counted in plain Python: for scripts that look inside a scorer.

Scores do not come from here but from the kernels.
"""

from __future__ import annotations

from collections import defaultdict

Ngram = tuple[str, ...]


def count_ngrams(text: str, n: int) -> tuple[int, defaultdict[Ngram, int]]:
    """The number of words, and how often each n-gram of 1 to n words occurs, shorter ones first."""
    words = text.split()
    counts: defaultdict[Ngram, int] = defaultdict(int)
    for order in range(1, n + 1):
        for start in range(len(words) - order + 1):
            counts[tuple(words[start : start + order])] += 1
    return len(words), counts
