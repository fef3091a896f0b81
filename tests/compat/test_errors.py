"""Bad input: an AssertionError as before, but one that says which image, what and why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cutline.compat.pycocoevalcap import CaptionsError
from cutline.core.errors import UsageError

DOG, CAT = ["a dog"], ["a cat"]

BAD_CAPTIONS: dict[str, tuple[Any, Any]] = {
    "only the references have 2, 3; only the candidates have '2'": (
        {1: DOG, 2: CAT, 3: CAT},
        {1: DOG, "2": CAT},
    ),
    "only the candidates have 1, 2, 3, 4, 5 and 2 more": (
        {0: DOG},
        dict.fromkeys(range(8), DOG),
    ),
    "image 2: candidate is str 'a cat', expected a list of exactly one": (
        {1: DOG, 2: CAT},
        {1: DOG, 2: "a cat"},
    ),
    "image 2: candidate is tuple ('a cat',), expected": ({1: DOG, 2: CAT}, {1: DOG, 2: ("a cat",)}),
    "image 2: 2 candidates, expected a list of exactly one string": (
        {1: DOG, 2: CAT},
        {1: DOG, 2: ["a cat", "cat"]},
    ),
    "image 2: 0 candidates, expected": ({1: DOG, 2: CAT}, {1: DOG, 2: []}),
    "image 2: references are an empty list": ({1: DOG, 2: []}, {1: DOG, 2: CAT}),
    "image 2: references are str 'a cat', expected a list": (
        {1: DOG, 2: "a cat"},
        {1: DOG, 2: CAT},
    ),
    "image 'x': reference 2 is int 7, expected a string": (
        {1: DOG, "x": ["a cat", 7]},
        {1: DOG, "x": CAT},
    ),
    "image 2: candidate is NoneType None, expected a string": (
        {1: DOG, 2: CAT},
        {1: DOG, 2: [None]},
    ),
    "PTBTokenizer().tokenize() makes strings of annotations": (
        {1: [{"caption": "A dog."}]},
        {1: DOG},
    ),
    "image 1: candidate holds U+D83D at 2, half of a surrogate pair": (
        {1: DOG},
        {1: ["a \ud83d"]},
    ),
    "references are list ['a dog'], expected a dictionary": (DOG, {1: DOG}),
    "candidates are list ['a dog'], expected a dictionary": ({1: DOG}, DOG),
}


@pytest.mark.parametrize("scorer", ["Bleu", "Rouge", "Cider"])
@pytest.mark.parametrize("message", BAD_CAPTIONS)
def test_message(new: SimpleNamespace, scorer: str, message: str):
    with pytest.raises(AssertionError) as caught:
        getattr(new, scorer)().compute_score(*BAD_CAPTIONS[message])
    assert message in str(caught.value)
    assert isinstance(caught.value, CaptionsError)
    assert isinstance(caught.value, UsageError)


# The old package scores half characters; the kernels hold UTF-8, which has none.
BAD_BEFORE = [message for message in BAD_CAPTIONS if "surrogate" not in message]


@pytest.mark.parametrize("scorer", ["Bleu", "Rouge", "Cider"])
@pytest.mark.parametrize("message", BAD_BEFORE)
def test_the_old_package_fails_too(old: SimpleNamespace, scorer: str, message: str):
    with pytest.raises((AssertionError, AttributeError, TypeError)):
        getattr(old, scorer)().compute_score(*BAD_CAPTIONS[message])


@pytest.mark.parametrize("captions", [({}, {}), ({1: [""], 2: [" "]}, {1: ["a dog"], 2: [""]})])
def test_cider_without_words(old: SimpleNamespace, new: SimpleNamespace, captions: Any):
    with pytest.raises(ValueError, match=r"max\(\)"):
        old.Cider().compute_score(*captions)
    with pytest.raises(CaptionsError, match=f"no word in the references of {len(captions[0])} ima"):
        new.Cider().compute_score(*captions)


def test_one_rouge_score_of_another_form(new: SimpleNamespace):
    with pytest.raises(CaptionsError, match="2 candidates"):
        new.Rouge().calc_score(["a", "b"], ["a"])
    with pytest.raises(CaptionsError, match="references are an empty list"):
        new.Rouge().calc_score(["a"], [])


BAD_ANNOTATIONS: dict[str, Any] = {
    "captions are list ['a dog'], expected a dictionary": ["a dog"],
    "image 2: found NoneType None, expected a list of annotations": {1: [], 2: None},
    "image 2: found dict {'caption': 'a dog'}, expected a list": {2: {"caption": "a dog"}},
    "image 2: annotation 1 is str 'a dog', expected a dictionary with the key \"caption\"": {
        1: [{"caption": "a"}],
        2: ["a dog"],
    },
    "image 2: annotation 2 is dict {'text': 'a dog'}, expected": {
        2: [{"caption": "a"}, {"text": "a dog"}]
    },
    "image 2: annotation 1: caption is NoneType None, expected a string": {2: [{"caption": None}]},
    "image 2: annotation 1: caption holds U+DC00 at 0": {2: [{"caption": "\udc00"}]},
}


@pytest.mark.parametrize("message", BAD_ANNOTATIONS)
def test_tokenizer_message(new: SimpleNamespace, message: str):
    with pytest.raises(CaptionsError) as caught:
        new.PTBTokenizer().tokenize(BAD_ANNOTATIONS[message])
    assert message in str(caught.value)
