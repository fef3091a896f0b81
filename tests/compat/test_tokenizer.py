"""PTBTokenizer against the old package, which starts Java."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.compat.comparing import assert_same
from tests.official import official_jar

# Captions for a tokenizer to stumble over, several of which depend on the caption after them.
CAPTIONS = [
    "A man's T-shirt, isn't it? (No!)",
    "Soap, towels etc.",
    "A shelf of 1 1/2 inch pipes -- don't ask...",
    "He can't; she cannot; they're gonna",
    "the U.S.",
    "The flag of the U.S. is on Wash. St. in D.C.",
    "",
    "   ",
    "two\nlines in one caption",
    "Café “quoted” ‘text’ — £5 & €6 &amp; 50%",
    "a sign that reads <b>STOP</b> at http://example.com/x?y=1",
    "dog .",
    "-lrb- -LRB- [brackets] {and more}",
    "日本 😀 \u00a0no-break\u00a0space\u00a0",
]


@pytest.fixture
def official(old: SimpleNamespace) -> Any:
    official_jar()
    return old.PTBTokenizer()


def annotations(*images: list[str]) -> dict[Any, list[dict[str, str]]]:
    return {
        f"image {place}": [{"caption": caption, "id": "any"} for caption in captions]
        for place, captions in enumerate(images)
    }


GIVEN = {
    "all in one image": annotations(CAPTIONS),
    "one an image": annotations(*([caption] for caption in CAPTIONS)),
    "images without captions": annotations([], CAPTIONS[:3], [], CAPTIONS[3:], []),
    "no images": {},
    "only empty captions": annotations(["", ""], [" "]),
    "other line ends move captions on": annotations(
        ["one\rtwo", "three"], ["four\u2028five\x0bsix"], ["seven", "eight\r\nnine"], ["ten\r"]
    ),
}


@pytest.mark.parametrize("given", GIVEN)
def test_tokens(official: Any, new: SimpleNamespace, given: str):
    captions = GIVEN[given]
    assert_same(new.PTBTokenizer().tokenize(captions), official.tokenize(captions))


def test_ids_of_any_kind(new: SimpleNamespace):
    captions = {(1, 2): [{"caption": "A dog."}], None: ({"caption": "A cat!"},)}
    assert new.PTBTokenizer().tokenize(captions) == {(1, 2): ["a dog"], None: ["a cat"]}


def test_punctuation(old: SimpleNamespace):
    from pycocoevalcap.tokenizer import ptbtokenizer as theirs

    from cutline.compat.pycocoevalcap.tokenizer import ptbtokenizer as ours

    assert ours.PUNCTUATIONS == theirs.PUNCTUATIONS
