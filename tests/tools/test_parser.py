"""What the parser learns from: nothing of the tests, every sentence once, lemmas at no fault."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tools.parser.corpus import (
    LONGEST,
    ParsedCaption,
    Sentence,
    batches,
    read_parses,
    sentences_of,
    training_and_held_out,
)
from tools.parser.features import Encoder, Vocabulary
from tools.parser.lemmas import learnt_lemmas


def sentence(*words: tuple[str, str, str]) -> Sentence:
    tokens, tags, lemmas = zip(*words, strict=True)
    heads = (0, *(1 for _ in words[1:]))
    return Sentence(tokens, tags, lemmas, heads, ("root", *("dep" for _ in words[1:])))


def caption(text: str) -> ParsedCaption:
    return ParsedCaption(text, "t", (sentence(*((w, "NN", w) for w in text.split())),))


def test_parses_are_read_as_they_were_written(tmp_path: Path) -> None:
    record = {
        "caption": "dogs run",
        "kind": "r",
        "sents": [
            {
                "tok": ["dogs", "run"],
                "tag": ["NNS", "VBP"],
                "lemma": ["dog", "run"],
                "basic": [[2, "nsubj"], [0, "root"]],
            }
        ],
    }
    path = tmp_path / "parses.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(record).encode()))
    [found] = read_parses(path)
    assert (found.caption, found.kind) == ("dogs run", "r")
    [only] = found.sentences
    assert only.heads == (2, 0)
    assert only.relations == ("nsubj", "root")
    assert only.lemmas == ("dog", "run")


def test_nothing_that_is_tested_or_watched_is_learnt() -> None:
    texts = [f"a dog and {number} cats" for number in range(50)]
    copies = [text.upper() + " ." for text in texts]
    usable, watched = training_and_held_out(
        map(caption, [*texts, *copies]), tests=["A dog and 7  cats."], held_out=10, seed=3
    )
    folded = [{c.caption.lower().rstrip(" .") for c in group} for group in (usable, watched)]
    assert not folded[0] & folded[1]
    assert "a dog and 7 cats" not in folded[0] | folded[1]
    assert len(watched) == 10


@given(st.lists(st.integers(1, LONGEST + 5), min_size=1, max_size=60), st.integers(1, 200))
def test_batches_hold_every_sentence_once_and_one_length_each(
    lengths: list[int], tokens: int
) -> None:
    captions = [caption(" ".join("w" * length)) for length in lengths]
    kept = sentences_of(captions)
    assert [len(s.tokens) for s in kept] == [n for n in lengths if n <= LONGEST]
    made = batches(kept, tokens, random.Random(1))
    assert sorted(place for batch in made for place in batch) == list(range(len(kept)))
    for batch in made:
        sizes = {len(kept[place].tokens) for place in batch}
        assert len(sizes) == 1
        assert len(batch) == 1 or len(batch) * sizes.pop() <= tokens


WORDS = st.text("abdeginrst", min_size=1, max_size=8)


@given(st.lists(st.tuples(WORDS, st.sampled_from(["NN", "NNS", "VBG"]), WORDS), min_size=1))
def test_lemmas_are_right_for_every_word_that_was_seen(seen: list[tuple[str, str, str]]) -> None:
    first = {(word, tag): lemma for word, tag, lemma in reversed(seen)}
    lemmas = learnt_lemmas([sentence(*((w, t, lemma) for (w, t), lemma in first.items()))])
    assert all(lemmas.of(word, tag) == lemma for (word, tag), lemma in first.items())


def test_a_rule_does_for_words_that_were_never_seen() -> None:
    words = [("dogs", "NNS", "dog"), ("cats", "NNS", "cat"), ("boats", "NNS", "boat")]
    lemmas = learnt_lemmas([sentence(*words, ("mice", "NNS", "mouse"))])
    assert lemmas.of("kites", "NNS") == "kite"
    assert lemmas.of("mice", "NNS") == "mouse"


def test_rare_words_share_one_number_and_keep_their_ends() -> None:
    learnt = [sentence(("dogs", "NNS", "dog"), ("run", "VBP", "run"))] * 3
    vocabulary = Vocabulary.of([*learnt, sentence(("frogs", "NNS", "frog"))], 2, 1)
    encoder = Encoder(vocabulary)
    assert encoder.token("frogs")[0] == encoder.token("toads")[0] == 0
    assert encoder.token("dogs")[0] != 0
    assert encoder.token("frogs")[1:] != encoder.token("lamp")[1:]
    assert encoder.targets(learnt[0])[0] == (0, 0, vocabulary.relations.index("root"))
