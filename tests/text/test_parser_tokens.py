"""What the caption parser reads: tokens in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from cutline import native
from tests.text.official_parses import official_parses


def sentences_of(captions: Sequence[str], jobs: int = 1) -> list[list[list[str]]]:
    tokens, sentence_ends, caption_ends = native.tokenize_for_parser(captions, jobs)
    ends = [0, *sentence_ends.tolist()]
    sentences = [tokens[a:b] for a, b in pairwise(ends)]
    bounds = [0, *caption_ends.tolist()]
    assert (ends[-1], bounds[-1]) == (len(tokens), len(sentences))
    return [sentences[a:b] for a, b in pairwise(bounds)]


def shown(caption: str) -> str:
    """Words apart by spaces, sentences by bars."""
    return " | ".join(" ".join(sentence) for sentence in sentences_of([caption])[0])


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("A Dog on TV", "A Dog on TV"),
        ("A dog. It runs! Does it?", "A dog . | It runs ! | Does it ?"),
        ("It barks?! Then it sleeps", "It barks ?! | Then it sleeps"),
        ('She says "Sit." He sits.', "She says `` Sit . '' | He sits ."),
        ("A dog (it sleeps.) A cat", "A dog -LRB- it sleeps . -RRB- | A cat"),
        ("a dog . . a cat", "a dog . | . | a cat"),
        ("a dog . . . a cat", "a dog ... a cat"),
        ("a dog .", "a dog ."),
        ("Mr. Lee's dog isn't on St. John", "Mr. Lee 's dog is n't on St. John"),
        ("a dog, a cat; a bus", "a dog , a cat ; a bus"),
        ("", ""),
        (" \t\n ", ""),
        ("a dog\nruns\r\nhome", "a dog runs home"),
        ("Кот спит. Ещё кот", "Кот спит . | Ещё кот"),
        ("قطة تنام", "قطة تنام"),
        ("a café in Zürich", "a café in Zürich"),
        ("a dog 😀 on a couch", "a dog on a couch"),
    ],
)
def test_sentences(caption: str, expected: str) -> None:
    assert shown(caption) == expected


def test_captions_do_not_touch_each_other() -> None:
    captions = ["soap etc.", "", "A dog", " ", "it's 5", "p.m. now"]
    assert sentences_of(captions) == [sentences_of([caption])[0] for caption in captions]


def test_many_captions_are_the_same_on_any_number_of_threads() -> None:
    captions = [f"Dog {n} sleeps. It dreams of {n} cats" * (n % 3) for n in range(2_000)]
    alone = sentences_of(captions)
    assert [len(caption) for caption in alone[:4]] == [0, 2, 3, 0]
    for jobs in (2, 3):
        assert sentences_of(captions, jobs) == alone


@pytest.mark.parametrize(("words", "lengths"), [(200, [200]), (250, [250]), (251, [250, 1])])
def test_a_sentence_that_goes_on_is_read_in_pieces(words: int, lengths: list[int]) -> None:
    (sentences,) = sentences_of(["dog " * words])
    assert [len(sentence) for sentence in sentences] == lengths


def test_a_page_of_text_keeps_its_words() -> None:
    words = [f"dog{n}" for n in range(3_000)]
    (sentences,) = sentences_of([" ".join(words)])
    assert [len(sentence) for sentence in sentences] == [250] * 12
    assert [word for sentence in sentences for word in sentence] == words


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="expected text, found int"):
        native.tokenize_for_parser(["a dog", 7], 1)
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
        native.tokenize_for_parser(["a dog", "half \ud83d"], 1)


@pytest.mark.parametrize("name", ["fakecap", "flickr8k"])
def test_tokens_are_the_official_ones(name: str) -> None:
    entries = official_parses(name)
    found = sentences_of([entry["caption"] for entry in entries], jobs=2)
    expected = [[sentence["tok"] for sentence in entry["sents"]] for entry in entries]
    assert len(expected) > 4_000
    assert found == expected
