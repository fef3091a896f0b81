"""The same figures, computed one caption at a time from their definitions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from cutline.core.types import Benchmark, ImageId

Words = list[str]

#: Few words, so that captions share some; "," and "-" are punctuation and no words.
WORDS = ["a", "dog", "cat", "runs", "sleeps", "7", ",", "-", "the"]
CAPTIONS = st.lists(st.sampled_from(WORDS), min_size=0, max_size=7).map(" ".join)
IMAGE_IDS = st.one_of(st.integers(0, 99), st.text("xyz", min_size=1, max_size=3))


def sets_of_captions(most_images: int = 6) -> st.SearchStrategy[Benchmark]:
    """Sets of some images with one to four captions each."""
    said = st.lists(CAPTIONS, min_size=1, max_size=4)
    by_image = st.dictionaries(IMAGE_IDS, said, min_size=1, max_size=most_images)
    return by_image.map(lambda found: benchmark("some", found))


def benchmark(name: str, captions: dict[ImageId, list[str]]) -> Benchmark:
    return Benchmark(name, tuple(captions), tuple(captions.values()))


def words(caption: str) -> Words:
    return [word for word in caption.split() if any(map(str.isalnum, word))]


def all_words(found: Benchmark) -> list[Words]:
    return [words(caption) for said in found.references for caption in said]


def ngrams(captions: Iterable[Words], n: int) -> Counter[tuple[str, ...]]:
    return Counter(
        tuple(caption[start : start + n])
        for caption in captions
        for start in range(len(caption) - n + 1)
    )


def log_odds(first: Counter[str], second: Counter[str], prior: float) -> dict[str, float]:
    """Word by word: delta over its standard deviation, with a prior of both texts together."""
    pooled = first + second
    total = sum(pooled.values())
    scores = {}
    for word, times in pooled.items():
        alpha = prior * times / total
        deltas, variance = [], 0.0
        for text in (first, second):
            own, size = text[word] + alpha, sum(text.values()) + prior
            deltas.append(math.log(own / (size - own)))
            variance += 1 / own
        scores[word] = (deltas[0] - deltas[1]) / math.sqrt(variance)
    return scores


def types_of_bulk(counts: Sequence[int]) -> int:
    total, so_far, types = sum(counts), 0, 0
    for count in sorted(counts, reverse=True):
        if so_far >= 0.95 * total:
            break
        so_far += count
        types += 1
    return types
