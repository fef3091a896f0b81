"""Pairs of concepts in captions: three matchers, and what they have to agree on."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.core.errors import UsageError
from cutline.text.concept_file import parse_concepts
from cutline.text.concepts import compositional_concepts
from cutline.text.pair_matching import (
    MATCHERS,
    MatcherName,
    ParseMatcher,
    agreeing_references,
    match_all,
    match_stream,
    pair_matcher,
)
from cutline.text.parser import caption_parser
from cutline.text.possible_pairs import PossiblePairs
from cutline.text.related_concepts import related_concepts

PAIRS = compositional_concepts().pairs
WORDS = [
    "a",
    "the",
    "two",
    "black",
    "white",
    "big",
    "little",
    "red",
    "bus",
    "cat",
    "cats",
    "kitten",
    "dog",
    "dogs",
    "man",
    "men",
    "woman",
    "birds",
    "plane",
    "eating",
    "eats",
    "rides",
    "holding",
    "lying",
    "standing",
    "stands",
    "flying",
    "is",
    "are",
    "and",
    "with",
    "on",
    "of",
    "that",
    "group",
    "small",
    "table",
    "truck",
    "blue",
    ".",
    ",",
    "BOY",
    "Girl",
]

captions_of_words = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join), min_size=1, max_size=12
)


@pytest.mark.parametrize("name", ["parse", "words"])
@pytest.mark.parametrize(
    ("caption", "pairs"),
    [
        ("A black cat on a couch.", {"black cat"}),
        ("The cat is black.", {"black cat"}),
        ("a cat on a black couch", set()),
        ("A black and white kitten sleeping on a chair.", {"black cat"}),
        ("A large red and white bus drives down the street.", {"red bus"}),
        ("A man eating a sandwich at a table.", {"eat man"}),
        ("The man is eating cake.", {"eat man"}),
        ("A woman riding a horse on a beach.", {"ride woman"}),
        ("Two birds are flying over the water.", {"fly bird"}),
        ("A bigger truck next to a car.", {"big truck"}),
    ],
)
def test_finds_pairs_in_plain_captions(name: MatcherName, caption: str, pairs: set[str]) -> None:
    found = pair_matcher(name, PAIRS).match([caption])[0]
    assert {pair.name for pair, is_there in zip(PAIRS, found, strict=True) if is_there} == pairs


def test_the_parse_tells_what_words_alone_do_not() -> None:
    caption = "The cat on the white couch is black."
    found = {name: pair_matcher(name, PAIRS[:1]).match([caption])[0, 0] for name in MATCHERS}
    assert found == {"parse": True, "words": False, "together": True}


def test_capitals_and_full_stops_make_no_difference_to_the_parse() -> None:
    captions = ["A BLACK CAT ON A BED", "a black cat on a bed", "Black cat on a bed."]
    [column] = [number for number, pair in enumerate(PAIRS) if pair.name == "black cat"]
    assert pair_matcher("parse", PAIRS).match(captions)[:, column].all()


def test_phrases_of_several_words_are_concepts_too() -> None:
    text = "[nouns]\nstop sign\n[adjectives]\nred\n[pairs]\nred stop sign"
    pairs = parse_concepts(text, "here", name="mine").pairs
    captions = ["a red stop sign on a street", "a red sign on a street", "two red stop signs"]
    for name in MATCHERS:
        assert pair_matcher(name, pairs).match(captions).ravel().tolist() == [True, False, True]


@given(captions_of_words)
@settings(max_examples=60, deadline=None)
def test_what_any_matcher_finds_stands_together(captions: list[str]) -> None:
    together = pair_matcher("together", PAIRS).match(captions)
    for name in ("parse", "words"):
        found = pair_matcher(name, PAIRS).match(captions)  # type: ignore[arg-type]
        assert not (found & ~together).any()


@given(captions_of_words)
@settings(max_examples=60, deadline=None)
def test_parsing_only_what_may_hold_a_pair_changes_nothing(captions: list[str]) -> None:
    matcher = ParseMatcher(PAIRS)
    parses = caption_parser().parse(captions)
    concepts = tuple(dict.fromkeys(c for pair in PAIRS for c in (pair.other, pair.noun)))
    found = {
        (caption, f"{concepts[other].name} {concepts[noun].name}")
        for caption, other, noun in related_concepts(parses, concepts)
    }
    possible = PossiblePairs(PAIRS, caption_parser().possible_lemmas).rows(captions)
    named = {pair.name for pair in PAIRS}
    assert all(possible[caption] for caption, name in found if name in named)
    assert matcher.match(captions).shape == (len(captions), len(PAIRS))


def test_a_stream_gives_what_one_call_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    captions = ["a black cat", "a man eats", "", "two birds fly"] * 5
    matcher = pair_matcher("words", PAIRS)
    monkeypatch.setattr("cutline.text.pair_matching.CHUNK", 3)
    parts = list(match_stream(matcher, iter(captions)))
    assert [len(part) for part in parts] == [3] * 6 + [2]
    assert np.array_equal(np.concatenate(parts), matcher.match(captions))
    assert np.array_equal(match_all(matcher, captions), matcher.match(captions))
    assert match_all(matcher, []).shape == (0, len(PAIRS))


def test_agreeing_references_are_counted_image_by_image() -> None:
    references = [["a black cat", "the cat is black", "a cat"], [], ["a black cat"]]
    counts = agreeing_references(pair_matcher("words", PAIRS), references)
    assert counts[:, PAIRS.index(compositional_concepts().pair("black cat"))].tolist() == [2, 0, 1]
    assert counts.sum() == 3


def test_matchers_say_what_they_are_and_can_be_sent_elsewhere() -> None:
    for name in MATCHERS:
        matcher = pair_matcher(name, PAIRS)
        matcher.match(["a black cat"])
        assert matcher.signature.startswith(name)
        assert pickle.loads(pickle.dumps(matcher)) == matcher
    with pytest.raises(UsageError, match="did you mean words"):
        pair_matcher("wrds", PAIRS)  # type: ignore[arg-type]
