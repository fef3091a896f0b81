"""Keys of n-grams, by which counts of many parts are put together."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutline import native

WORDS = ["a", "b", "c", "dog", "'dog'", "ünicode", "longer-than-eight"]
CAPTIONS = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=1, max_size=4
)
IMAGES = st.lists(CAPTIONS, min_size=1, max_size=8)


def counted(images: list[list[str]]) -> native.Frequencies:
    return native.count_frequencies(native.make_references(images, "none", 1), 4, 1)


def by_key(frequencies: native.Frequencies) -> dict[tuple[int, int], int]:
    keys, counts = native.frequency_keys(frequencies)
    return {(int(high), int(low)): int(n) for (high, low), n in zip(keys, counts, strict=True)}


@given(IMAGES, st.integers(0, 8))
def test_counts_of_parts_add_up_to_those_of_all(images: list[list[str]], cut: int) -> None:
    whole = by_key(counted(images))
    parts = [counted(part) for part in (images[:cut], images[cut:]) if part]
    found = [native.frequency_keys(part) for part in parts]
    keys, counts = native.summed_counts(
        np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])
    )
    ours = {(int(high), int(low)): int(n) for (high, low), n in zip(keys, counts, strict=True)}
    assert ours == whole
    assert [tuple(key) for key in keys.tolist()] == sorted(tuple(key) for key in keys.tolist())


@given(IMAGES)
def test_each_ngram_has_a_key_of_its_own(images: list[list[str]]) -> None:
    frequencies = counted(images)
    assert len(by_key(frequencies)) == len(frequencies)


@given(st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30), max_size=50))
def test_counts_are_found_where_keys_are(known: list[int], wanted: list[int]) -> None:
    expected = Counter(known)
    keys, counts = native.summed_counts(
        native.text_keys([str(number) for number in known]), np.ones(len(known), np.uint32)
    )
    found = native.found_counts(keys, counts, native.text_keys([str(one) for one in wanted]))
    assert found.tolist() == [expected[one] for one in wanted]


@given(IMAGES, st.integers(1, 1000))
def test_other_counts_take_the_place_of_ngrams_own(images: list[list[str]], factor: int) -> None:
    frequencies = counted(images)
    _, counts = native.frequency_keys(frequencies)
    other = native.recounted(frequencies, counts * np.uint32(factor), 5000.0)
    assert other.images == 5000.0
    before = dict(frequencies.entries())
    assert dict(other.entries()) == {words: n * factor for words, n in before.items()}
