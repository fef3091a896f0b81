"""Words that nobody else has used."""

from __future__ import annotations

from typing import Any

import pytest

import cutline
from cutline.core.errors import UsageError
from cutline.scoring.diagnosis.novel_words import NovelWord, NovelWords, find_novel_words
from cutline.scoring.diagnosis.words import words_of
from tests.scoring.diagnosis.small_runs import PONDS, run_of

CAPTIONS: dict[int | str, str] = {1: "a swan swims", 2: "a swan, a swan by a frog", 3: "Zebras"}


def novel(captions: dict[int | str, str], training: Any = None, most: int = 10) -> NovelWords:
    corpus = cutline.Corpus(PONDS, "bleu-1", jobs=1)
    return find_novel_words(corpus, words_of(corpus, run_of(captions)), training, most)


def test_words_that_no_reference_has() -> None:
    found = novel(CAPTIONS)
    assert not found.is_training_given
    assert found.words == (NovelWord("swan", 3, 2, (1, 2)), NovelWord("zebras", 1, 1, (3,)))
    assert (found.types, found.tokens) == (2, 4)
    assert found.token_share == pytest.approx(4 / 11)
    assert found.image_share == 1


def test_words_of_training_captions_are_not_novel() -> None:
    found = novel(CAPTIONS, training=(caption for caption in ["The Swan!", "a lake"]))
    assert found.is_training_given
    assert [word.word for word in found.words] == ["zebras"]
    assert found.image_share == pytest.approx(1 / 3)


def test_references_of_images_that_the_run_leaves_out_count() -> None:
    assert novel({1: "a green frog"}).words == ()


def test_only_so_many_are_listed_and_all_are_counted() -> None:
    found = novel(CAPTIONS, most=1)
    assert [word.word for word in found.words] == ["swan"]
    assert found.types == 2


def test_captions_without_a_word_have_no_share() -> None:
    found = novel({1: ""})
    assert (found.types, found.token_share, found.image_share) == (0, None, 0)


@pytest.mark.parametrize(
    ("training", "message"),
    [
        ("a swan", "found one text, expected a list of captions"),
        (["a swan", None], r"training\[1\] is None, expected text"),
    ],
)
def test_training_captions_that_are_none(training: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        novel(CAPTIONS, training)
