"""Vectors by name, those of spaCy models among them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import spacy

from cutline.core.errors import MissingPartError, UsageError
from cutline.text.similarity import missing_vectors, vectors_named


def model_with_vectors(folder: Path) -> str:
    model = spacy.blank("en")
    model.vocab.set_vector("dog", np.array([1.0, 0.0, 0.0], dtype="f"))
    model.vocab.set_vector("hot", np.array([0.0, 4.0, 0.0], dtype="f"))
    model.to_disk(folder)
    return f"spacy/{folder}"


def test_vectors_of_a_spacy_model_are_means_of_its_words(tmp_path: Path) -> None:
    vectors = vectors_named(model_with_vectors(tmp_path / "model"))
    rows = vectors.vectors(["dog", "hot dog", "unheard", "unheard dog"])
    assert rows.tolist() == [[1, 0, 0], [0.5, 2, 0], [0, 0, 0], [1, 0, 0]]
    assert vectors.size == 3
    assert vectors.digest


def test_a_model_without_vectors_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "bare")
    with pytest.raises(UsageError, match="has no word vectors"):
        vectors_named(f"spacy/{tmp_path / 'bare'}")


def test_a_model_that_is_not_there_is_named() -> None:
    assert "spacy download en_core_nowhere" in (missing_vectors("spacy/en_core_nowhere") or "")
    with pytest.raises(MissingPartError, match="spacy download en_core_nowhere"):
        vectors_named("spacy/en_core_nowhere")


def test_other_names_are_refused_with_near_ones() -> None:
    with pytest.raises(UsageError, match="did you mean wordllama"):
        vectors_named("wordlama")
    with pytest.raises(UsageError, match="no word vectors are named 'glove'"):
        missing_vectors("glove")
