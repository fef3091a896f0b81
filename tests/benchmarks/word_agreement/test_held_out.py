"""One caption against k others: the closed form against every choice, and single choices."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.word_agreement import count_words, word_agreement
from cutline.benchmarks.word_agreement.held_out import (
    check_holding,
    expected,
    expected_sums,
    ordered_sums,
    unmentioned,
)
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark

from .naive import counts, enumerated, people

#: Of each image, whether its captions have the word; some have more captions than others.
images = st.lists(
    st.integers(3, 6).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
    min_size=1,
    max_size=6,
).filter(lambda found: any(map(any, found)))


def benchmark(marks: list[list[bool]]) -> Benchmark:
    references = tuple([("an owl" if mark else "it") for mark in of_image] for of_image in marks)
    return Benchmark("owls", tuple(range(len(marks))), references)


@pytest.mark.parametrize("captions", range(2, 8))
def test_the_closed_form_is_the_mean_over_all_choices(captions: int) -> None:
    for k in range(1, captions):
        for having in range(captions + 1):
            marks = [place < having for place in range(captions)]
            assert tuple(expected(having, captions, k)) == enumerated(marks, k)


@pytest.mark.parametrize("captions", range(1, 8))
def test_the_chance_of_no_mention_is_the_share_of_sets_without_one(captions: int) -> None:
    for k in range(1, captions + 1):
        for having in range(captions + 1):
            marks = [place < having for place in range(captions)]
            sets = list(combinations(marks, k))
            share = Fraction(sum(not any(chosen) for chosen in sets), len(sets))
            assert unmentioned(having, captions, k) == share


@given(images, st.integers(1, 2))
def test_precision_and_recall_are_those_of_all_choices(marks: list[list[bool]], k: int) -> None:
    found = word_agreement(count_words(benchmark(marks), ["owl"]), [k])
    precision, recall = people(marks, k)
    assert found.precision[0, 0] == pytest.approx(float(precision or 0))
    assert found.recall[0, 0] == pytest.approx(float(recall or 0))


@given(images, st.integers(1, 2))
def test_the_first_captions_in_their_order(marks: list[list[bool]], k: int) -> None:
    sums = ordered_sums(count_words(benchmark(marks), ["owl"]), k, "first", 1)
    found = [counts(of_image[k], of_image[:k]) for of_image in marks]
    assert [tuple(column) for column in sums] == [(sum(c),) for c in zip(*found, strict=True)]


def test_a_random_order_is_fixed_by_its_seed_and_right_on_average() -> None:
    marks = [[True, True, False, False, False], [True, True, True, True, False]]
    use = count_words(benchmark(marks * 50), ["owl"])
    drawn = np.array([ordered_sums(use, 3, "random", seed) for seed in range(60)])[:, :, 0]
    assert np.array_equal(drawn[7], np.array(ordered_sums(use, 3, "random", 7))[:, 0])
    assert len(np.unique(drawn, axis=0)) > 20
    error = drawn.std(axis=0, ddof=1) / np.sqrt(len(drawn))
    means = np.array(expected_sums(use, 3))[:, 0]
    assert np.all(np.abs(drawn.mean(axis=0) - means) < 4 * error)


def test_recall_is_the_same_for_every_k() -> None:
    marks = [[True, True, False, False, True], [True, False, False, False, False]]
    found = word_agreement(count_words(benchmark(marks), ["owl"]), [1, 2, 3, 4])
    assert found.recall[:, 0] == pytest.approx([found.fitted.p[0]] * 4)
    assert np.all(np.diff(found.precision[:, 0]) > 0)


def test_against_one_caption_precision_is_recall() -> None:
    marks = [[True, True, False], [False, True, False], [True, True, True]]
    found = word_agreement(count_words(benchmark(marks), ["owl"]), [1])
    assert found.precision[0, 0] == pytest.approx(found.recall[0, 0])


def test_other_ways_are_refused() -> None:
    with pytest.raises(UsageError, match="held out by all, first, random, not 'last'"):
        check_holding("last")
