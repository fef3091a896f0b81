"""Meteor against the old package, whose Java program is asked live."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.compat.pycocoevalcap import CaptionsError
from cutline.core.errors import FileError, MissingPartError
from tests.compat.comparing import assert_same, printed
from tests.compat.meteor_pairs import PAIRS, drawn_texts
from tests.compat.sentences import CANDIDATES, REFERENCES, corpora, many_images
from tests.compat.test_errors import BAD_CAPTIONS


@pytest.mark.parametrize("pair", PAIRS)
def test_statistics_and_score_of_a_pair(old_meteor: Any, new_meteor: Any, pair: str):
    candidate, references = PAIRS[pair]
    assert_same(new_meteor._stat(candidate, references), old_meteor._stat(candidate, references))
    expected, _ = old_meteor.compute_score({0: references}, {0: [candidate]})
    assert_same(new_meteor._score(candidate, references), expected)


def test_all_pairs_together(old_meteor: Any, new_meteor: Any):
    references = {name: texts for name, (_, texts) in PAIRS.items()}
    # In another order: the results' order must not matter.
    candidates = {name: [PAIRS[name][0]] for name in reversed(PAIRS)}
    captions = references, candidates
    assert_same(new_meteor.compute_score(*captions), old_meteor.compute_score(*captions))


def test_written_captions(old_meteor: Any, new_meteor: Any):
    captions = REFERENCES, CANDIDATES
    for _ in range(2):  # a scorer can be used again
        assert_same(new_meteor.compute_score(*captions), old_meteor.compute_score(*captions))


def test_many_images(old_meteor: Any, new_meteor: Any):
    captions = many_images(300, seed=2)
    assert_same(new_meteor.compute_score(*captions), old_meteor.compute_score(*captions))


@settings(max_examples=100, deadline=None)
@given(captions=corpora)
def test_drawn_captions(old_meteor: Any, new_meteor: Any, captions: Any):
    assert_same(new_meteor.compute_score(*captions), old_meteor.compute_score(*captions))


@settings(max_examples=200, deadline=None)
@given(candidate=drawn_texts, references=st.lists(drawn_texts, min_size=1, max_size=4))
def test_drawn_words(old_meteor: Any, new_meteor: Any, candidate: str, references: list[str]):
    assert_same(new_meteor._stat(candidate, references), old_meteor._stat(candidate, references))


def test_line_ends_are_spaces(new_meteor: Any):
    # They end the official program's line, which then waits for more, or answers amiss.
    expected = new_meteor._stat("a dog runs", ["the dog runs home"])
    assert new_meteor._stat("a dog\nruns", ["the dog\rruns home"]) == expected
    assert new_meteor._stat("a dog runs\n", ["the dog runs home\r"]) == expected


def test_it_is_called_the_same(old_meteor: Any, new_meteor: Any):
    assert new_meteor.method() == old_meteor.method()


def test_the_old_score_of_a_pair_crashes(old_meteor: Any, new_meteor: Any):
    with pytest.raises(TypeError, match="bytes-like"):
        old_meteor._score("a dog", ["a dog"])
    old_meteor.lock.release()  # it crashes with the lock taken
    assert_same(new_meteor._score("a dog", ["a dog"]), 1.0)


def test_references_of_a_pair_may_be_a_tuple(old_meteor: Any, new_meteor: Any):
    references = "a dog is here", "the dog"
    assert_same(new_meteor._stat("a dog", references), old_meteor._stat("a dog", references))


def test_threads_share_an_object(new_meteor: Any):
    given = [many_images(60, seed=seed) for seed in range(8)]
    expected = [new_meteor.compute_score(*captions) for captions in given]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda captions: new_meteor.compute_score(*captions), given))
    assert_same(found, expected)


def test_whoever_holds_the_lock_can_go_on(new_meteor: Any):
    assert isinstance(new_meteor.lock, type(threading.Lock()))
    with new_meteor.lock:
        assert new_meteor._score("a dog", ["a dog"]) == 1.0


@pytest.mark.parametrize("message", BAD_CAPTIONS)
def test_message(new_meteor: Any, message: str):
    with pytest.raises(CaptionsError) as caught:
        new_meteor.compute_score(*BAD_CAPTIONS[message])
    assert message in str(caught.value)


BAD_PAIRS: dict[str, tuple[Any, Any]] = {
    "candidate is int 7, expected a string": (7, ["a dog"]),
    "references are str 'a dog', expected a list": ("a dog", "a dog"),
    "references are an empty list": ("a dog", []),
    "reference 2 is NoneType None, expected a string": ("a dog", ("a dog", None)),
    "candidate holds U+D83D": ("\ud83d", ["a dog"]),
}


@pytest.mark.parametrize("message", BAD_PAIRS)
@pytest.mark.parametrize("method", ["_stat", "_score"])
def test_message_on_a_pair(new_meteor: Any, method: str, message: str):
    with pytest.raises(CaptionsError) as caught:
        getattr(new_meteor, method)(*BAD_PAIRS[message])
    assert message in str(caught.value)


def test_no_images(new_meteor: Any):
    # The old package fails too, and no longer answers after that.
    with pytest.raises(CaptionsError, match="Meteor: no images, expected at least one"):
        new_meteor.compute_score({}, {})


@pytest.mark.usefixtures("without_meteor_data")
def test_without_the_word_lists_there_is_no_object(new: SimpleNamespace):
    with pytest.raises(MissingPartError, match=r" -m pip install pycocoevalcap$"):
        new.Meteor()


def test_word_lists_that_were_named_wrongly(
    new: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CUTLINE_METEOR_DIR", str(tmp_path))
    with pytest.raises(FileError, match="no such file; CUTLINE_METEOR_DIR names a folder"):
        new.Meteor()


def test_nothing_is_printed(new_meteor: Any):
    assert printed(lambda: new_meteor.compute_score(REFERENCES, CANDIDATES))[1] == ""
