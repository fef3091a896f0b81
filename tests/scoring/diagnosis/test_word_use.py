"""Words used more and less than people use them."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from cutline.scoring.diagnosis.image_counts import ImageCount
from cutline.scoring.diagnosis.word_rates import log_odds_z
from cutline.scoring.diagnosis.word_use import compare_word_use
from tests.scoring.diagnosis.small_runs import small_words


def test_z_is_that_of_the_paper() -> None:
    first, second = np.array([6, 4, 0]), np.array([10, 20, 20])
    # The prior weighs a tenth of 10 words and has the rates 16/60, 24/60 and 20/60.
    priors = [16 / 60, 24 / 60, 20 / 60]
    expected = []
    for used, other, prior in zip([6, 4, 0], [10, 20, 20], priors, strict=True):
        ratio = log((used + prior) / (10 + 1 - used - prior))
        ratio -= log((other + prior) / (50 + 1 - other - prior))
        expected.append(ratio / sqrt(1 / (used + prior) + 1 / (other + prior)))
    assert log_odds_z(first, second) == pytest.approx(expected)
    assert expected[0] > 0 > expected[2]


def test_equal_rates_are_no_difference() -> None:
    assert log_odds_z(np.array([2, 6, 0]), np.array([10, 30, 0])) == pytest.approx([0, 0, 0])


@pytest.mark.parametrize(("first", "second"), [([3, 0], [5, 0]), ([0, 0], [4, 2]), ([], [])])
def test_where_nothing_can_differ_z_is_0(first: list[int], second: list[int]) -> None:
    z = log_odds_z(np.array(first, dtype=np.int64), np.array(second, dtype=np.int64))
    assert z.tolist() == [0.0] * len(first)


def test_over_and_under_used_words_have_their_rates() -> None:
    references = {1: ["the small duck swims", "the duck"], 2: ["the barn", "the red barn"]}
    use = compare_word_use(small_words({1: "a duck", 2: "a barn"}, references), most=1)
    [over], [under] = use.over, use.under
    assert (over.word, over.candidate_uses, over.reference_uses) == ("a", 2, 0)
    assert (over.candidate_rate, over.reference_rate) == (500, 0)
    assert over.is_function_word
    assert under.word == "the"
    assert under.reference_rate == pytest.approx(1000 * 4 / 11)
    assert over.z > 0 > under.z


def test_content_words_that_no_reference_of_the_image_has() -> None:
    references = {
        1: ["a duck on a pond", "a duck"],
        2: ["a red barn", "a barn by a pond"],
        3: ["two frogs", "frogs"],
    }
    captions = {1: "a pond with a boat", 2: "a boat, a boat and a barn", 3: "a pond"}
    support = compare_word_use(small_words(captions, references), most=5).support
    assert support.unsupported == (
        ImageCount("boat", 2, 2, 1.0, (1, 2)),
        ImageCount("pond", 1, 2, 0.5, (3,)),
    )
    # Said: pond and boat, boat and barn, pond.
    assert support.unsupported_share == pytest.approx(3 / 5)


def test_content_words_that_half_of_the_references_have() -> None:
    references = {
        1: ["a duck on a pond", "a duck by reeds", "a duck", "a swan"],
        2: ["a duck", "duck", "reeds"],
        3: ["a frog"],
    }
    captions = {1: "reeds", 2: "a duck", 3: "a pond"}
    support = compare_word_use(small_words(captions, references), most=5).support
    # "pond", "reeds" and "swan" stand in too few of the references of their images.
    assert support.missed == (
        ImageCount("duck", 1, 2, 0.5, (1,)),
        ImageCount("frog", 1, 1, 1.0, (3,)),
    )
    assert support.missed_share == pytest.approx(2 / 3)


def test_captions_without_a_word_say_nothing_alone() -> None:
    use = compare_word_use(small_words({1: "", 2: ""}), most=5)
    assert use.over == use.under == use.support.unsupported == ()
    assert use.support.unsupported_share is None
    assert use.support.missed_share == 1


def test_texts_without_any_word_are_compared_all_the_same() -> None:
    use = compare_word_use(small_words({1: "!"}, {1: ["?"]}), most=5)
    assert use.support.missed_share is None
