"""Bleu, Rouge and Cider against the old package, live, on the same dictionaries."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compat.comparing import assert_same, printed
from tests.compat.sentences import CANDIDATES, REFERENCES, corpora, many_images

EDGE_CASES = {
    "empty candidate": ({1: ["a dog runs"], 2: ["a cat"]}, {1: [""], 2: ["a cat"]}),
    "empty reference": ({1: [""], 2: ["a cat"]}, {1: ["a dog"], 2: ["a cat"]}),
    "both empty": ({1: ["", "a dog"], 2: ["a cat"]}, {1: [""], 2: ["a cat"]}),
    "one image": ({1: ["a dog runs home now"]}, {1: ["a dog runs home now"]}),
    "the same reference twice": (
        {1: ["a dog runs", "a dog runs"], 2: ["a cat", "the cat"]},
        {1: ["a dog runs home"], 2: ["cat"]},
    ),
    "no-break space in a word": (
        {1: ["1\u00a01/2 cups of milk"], 2: ["a cup"]},
        {1: ["1\u00a01/2 cups"], 2: ["1 1/2 cups"]},
    ),
    "double and outer spaces": (
        {1: ["a  dog runs", " a dog"], 2: ["a cat "]},
        {1: ["a dog  runs"], 2: [" a cat"]},
    ),
    "ids of any kind": (
        {(1, 2): ["a dog"], "x": ["a cat"], None: ["a bird"], frozenset({3}): ["a fish"]},
        {None: ["bird"], "x": ["a cat"], frozenset({3}): ["fish"], (1, 2): ["a dog"]},
    ),
    # Weights whose square is not the rounded product: the old package calls pow().
    "squares by pow": (
        {0: ["d b b b b c b b"], 1: ["c b"], **{place: [""] for place in range(2, 9)}},
        {0: ["b a"], **{place: [""] for place in range(1, 9)}},
    ),
}


@pytest.fixture(params=["written", *EDGE_CASES])
def captions(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    return EDGE_CASES.get(request.param, (REFERENCES, CANDIDATES))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("verbose", [0, 1, 2])
def test_bleu(old: SimpleNamespace, new: SimpleNamespace, captions: Any, n: int, verbose: int):
    expected = printed(lambda: old.Bleu(n).compute_score(*captions, verbose=verbose))
    assert_same(printed(lambda: new.Bleu(n).compute_score(*captions, verbose=verbose)), expected)


def test_rouge(old: SimpleNamespace, new: SimpleNamespace, captions: Any):
    assert_same(new.Rouge().compute_score(*captions), old.Rouge().compute_score(*captions))


@pytest.mark.parametrize("sigma", [6.0, 6, 0.5, -2])
def test_cider(old: SimpleNamespace, new: SimpleNamespace, captions: Any, sigma: float):
    expected = old.Cider(sigma=sigma).compute_score(*captions)
    assert_same(new.Cider(sigma=sigma).compute_score(*captions), expected)


@settings(max_examples=300, deadline=None)
@given(captions=corpora, n=st.integers(1, 4))
def test_drawn_captions(old: SimpleNamespace, new: SimpleNamespace, captions: Any, n: int):
    expected = printed(lambda: old.Bleu(n).compute_score(*captions))
    assert_same(printed(lambda: new.Bleu(n).compute_score(*captions)), expected)
    assert_same(new.Rouge().compute_score(*captions), old.Rouge().compute_score(*captions))
    references, _ = captions
    if any(text.split() for texts in references.values() for text in texts):
        assert_same(new.Cider().compute_score(*captions), old.Cider().compute_score(*captions))


def test_many_images(old: SimpleNamespace, new: SimpleNamespace):
    captions = many_images(400, seed=1)
    for name in ("Bleu", "Rouge", "Cider"):
        expected = printed(lambda name=name: getattr(old, name)().compute_score(*captions))
        assert_same(
            printed(lambda name=name: getattr(new, name)().compute_score(*captions)), expected
        )


def test_no_images(old: SimpleNamespace, new: SimpleNamespace):
    assert_same(
        *(printed(lambda each=each: each.Bleu().compute_score({}, {})) for each in (new, old))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # numpy's, on the mean of nothing
        assert_same(new.Rouge().compute_score({}, {}), old.Rouge().compute_score({}, {}))


def test_a_scorer_can_be_used_again(old: SimpleNamespace, new: SimpleNamespace):
    others = {1: ["a dog runs", "the dog"], 2: ["a cat"]}, {2: ["cat"], 1: ["a dog"]}
    for name in ("Bleu", "Rouge", "Cider"):
        ours, theirs = getattr(new, name)(), getattr(old, name)()
        for captions in ((REFERENCES, CANDIDATES), others, (REFERENCES, CANDIDATES)):
            expected = printed(lambda captions=captions, it=theirs: it.compute_score(*captions))
            assert_same(
                printed(lambda captions=captions, it=ours: it.compute_score(*captions)), expected
            )


@settings(deadline=None)
@given(captions=corpora, beta=st.sampled_from([1.2, 1, 0.5]))
def test_one_rouge_score(old: SimpleNamespace, new: SimpleNamespace, captions: Any, beta: float):
    ours, theirs = new.Rouge(), old.Rouge()
    ours.beta = theirs.beta = beta
    references, candidates = captions
    for image_id, texts in references.items():
        found = ours.calc_score(candidates[image_id], tuple(texts))
        assert_same(found, theirs.calc_score(candidates[image_id], tuple(texts)))


def test_cider_of_short_n_where_the_old_one_can(old: SimpleNamespace, new: SimpleNamespace):
    captions = {1: ["a dog", "dog"], 2: ["the cat"]}, {1: ["a dog"], 2: ["cat the"]}
    assert_same(new.Cider(n=2).compute_score(*captions), old.Cider(n=2).compute_score(*captions))


def test_method_names(old: SimpleNamespace, new: SimpleNamespace):
    for name in ("Bleu", "Rouge", "Cider"):
        assert getattr(new, name)().method() == getattr(old, name)().method()
