"""WordLlama's vectors, read from its files, are those that its own program gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.text.similarity import missing_vectors, vectors_named
from cutline.text.similarity.package_files import package_file
from cutline.text.similarity.vectors import cosines
from cutline.text.similarity.wordllama import WordLlama, missing_wordllama, wordllama_vectors

PHRASES = ["dog", "wine glass", "hairdresser", "tv", "a very long name of a thing", "café"]


def test_equals_the_package_itself() -> None:
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer
    from wordllama.inference import WordLlamaInference

    weights = package_file("wordllama", "weights", "l2_supercat_256.safetensors")
    tokenizer = package_file("wordllama", "tokenizers", "l2_supercat_tokenizer_config.json")
    table = load_file(str(weights))["embedding.weight"]
    official = WordLlamaInference(table, Tokenizer.from_file(str(tokenizer)))
    np.testing.assert_allclose(
        wordllama_vectors().vectors(PHRASES), official.embed(PHRASES, norm=True), atol=2e-6
    )


def test_tells_synonyms_from_siblings() -> None:
    vectors = wordllama_vectors()
    couch, sofa, bike, bicycle, dog, cat = vectors.vectors(
        ["couch", "sofa", "bike", "bicycle", "dog", "cat"]
    )
    assert cosines(couch[None], sofa[None])[0, 0] >= vectors.alike
    assert cosines(bike[None], bicycle[None])[0, 0] >= vectors.alike
    assert cosines(dog[None], cat[None])[0, 0] < vectors.alike


@pytest.mark.parametrize("phrase", ["", "   ", "\u0f00", "🦙"])
def test_knows_nothing_of_what_is_no_word(phrase: str) -> None:
    assert not wordllama_vectors().vectors([phrase]).any()


def test_case_and_spaces_do_not_matter_and_words_are_asked_for_once() -> None:
    vectors = vectors_named()
    first, second = vectors.vectors(["Wine  Glass", "wine glass"])
    assert np.array_equal(first, second)
    assert vectors.vectors([]).shape == (0, vectors.size)


def test_the_answer_does_not_depend_on_the_company() -> None:
    alone = vectors_named().vectors(["dog"])
    among = wordllama_vectors().vectors(["a", "dog", "beside other words"])[1:2]
    assert np.array_equal(alone, among)
    many = wordllama_vectors().vectors([f"word {i}" for i in range(64)])
    both = cosines(many, many)
    assert np.array_equal(both[7:8, 9:10], cosines(many[7:8], many[9:10]))


def test_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.text.similarity.wordllama.package_file", lambda *_: None)
    wordllama_vectors.cache_clear()
    assert "pip install wordllama" in (missing_wordllama() or "")
    assert missing_vectors() == missing_wordllama()
    with pytest.raises(MissingPartError, match="pip install wordllama"):
        wordllama_vectors()
    wordllama_vectors.cache_clear()


def test_damaged_files_are_named(tmp_path: Path) -> None:
    weights = package_file("wordllama", "weights", "l2_supercat_256.safetensors")
    tokenizer = package_file("wordllama", "tokenizers", "l2_supercat_tokenizer_config.json")
    assert weights
    assert tokenizer
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes(weights.read_bytes()[:5000])
    with pytest.raises(FileError, match=r"cut\.safetensors: is no whole safetensors file"):
        WordLlama(cut, tokenizer)
    other = tmp_path / "other.json"
    other.write_text("{}")
    with pytest.raises(FileError, match=r"other\.json: is no tokenizer"):
        WordLlama(weights, other)
