"""Captions as numbers of words."""

from __future__ import annotations

import pytest

from cutline.core.errors import ContentError
from tests.scoring.diagnosis.small_runs import small_words


def test_words_come_back_from_their_numbers() -> None:
    words = small_words({3: "a frog", 1: "Ducks, on a pond!", 2: ""})
    assert words.image_ids == (1, 2, 3)
    assert words.texts(words.candidates) == ["ducks on a pond", "", "a frog"]
    assert words.text(words.candidates.of(0)) == "ducks on a pond"
    assert words.texts(words.references.first_of_images()) == [
        "a duck swims on the pond",
        "two geese walk past a red barn",
        "a frog sits still",
    ]
    assert list(words.vocabulary) == sorted(words.vocabulary)


def test_a_run_that_leaves_images_out_is_compared_with_their_references_alone() -> None:
    words = small_words({2: "two geese"})
    assert words.image_ids == (2,)
    assert words.references.images.tolist() == [0, 0]
    assert words.texts(words.references) == ["two geese walk past a red barn", "geese by the barn"]
    # Words of the other images' references are known all the same.
    assert words.in_benchmark[words.vocabulary.index("frog")]


def test_punctuation_is_no_word_in_any_script() -> None:
    references = {7: ["鴨 が 泳ぐ 。"], 8: ["« une mare »"]}
    words = small_words({7: "鴨 。", 8: "— une mare ?"}, references, tokenizer="none")
    assert words.texts(words.candidates) == ["鴨", "une mare"]
    assert words.texts(words.references) == ["鴨 が 泳ぐ", "une mare"]
    assert words.candidates.lengths.tolist() == [1, 2]


def test_a_run_of_other_images_is_refused() -> None:
    with pytest.raises(ContentError, match="small: no caption for any image of the references"):
        small_words({99: "a duck"})
