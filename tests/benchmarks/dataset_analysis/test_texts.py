"""Lengths, vocabulary, overlap and typical words beside a slow program that reads definitions."""

from __future__ import annotations

import statistics
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from cutline.benchmarks.dataset_analysis import analyse
from cutline.benchmarks.dataset_analysis.caption_sets import worded_sets
from cutline.benchmarks.dataset_analysis.distribution import distribution_of
from cutline.benchmarks.dataset_analysis.typical_words import (
    LEAST,
    typical_words,
    weighted_log_odds,
)
from cutline.core.errors import ContentError
from cutline.core.types import Benchmark
from cutline.text.tokenizer import Tokenizer

from . import naive

SPLIT = Tokenizer("none", "none")


@given(naive.sets_of_captions())
def test_lengths_and_vocabulary_are_as_defined(found: Benchmark) -> None:
    [figures] = analyse(found, part_sample=0, tokenizer="none").sets
    cut = naive.all_words(found)
    lengths = list(map(len, cut))
    counts = Counter(word for caption in cut for word in caption)
    assert (figures.images, figures.captions) == (len(found), len(cut))
    assert figures.lengths.mean == pytest.approx(statistics.fmean(lengths))
    assert figures.lengths.deviation == pytest.approx(statistics.pstdev(lengths))
    assert figures.lengths.median == statistics.median(lengths)
    assert dict(figures.lengths.histogram) == Counter(lengths)
    assert dict(figures.captions_per_image.histogram) == Counter(map(len, found.references))
    words = figures.vocabulary
    assert (words.tokens, words.types) == (sum(counts.values()), len(counts))
    assert words.hapaxes == sum(count == 1 for count in counts.values())
    assert words.types_of_bulk == naive.types_of_bulk(list(counts.values()))


@given(naive.sets_of_captions(), naive.sets_of_captions())
def test_overlap_is_as_defined(first: Benchmark, second: Benchmark) -> None:
    shared = analyse(first, second, part_sample=0, tokenizer="none").shared
    assert shared is not None
    one, other = (
        Counter(word for caption in naive.all_words(found) for word in caption)
        for found in (first, second)
    )
    found = shared.overlap
    assert found.both == len(set(one) & set(other))
    assert (found.only_first, found.only_second) == (
        len(set(one) - set(other)),
        len(other) - found.both,
    )
    for share, text, beside in (
        (found.first_covered, one, other),
        (found.second_covered, other, one),
    ):
        if not text:
            assert share is None
        else:
            known = sum(times for word, times in text.items() if word in beside)
            assert share == pytest.approx(known / sum(text.values()))


@given(naive.sets_of_captions(), naive.sets_of_captions())
def test_log_odds_are_as_defined(first: Benchmark, second: Benchmark) -> None:
    worded = worded_sets([first, second], SPLIT)
    counts = [worded.counts(one.captions) for one in worded.sets]
    found = weighted_log_odds(counts[0], counts[1], 12.0)
    slow = [
        Counter(word for caption in naive.all_words(one) for word in caption)
        for one in (first, second)
    ]
    if len(worded.vocabulary) < 2:
        assert not found.any()
    else:
        expected = naive.log_odds(slow[0], slow[1], 12.0)
        assert list(expected.keys() ^ set(worded.vocabulary)) == []
        assert found == pytest.approx([expected[word] for word in worded.vocabulary])
    assert weighted_log_odds(counts[1], counts[0], 12.0) == pytest.approx(-found)


def test_typical_words_are_sure_and_in_order() -> None:
    vocabulary = ["a", "bus", "cat", "dog", "emu"]
    first, second = np.array([100, 40, 1, 90, 3]), np.array([80, 1, 80, 5, 3])
    found = typical_words(vocabulary, first, second)
    assert [word.word for word in found.first] == ["dog", "bus"]
    assert [word.word for word in found.second] == ["cat"]
    assert all(word.z >= LEAST for word in found.first)
    assert all(word.z <= -LEAST for word in found.second)
    assert [word.word for word in typical_words(vocabulary, first, second, most=1).first] == ["dog"]
    assert found.prior == 169


def test_a_set_beside_itself_has_nothing_typical() -> None:
    pets = naive.benchmark("pets", {1: ["a dog", "the dog"], 2: ["a cat"]})
    found = analyse(pets, pets, part_sample=0)
    assert [one.name for one in found.sets] == ["pets", "pets (2)"]
    assert found.shared is not None
    assert (found.shared.typical.first, found.shared.typical.second) == ((), ())
    assert (found.shared.overlap.only_first, found.shared.overlap.first_covered) == (0, 1.0)
    # Both are drawn alike, so samples are the same too.
    assert found.sets[0].ngrams == found.sets[1].ngrams
    assert found.shared.sample_overlap.only_second == 0


def test_punctuation_and_case_do_not_count() -> None:
    found = worded_sets([naive.benchmark("", {1: ["A dog, a Dog!"]})], Tokenizer(context="none"))
    assert found.vocabulary == ("a", "dog")
    assert found.sets[0].captions.lengths.tolist() == [4]


def test_no_caption_is_refused() -> None:
    with pytest.raises(ContentError, match="empty: there is no caption"):
        analyse(Benchmark("empty", (1,), ((),)))


def test_shares_of_a_distribution() -> None:
    found = distribution_of(np.array([0, 1, 1, 7]))
    assert (found.share_of(1), found.share_of(5), found.share_above(1)) == (0.5, 0.0, 0.25)
