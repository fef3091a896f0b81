"""A spaCy model parses captions: Cutline's tokens, the model's tags and lemmas, universal trees."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.text import spacy_parser as module
from cutline.text.parse import Parses
from cutline.text.parse_cache import ParseCache
from cutline.text.spacy_parser import missing_spacy_model, spacy_parser

pytest.importorskip("spacy", reason="spaCy is not installed, so no model of it can be run")

from tests.text import small_spacy
from tests.text.small_spacy import save_model

CLEAR = ["ROOT", "prep", "pobj", "det", "nsubj", "punct", "compound"]
TABLE: dict[str, small_spacy.Rows] = {
    "Dogs sit on the grass .": [
        ("dog", "NNS", 2, "nsubj"),
        ("sit", "VBP", 0, "ROOT"),
        ("on", "IN", 2, "prep"),
        ("the", "DT", 5, "det"),
        ("grass", "NN", 3, "pobj"),
        (".", ".", 2, "punct"),
    ],
    "It is ( very ) wet": [
        ("it", "PRP", 2, "nsubj"),
        ("be", "VBZ", 0, "ROOT"),
        ("(", "-LRB-", 5, "punct"),
        ("very", "RB", 6, "advmod"),
        (")", "-RRB-", 4, "punct"),
        ("wet", "JJ", 2, "acomp"),
    ],
}


@pytest.fixture(autouse=True)
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    small_spacy.seen_sentences.clear()
    spacy_parser.cache_clear()


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(save_model(tmp_path / "model", TABLE, CLEAR))


def plain(parses: Parses) -> list[list[list[tuple[Any, ...]]]]:
    return [[[tuple(token) for token in sentence] for sentence in caption] for caption in parses]


DOGS = [
    ("Dogs", "dog", "NNS", 2, "nsubj"),
    ("sit", "sit", "VBP", 0, "root"),
    ("on", "on", "IN", 5, "case"),
    ("the", "the", "DT", 5, "det"),
    ("grass", "grass", "NN", 2, "nmod"),
    (".", ".", ".", 2, "punct"),
]
WET = [
    ("It", "it", "PRP", 6, "nsubj"),
    ("is", "be", "VBZ", 6, "cop"),
    ("-LRB-", "(", "-LRB-", 5, "punct"),
    ("very", "very", "RB", 6, "advmod"),
    ("-RRB-", ")", "-RRB-", 4, "punct"),
    ("wet", "wet", "JJ", 0, "root"),
]


def test_captions_are_parsed_sentence_by_sentence(model: str) -> None:
    captions = ["Dogs sit on the grass. It is (very) wet", "", "It is (very) wet"]
    parses = spacy_parser(model).parse(captions, jobs=1)
    assert plain(parses) == [[DOGS, WET], [], [WET]]
    # What the model saw: words as they are written, one sentence at a time.
    assert small_spacy.seen_sentences == ["Dogs sit on the grass .", *["It is ( very ) wet"] * 2]


def test_a_model_that_is_universal_already_is_left_alone(tmp_path: Path) -> None:
    table: dict[str, small_spacy.Rows] = {
        "dogs on grass": [
            ("dog", "NNS", 0, "root"),
            ("on", "IN", 3, "case"),
            ("grass", "NN", 1, "nmod"),
        ]
    }
    model = save_model(tmp_path / "model", table, ["root", "case", "nmod", "dobj"])
    ((sentence,),) = plain(spacy_parser(str(model)).parse(["dogs on grass"]))
    assert [token[3:] for token in sentence] == [(0, "root"), (3, "case"), (1, "nmod")]


def test_a_model_that_does_not_say_its_labels(tmp_path: Path) -> None:
    model = save_model(tmp_path / "model", TABLE)
    assert plain(spacy_parser(str(model)).parse(["Dogs sit on the grass."])) == [[DOGS]]


def test_a_sentence_that_the_model_leaves_in_pieces(tmp_path: Path) -> None:
    rows: small_spacy.Rows = [("a", "DT", 0, ""), ("b", "NN", 0, ""), ("c", "ODD", 2, "odd")]
    model = save_model(tmp_path / "model", {"a b c": rows}, CLEAR)
    ((sentence,),) = plain(spacy_parser(str(model)).parse(["a b c"]))
    assert [token[2:] for token in sentence] == [
        ("DT", 0, "root"),
        ("NN", 1, "parataxis"),
        ("XX", 2, "dep"),
    ]


def test_batches_can_be_joined(model: str) -> None:
    parser = spacy_parser(model)
    captions = ["Dogs sit on the grass.", "cats", "It is (very) wet"]
    parts = [parser.parse(captions[:2]), parser.parse(captions[2:])]
    assert [len(part) for part in parts] == [2, 1]
    whole = parser.parse(captions)
    joined = Parses.joined(parts)
    assert plain(joined) == plain(whole)
    assert whole.tags.dtype == np.int32


def test_no_captions(model: str) -> None:
    assert len(spacy_parser(model).parse([])) == 0


def test_the_cache_spares_the_model(model: str) -> None:
    parser = spacy_parser(model)
    first = parser.parse(["Dogs sit on the grass."], cache=ParseCache(parser.digest))
    small_spacy.seen_sentences.clear()
    captions = ["cats", "Dogs sit on the grass.", "dogs"]
    again = parser.parse(captions, cache=ParseCache(parser.digest))
    assert small_spacy.seen_sentences == ["cats", "dogs"]
    assert plain(again)[1] == plain(first)[0] == [DOGS]
    assert plain(again) == plain(parser.parse(captions))


@pytest.mark.parametrize("kept", [b"not JSON", b"[1]", b'[["dog"],[1],[0],[1]]', b"7"])
def test_what_the_cache_should_not_have_is_not_used(model: str, kept: bytes) -> None:
    parser = spacy_parser(model)
    cache = ParseCache(parser.digest)
    cache.add({"Dogs sit on the grass.": kept})
    assert plain(parser.parse(["Dogs sit on the grass."], cache=cache)) == [[DOGS]]


def test_the_digest_tells_models_apart(tmp_path: Path) -> None:
    one = spacy_parser(str(save_model(tmp_path / "one", TABLE, CLEAR)))
    same = spacy_parser(str(save_model(tmp_path / "same", TABLE, CLEAR)))
    other = spacy_parser(str(save_model(tmp_path / "other", {}, CLEAR)))
    assert len(one.digest) == 16
    assert one.digest == same.digest != other.digest


@pytest.mark.parametrize("missing", ["tags", "dependencies", "lemmas"])
def test_a_model_that_gives_too_little(missing: str, tmp_path: Path) -> None:
    model = save_model(tmp_path / "model", TABLE, CLEAR, missing=missing)
    with pytest.raises(UsageError, match=f"gives no {missing}; expected a model with tagger"):
        spacy_parser(str(model)).parse(["Dogs sit on the grass."])


def test_a_model_with_coarse_tags(tmp_path: Path) -> None:
    rows: small_spacy.Rows = [("dog", "NOUN", 2, "nsubj"), ("sit", "VERB", 0, "root")]
    model = save_model(tmp_path / "model", {"dogs sit": rows}, ["root", "nsubj"])
    with pytest.raises(UsageError, match="expected tags such as NN and VBZ, found NOUN, VERB"):
        spacy_parser(str(model)).parse(["dogs sit"])


def test_a_model_that_is_not_installed() -> None:
    command = f"{sys.executable} -m spacy download en_no_such_model"
    assert (missing_spacy_model("en_no_such_model") or "").endswith(command)
    with pytest.raises(MissingPartError, match="there is no spaCy model 'en_no_such_model'"):
        spacy_parser("en_no_such_model")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    wanted = str(tmp_path / "none")
    with pytest.raises(MissingPartError, match=r"none: no such folder, expected a spaCy model"):
        spacy_parser(wanted)


def test_a_folder_that_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"spaCy cannot open this model: .*meta\.json") as raised:
        spacy_parser(str(tmp_path))
    assert "\n" not in str(raised.value)


def test_without_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "spacy" else real(name))
    with pytest.raises(MissingPartError, match="needs spaCy") as raised:
        spacy_parser("en_core_web_sm")
    python = sys.executable
    assert str(raised.value).endswith(
        f"{python} -m pip install spacy && {python} -m spacy download en_core_web_sm"
    )


def test_a_model_that_is_there_is_not_missing(model: str) -> None:
    assert missing_spacy_model(model) is None
    assert spacy_parser(model) is spacy_parser(model)
