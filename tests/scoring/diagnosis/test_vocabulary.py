"""How many different words captions use."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cutline.scoring.diagnosis.vocabulary import compare_vocabularies, expected_types
from tests.scoring.diagnosis.small_runs import small_words


def test_types_and_tokens_of_captions_and_first_references() -> None:
    words = small_words({1: "a duck", 2: "a goose by a barn", 3: "a frog"})
    vocabulary = compare_vocabularies(words)
    said, written = vocabulary.candidates, vocabulary.references
    assert (said.captions, said.tokens, said.types) == (3, 9, 6)
    assert said.type_token_ratio == pytest.approx(6 / 9)
    # "a duck swims on the pond", "two geese walk past a red barn", "a frog sits still"
    assert (written.captions, written.tokens, written.types) == (3, 17, 15)
    assert vocabulary.sample == 9
    assert said.types_in_sample == pytest.approx(6)


def test_coverage_is_of_the_words_of_all_references() -> None:
    references = {1: ["a duck swims", "a duck"], 2: ["a red barn", "the barn"]}
    vocabulary = compare_vocabularies(small_words({1: "a duck", 2: "a goose"}, references))
    # All references: a 3, barn 2, duck 2, red, swims, the; first references lack "the".
    assert vocabulary.candidates.coverage == pytest.approx(2 / 6)
    assert vocabulary.candidates.token_coverage == pytest.approx(5 / 10)
    assert vocabulary.references.coverage == pytest.approx(5 / 6)
    assert vocabulary.references.token_coverage == pytest.approx(9 / 10)


def test_the_bulk_is_made_up_of_the_most_frequent_types() -> None:
    # 20 tokens: 19 of them are 95%, and the most frequent 3 types have 18 + 1.
    caption = "quack " * 17 + "said a duck"
    vocabulary = compare_vocabularies(small_words({1: caption}, {1: ["a duck"]}))
    assert vocabulary.candidates.tokens == 20
    assert vocabulary.candidates.types_of_bulk == 3


@pytest.mark.parametrize("sample", range(7))
def test_expected_types_are_those_of_all_samples(sample: int) -> None:
    text = ["quack", "quack", "quack", "said", "a", "duck"]
    samples = [len(set(chosen)) for chosen in combinations(text, sample)]
    assert expected_types(np.array([3, 1, 0, 1, 1]), sample) == pytest.approx(np.mean(samples))


def test_a_sample_larger_than_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="a sample of 4 from 3 tokens"):
        expected_types(np.array([3]), 4)


def test_captions_without_a_word_have_no_vocabulary() -> None:
    said = compare_vocabularies(small_words({1: "", 2: "", 3: ""})).candidates
    assert (said.tokens, said.types, said.types_of_bulk) == (0, 0, 0)
    assert said.type_token_ratio is None
    assert said.types_in_sample is None
    assert said.coverage == 0
