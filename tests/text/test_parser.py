"""The caption parser: the same answer however it is asked, and for any text."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.text.parse import Parses, Token
from cutline.text.parse_cache import ParseCache
from cutline.text.parser import CaptionParser, caption_parser
from tests.native.test_best_trees import is_projective_tree
from tests.text.official_parses import official_parses, sentences_of

PLAIN = ["a brown dog sleeps", "two men are riding horses", "a cat on a red couch"]
OTHERS = [
    "",
    "Two women sit on a bench. They talk!",
    "Кот спит на диване",
    "猫がソファで寝ている。",
    "😀",
    "a dog . .",
    "a man and a woman and a child walk along a beach with their dogs and a red ball",
    " ",
    "???",
]


@pytest.fixture(scope="module")
def parser() -> CaptionParser:
    return caption_parser()


def plain(parses: Parses) -> list[tuple[tuple[Token, ...], ...]]:
    return list(parses)


def check_trees(parses: Parses) -> None:
    for sentence in (sentence for caption in parses for sentence in caption):
        assert is_projective_tree(tuple(token.head for token in sentence))
        for token in sentence:
            assert (token.relation == "root") == (token.head == 0)


def test_plain_captions(parser: CaptionParser) -> None:
    dog, men, cat = (sentence for (sentence,) in parser.parse(PLAIN))
    assert [tuple(token) for token in dog] == [
        ("a", "a", "DT", 3, "det"),
        ("brown", "brown", "JJ", 3, "amod"),
        ("dog", "dog", "NN", 4, "nsubj"),
        ("sleeps", "sleep", "VBZ", 0, "root"),
    ]
    assert [token.lemma for token in men] == ["two", "man", "be", "ride", "horse"]
    assert [token.relation for token in men] == ["nummod", "nsubj", "aux", "root", "dobj"]
    assert [token.head for token in cat] == [2, 0, 6, 6, 6, 2]


def test_the_case_of_a_caption_is_kept_and_lemmas_are_lower(parser: CaptionParser) -> None:
    ((sentence,),) = parser.parse(["The Dogs are sleeping"])
    assert [token.text for token in sentence] == ["The", "Dogs", "are", "sleeping"]
    assert [token.lemma for token in sentence][::2] == ["the", "be"]


def test_any_text_has_an_answer(parser: CaptionParser) -> None:
    long = " ".join(f"a dog sleeps near house {n} and" for n in range(28)) + " waits"
    parses = parser.parse([*OTHERS, long, "dog " * 1_000])
    assert len(parses) == len(OTHERS) + 2
    assert [len(caption) for caption in parses][:2] == [0, 2]
    ((whole,),) = parses[-2:-1]
    assert len(whole) == 197
    check_trees(parses)


def test_captions_do_not_depend_on_each_other(parser: CaptionParser) -> None:
    captions = [*PLAIN, *OTHERS]
    alone = [parser.parse([caption])[0] for caption in captions]
    assert plain(parser.parse(captions)) == alone
    order = list(range(len(captions))) * 3
    random.Random(5).shuffle(order)
    assert plain(parser.parse([captions[n] for n in order])) == [alone[n] for n in order]


def test_any_number_of_threads_gives_the_same(parser: CaptionParser) -> None:
    captions = [f"{caption} near house {n}" for n in range(30) for caption in (*PLAIN, *OTHERS)]
    one = parser.parse(captions, jobs=1)
    check_trees(one)
    for jobs in (2, 5):
        many = parser.parse(captions, jobs=jobs)
        assert np.array_equal(many.heads, one.heads)
        assert np.array_equal(many.tags, one.tags)
        assert np.array_equal(many.relations, one.relations)
        assert many.lemmas == one.lemmas


def test_no_captions(parser: CaptionParser) -> None:
    assert plain(parser.parse([])) == []
    assert plain(parser.parse(["", ""])) == [(), ()]


def test_the_cache_changes_nothing(
    parser: CaptionParser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path))
    captions = [*PLAIN, *OTHERS, *PLAIN]
    expected = plain(parser.parse(captions))
    cache = ParseCache(parser.digest)
    assert plain(parser.parse(PLAIN[:2], cache=cache)) == expected[:2]
    for _ in range(2):  # some captions are known, then all
        assert plain(parser.parse(captions, cache=cache)) == expected
    assert set(cache.find(captions)) == set(range(len(captions)))


def test_what_is_kept_is_used_and_what_does_not_fit_is_not(
    parser: CaptionParser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path))
    cache = ParseCache(parser.digest)
    noun, root = parser.tags.index("NNP"), parser.relations.index("root")
    cache.add({"dog": bytes([noun, 0, root]), "a dog": b"too short"[:4]})
    parses = parser.parse(["dog", "a dog", "dog"], cache=cache)
    assert [parses[place][0][0].tag for place in (0, 2)] == ["NNP", "NNP"]
    assert parses[1] == parser.parse(["a dog"])[0]


def test_the_digest_is_of_all_files(parser: CaptionParser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.text.parser._session", lambda model: None)
    lemmas = '"lemmas": {"exceptions": {}, "rules": {}}'
    tables = (
        f'{{"format": 1, "tags": [], "relations": ["root"], "words": [], "affixes": [], {lemmas}}}'
    )
    files = {"network.onnx": b"a", "relations.onnx": b"b", "tables.json": tables.encode()}
    digests = {CaptionParser(files).digest, parser.digest}
    for name, content in files.items():
        digests.add(CaptionParser({**files, name: content + b" "}).digest)
    assert len(digests) == 5
    assert all(len(digest) == 16 for digest in digests)


def test_a_model_of_another_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.text.parser._session", lambda model: None)
    with pytest.raises(FileError, match=r"tables\.json: format 2, expected 1"):
        CaptionParser({"tables.json": b'{"format": 2}'})


def test_kept_analyses_that_cannot_be_are_made_anew(
    parser: CaptionParser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path))
    expected = plain(parser.parse(["two dogs"]))
    cache = ParseCache(parser.digest)
    for wrong in (bytes([255, 0, 0] * 2), bytes([0, 3, 0] * 2), bytes([0, 0, 255] * 2), b"123"):
        cache.add({"two dogs": wrong})
        assert plain(parser.parse(["two dogs"], cache=cache)) == expected
        assert cache.find(["two dogs"])[0] != wrong


def test_it_agrees_with_the_official_parser(parser: CaptionParser) -> None:
    entries = random.Random(20).sample(official_parses("fakecap"), 500)
    found = parser.parse([entry["caption"] for entry in entries])
    pairs = [
        (ours, theirs)
        for caption, entry in zip(found, entries, strict=True)
        for sentence, official in zip(caption, sentences_of(entry), strict=True)
        for ours, theirs in zip(sentence, official, strict=True)
    ]
    assert len(pairs) > 4_000
    tags, lemmas, arcs = (
        sum(same(ours) == same(theirs) for ours, theirs in pairs) / len(pairs)
        for same in (
            lambda token: token.tag,
            lambda token: token.lemma,
            lambda token: (token.head, token.relation),
        )
    )
    assert tags >= 0.95
    assert lemmas >= 0.97
    assert arcs >= 0.85
