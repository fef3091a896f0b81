"""Sentences to compare on: some written by hand, others drawn from a small alphabet."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

REFERENCES = {
    "harbour": [
        "two small boats rest on the sand beside a grey wall",
        "a pair of boats lies on a beach",
        "boats on the sand near a wall",
    ],
    "kitchen": ["a woman cuts bread at a wooden table", "someone slices a loaf of bread"],
    "street": [
        "a red bus waits at the corner of a busy street",
        "a bus stands at a street corner",
        "a red bus waits at the corner of a busy street",
        "the bus is red",
    ],
    "field": ["a brown dog runs after a ball", "a dog runs", "dog"],
}
CANDIDATES = {
    "street": ["a red bus waits at a corner"],
    "harbour": ["two boats lie on the sand"],
    "field": ["a brown dog runs after a ball"],
    "kitchen": ["a man reads a newspaper on a bench in the park on a sunny day"],
}

# White space of every kind that split() and split(" ") see differently, and marks that look like
# white space but are none.
_SEPARATORS = [" ", " ", " ", " ", "  ", "\u00a0", "\t", "\x1c", "\u2003", "\u180e", "\u200b", ""]
_WORDS = ["a", "b", "c", "é", "日", "😀"]

_pieces = st.tuples(st.sampled_from(_WORDS), st.sampled_from(_SEPARATORS))


def _joined(pieces: list[tuple[str, str]]) -> str:
    return "".join(word + separator for word, separator in pieces)


#: From the empty string to twenty words; it may end in white space.
sentences = st.one_of(
    st.just(""),
    st.lists(_pieces, max_size=20).map(_joined),
    st.lists(_pieces, max_size=8).map(lambda pieces: _joined(pieces).strip(" ")),
)

_images = st.tuples(st.lists(sentences, min_size=1, max_size=4), sentences)


def _dictionaries(images: list[tuple[list[str], str]]) -> tuple[dict[Any, Any], dict[Any, Any]]:
    references = {place: refs for place, (refs, _) in enumerate(images)}
    # In another order: the results' order must not matter.
    candidates = {place: [images[place][1]] for place in reversed(references)}
    return references, candidates


#: References and candidates of one image or more.
corpora = st.lists(_images, min_size=1, max_size=12).map(_dictionaries)


def many_images(count: int, seed: int) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """As many images as it takes for document frequencies, and so weights, of every size."""
    draw = random.Random(seed)

    def sentence() -> str:
        # Low numbers are frequent words.
        return " ".join(f"w{int(draw.paretovariate(0.8))}" for _ in range(draw.randint(1, 14)))

    references = {place: [sentence() for _ in range(draw.randint(1, 5))] for place in range(count)}
    candidates = {
        place: [draw.choice([sentence(), texts[0], f"{texts[-1]} {sentence()}"])]
        for place, texts in references.items()
    }
    return references, candidates
