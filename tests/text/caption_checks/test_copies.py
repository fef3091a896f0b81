"""Copies and templates, on pairs invented to lie on either side of the thresholds."""

from __future__ import annotations

import difflib
import random

import pytest

from cutline.text.caption_checks import check_caption
from cutline.text.caption_checks.copies import (
    NEARLY_SAME,
    common_words,
    is_of_template,
    likeness,
)

CAPTION = "A brown dog sleeps on a blue couch beside a stuffed bear"

NEAR = [
    (CAPTION, "A brown dog sleeps on a blue couch beside a bear"),
    (CAPTION, "The brown dog sleeps on a blue couch beside a stuffed bear."),
    (CAPTION, "a brown dog is sleeping on a blue couch beside a stuffed bear"),
    ("Two men play chess in a park at noon", "Two men playing chess in a park at noon"),
]
OTHER = [
    (CAPTION, "A stuffed bear beside a blue couch on which a brown dog sleeps"),
    (CAPTION, "A white cat sleeps under a wooden table beside a red ball"),
    ("A man rides a horse along the beach", "A woman rides a bicycle along the street"),
    ("A dog chases a cat through the garden", "A cat chases a dog through the garden"),
]


def checks_of(text: str, **settings: list[str]) -> list[tuple[str, str]]:
    found = check_caption(text, least_words=0, **settings)  # type: ignore[arg-type]
    return [
        (each.check, each.severity) for each in found if "cop" in each.check or "te" in each.check
    ]


def slow_common_words(first: list[str], second: list[str]) -> int:
    lengths = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, word in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            lengths[i][j] = (
                lengths[i - 1][j - 1] + 1
                if word == other
                else max(lengths[i - 1][j], lengths[i][j - 1])
            )
    return lengths[-1][-1]


def test_common_words_are_those_of_the_table() -> None:
    random.seed(3)
    for _ in range(300):
        first = random.choices("abcde", k=random.randrange(12))
        second = random.choices("abcde", k=random.randrange(12))
        assert common_words(first, second) == slow_common_words(first, second)


def test_likeness_is_at_least_that_of_the_usual_matcher() -> None:
    for first, second in NEAR + OTHER:
        words, others = first.lower().split(), second.lower().split()
        usual = difflib.SequenceMatcher(None, words, others, autojunk=False).ratio()
        assert likeness(words, others) >= usual - 1e-12


@pytest.mark.parametrize(("text", "earlier"), NEAR)
def test_near_copies_are_found_both_ways(text: str, earlier: str) -> None:
    assert checks_of(text, own=[earlier]) == [("own-copy", "warning")]
    assert checks_of(earlier, own=["A cat.", text]) == [("own-copy", "warning")]
    assert checks_of(text, others=[earlier]) == [("copy", "hint")]


@pytest.mark.parametrize(("text", "earlier"), OTHER)
def test_other_captions_are_no_copies(text: str, earlier: str) -> None:
    assert likeness(text.lower().split(), earlier.lower().split()) < NEARLY_SAME
    assert ("own-copy", "warning") not in checks_of(text, own=[earlier])
    assert checks_of(text, others=[earlier]) == []


def test_copies_are_told_apart_from_near_ones() -> None:
    assert checks_of(CAPTION, own=[CAPTION.upper() + "!"]) == [("own-copy", "problem")]
    assert checks_of(CAPTION, others=[CAPTION.lower()]) == [("copy", "warning")]


def test_one_text_with_words_exchanged_is_a_template() -> None:
    frame = "a very nice {} in the middle of a {}"
    text, first, second = (
        frame.format(*pair) for pair in (("dog", "room"), ("lamp", "street"), ("ship", "lake"))
    )
    assert is_of_template(text.split(), first.split())
    assert checks_of(text, own=[first]) == [("own-template", "hint")]
    assert checks_of(text, own=[first, second]) == [("own-template", "warning")]
    assert checks_of(text, own=["a very old ship sails on the lake"]) == []


def test_few_words_are_alike_by_chance() -> None:
    assert checks_of("a dog sleeps", own=["a dog sleeps"]) == []
