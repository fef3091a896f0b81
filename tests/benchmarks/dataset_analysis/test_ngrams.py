"""Different n-grams of samples, and that samples depend on nothing but what captions are."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.dataset_analysis import Sample, analyse
from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet, worded_sets
from cutline.benchmarks.dataset_analysis.draws import drawn, drawn_captions, sample_for
from cutline.benchmarks.dataset_analysis.ngrams import unique_ngrams
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark
from cutline.text.tokenizer import Tokenizer

from . import naive

SPLIT = Tokenizer("none", "none")


def captions_of(found: Benchmark) -> CaptionSet:
    return worded_sets([found], SPLIT).sets[0]


@given(naive.sets_of_captions(), st.lists(st.randoms(), min_size=1, max_size=3))
def test_ngrams_are_as_defined(found: Benchmark, draws: list[random.Random]) -> None:
    captions = captions_of(found)
    cut = naive.all_words(found)
    masks = [np.array([draw.random() < 0.6 for _ in cut], dtype=np.bool_) for draw in draws]
    for one in unique_ngrams(captions.captions, masks):
        for place, mask in enumerate(masks):
            kept = [words for words, is_in in zip(cut, mask, strict=True) if is_in]
            slow = naive.ngrams(kept, one.n)
            assert one.unique[place] == len(slow)
            assert one.total[place] == sum(slow.values())


@given(naive.sets_of_captions(), st.randoms(use_true_random=False), st.integers(-5, 2**70))
def test_the_order_of_images_and_captions_does_not_matter(
    found: Benchmark, shuffled: random.Random, seed: int
) -> None:
    order = list(range(len(found)))
    shuffled.shuffle(order)
    said = [shuffled.sample(list(found.references[i]), len(found.references[i])) for i in order]
    other = Benchmark(found.name, tuple(found.image_ids[i] for i in order), tuple(said))
    images = max(1, len(found) // 2)
    first, second = (
        analyse(one, one, images=images, captions=1, draws=3, seed=seed, part_sample=0)
        for one in (found, other)
    )
    assert first == second
    assert [one.signatures for one in first.sets] == [one.signatures for one in second.sets]


@given(naive.sets_of_captions(), st.integers(1, 6), st.integers(1, 4), st.integers(0, 3))
def test_a_draw_has_the_size_that_was_asked_for(
    found: Benchmark, images: int, each: int, draw: int
) -> None:
    captions = captions_of(found)
    enough = sum(len(said) >= each for said in found.references)
    if enough < images:
        with pytest.raises(
            ContentError, match=f"some: {enough} of {len(found)} images have {each}"
        ):
            sample_for([captions], images, each)
        return
    mask = drawn(captions, sample_for([captions], images, each), draw)
    of_images = Counter(captions.captions.images[mask].tolist())
    assert len(of_images) == images
    assert set(of_images.values()) == {each}


def test_draws_differ_and_seeds_differ() -> None:
    many = naive.benchmark("many", {i: [f"caption {i} {j}" for j in range(4)] for i in range(60)})
    captions = captions_of(many)
    masks = {
        (seed, draw): drawn(captions, Sample(20, 2, seed=seed), draw).tobytes()
        for seed in (1, 2)
        for draw in range(3)
    }
    assert len(set(masks.values())) == 6
    chosen = np.mean([drawn(captions, Sample(20, 2), draw) for draw in range(300)], axis=0)
    # Every caption has its chance: a sixth, give or take four standard errors and some.
    assert 1 / 6 - 0.1 < chosen.min() <= chosen.max() < 1 / 6 + 0.1


def test_images_that_are_not_drawn_change_nothing() -> None:
    many = naive.benchmark("many", {i: [f"caption {i} {j}" for j in range(3)] for i in range(40)})
    captions = captions_of(many)
    sample = Sample(10, 2)
    mask = drawn(captions, sample, 0)
    is_drawn = {many.image_ids[i] for i in captions.captions.images[mask].tolist()}
    fewer = captions_of(many.only(is_drawn | {0, 1, 2}))
    again = drawn(fewer, sample, 0)
    texts = {text for text, is_in in zip(captions.texts, mask, strict=True) if is_in}
    assert texts == {text for text, is_in in zip(fewer.texts, again, strict=True) if is_in}


def test_ids_that_read_the_same_are_two_images() -> None:
    pair = naive.benchmark("pair", {7: ["seven as a number"], "7": ["seven as a text"]})
    other = naive.benchmark("pair", {"7": ["seven as a text"], 7: ["seven as a number"]})
    sample = Sample(1, 1)
    chosen = []
    for one in (pair, other):
        captions = captions_of(one)
        [place] = np.flatnonzero(drawn(captions, sample, 0)).tolist()
        chosen.append(captions.texts[place])
    assert chosen[0] == chosen[1]


def test_the_smaller_set_gives_the_size() -> None:
    small = naive.benchmark("small", {1: ["a b", "c d", "e f"], 2: ["a", "b"]})
    large = naive.benchmark("large", {i: ["a b c"] * 5 for i in range(9)})
    found = analyse(small, large, part_sample=0)
    assert (found.sample.images, found.sample.captions) == (2, 2)
    assert all(one.ngrams[0].total[0] <= 2 * 2 * 3 for one in found.sets)
    assert found.sets[1].ngrams[0].unique == (3,) * 5
    wanted = analyse(small, large, captions=3, draws=1, part_sample=0)
    assert (wanted.sample.images, wanted.sets[0].ngrams[0].deviation) == (1, None)


@pytest.mark.parametrize("wrong", [{"images": 0}, {"captions": 0}, {"draws": 0}])
def test_nonsense_is_refused(wrong: dict[str, int]) -> None:
    pets = naive.benchmark("pets", {1: ["a dog"]})
    with pytest.raises(UsageError, match="a sample needs 1 or more"):
        analyse(pets, **wrong)  # type: ignore[arg-type]


def test_captions_to_tag_are_drawn_from_all() -> None:
    many = naive.benchmark("many", {i: [f"caption {i}"] for i in range(50)})
    captions = captions_of(many)
    assert drawn_captions(captions, 80, 1).tolist() == list(range(50))
    some = drawn_captions(captions, 8, 1)
    assert len(set(some.tolist())) == 8
    backwards = replace(many, image_ids=many.image_ids[::-1], references=many.references[::-1])
    other = captions_of(backwards)
    again = {other.texts[place] for place in drawn_captions(other, 8, 1).tolist()}
    assert again == {captions.texts[place] for place in some.tolist()}
