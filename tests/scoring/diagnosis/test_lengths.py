"""How long captions are."""

from __future__ import annotations

import pytest

from cutline.scoring.diagnosis.lengths import compare_lengths
from tests.scoring.diagnosis.small_runs import small_words


def test_lengths_of_captions_and_references() -> None:
    # References have 6 and 5, 7 and 4, 4 and 10 words.
    lengths = compare_lengths(small_words({1: "a duck", 2: "geese by a barn", 3: "one frog sits"}))
    assert lengths.candidates.mean == 3
    assert lengths.candidates.median == 3
    assert lengths.candidates.histogram == ((2, 1), (3, 1), (4, 1))
    assert lengths.references.captions == 6
    assert lengths.references.mean == 6
    assert lengths.references.median == 5.5
    assert lengths.references.histogram == ((4, 2), (5, 1), (6, 1), (7, 1), (10, 1))
    assert lengths.ratio == 0.5
    # The second has as many words as its shortest reference: it is not shorter than all.
    assert lengths.shorter_than_all == pytest.approx(2 / 3)
    assert lengths.longer_than_all == 0


def test_deciles_cut_captions_into_tenths() -> None:
    references = {image: ["one duck"] for image in range(11)}
    captions = {image: " ".join(["quack"] * image) for image in range(11)}
    lengths = compare_lengths(small_words(captions, references))
    assert lengths.candidates.deciles == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert lengths.longer_than_all == pytest.approx(8 / 11)


def test_empty_captions_are_counted_and_shown() -> None:
    lengths = compare_lengths(small_words({1: "", 2: "geese by the barn", 3: " . "}))
    assert lengths.empty == 2
    assert lengths.empty_examples == (1, 3)
    assert lengths.candidates.histogram == ((0, 2), (4, 1))


def test_references_without_a_word_leave_the_ratio_open() -> None:
    lengths = compare_lengths(small_words({1: "a duck"}, {1: ["..."]}))
    assert lengths.ratio is None
    assert lengths.longer_than_all == 1
