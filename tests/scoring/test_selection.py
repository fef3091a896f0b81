"""Choices on images with boxes, and the upper bound that people set."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutline
from cutline.benchmarks.demo.boxes import demo_boxed_run, demo_boxed_set, demo_boxes
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.gold_boxes import Box, BoxedImage, BoxedSet
from cutline.datasets.gold_boxes.read import read_boxed
from cutline.scoring.selection import gold_choices, score_choices, upper_bound
from cutline.text.box_markup import MarkedText, parse_marked
from tests.shared_data import shared_data

IDS = "abcdef"
boxes = st.frozensets(st.sampled_from(IDS), min_size=1)


def image(image_id: int, *mentions: Any) -> BoxedImage:
    """An image with descriptions that mention these boxes."""
    described = [MarkedText(tuple(ids), tuple((box,) for box in ids)) for ids in mentions]
    known = tuple(Box(box, "thing", 0, 0, 1, 1) for box in IDS)
    return BoxedImage(image_id, known, tuple(described), 10, 10)


def a_set(*images: BoxedImage) -> BoxedSet:
    return BoxedSet("made up", images)


def test_upper_bound_is_what_the_formula_gives_by_hand() -> None:
    # Like figure 2 of the paper: two boxes in all seven, one in four, one in two.
    described = ("abcd", "ab", "abc", "ab", "ba", "cab", "dcba")
    bound = upper_bound(a_set(image(1, *described)))
    # Those with four boxes have F = 4/5 (P 2/3, R 1), those with two 26/31 (P 1, R 13/18), those
    # with three 55/63 (P 5/6, R 11/12).
    f = (2 * Fraction(4, 5) + 3 * Fraction(26, 31) + 2 * Fraction(55, 63)) / 7
    found = [float(values[0]) for values in bound.scores]
    assert found == pytest.approx([6 / 7, 6 / 7, float(f)], rel=0, abs=1e-15)
    assert (bound.image_ids, bound.left_out) == ((1,), ())


def test_upper_bound_is_the_mean_over_images_with_their_deviation() -> None:
    bound = upper_bound(a_set(image(1, "ab", "ab"), image(2, "a", "b"), image(3, "ab", "a", "a")))
    # The third image: P 1/2, 1, 1; R 1, 3/4, 3/4; F 2/3, 6/7, 6/7.
    third = [Fraction(5, 6), Fraction(5, 6), Fraction(50, 63)]
    for name, value in zip(("precision", "recall", "f"), third, strict=True):
        values = [1.0, 0.0, float(value)]
        assert bound.spreads[name].mean == pytest.approx(np.mean(values), abs=1e-15)
        assert bound.spreads[name].deviation == pytest.approx(np.std(values), abs=1e-15)


def test_images_with_fewer_than_two_descriptions_are_left_out() -> None:
    pictures = a_set(image(1, "ab"), image(2, "ab", "a"), image(3), image(4, "a", ""))
    bound = upper_bound(pictures)
    assert (bound.image_ids, bound.left_out) == ((2,), (1, 3, 4))
    counted = upper_bound(pictures, empty_description="zero")
    assert (counted.image_ids, counted.left_out) == ((2, 4), (1, 3))
    assert counted.scores.f[1] == 0


def test_upper_bound_of_nothing_has_no_value() -> None:
    bound = upper_bound(a_set(image(1, "ab")))
    assert (len(bound.scores.f), bound.left_out) == (0, (1,))
    assert np.isnan(bound.spreads["f"].mean)


@pytest.mark.parametrize(
    ("setting", "precision", "recall"),
    [("skip", 1, 1), ("zero", Fraction(1, 3), Fraction(1, 3)), ("one", Fraction(1, 3), 2 / 3)],
)
def test_descriptions_without_boxes_are_a_setting(
    setting: Any, precision: Any, recall: Any
) -> None:
    bound = upper_bound(a_set(image(1, "a", "a", "")), empty_description=setting)
    found = [float(values[0]) for values in bound.scores[:2]]
    assert found == pytest.approx([float(precision), float(recall)], abs=1e-15)


@given(st.lists(boxes, min_size=2, max_size=6))
def test_precision_and_recall_of_the_upper_bound_are_equal(described: list[frozenset[str]]) -> None:
    # Each pair of descriptions is compared both ways round.
    scores = upper_bound(a_set(image(1, *described))).scores
    assert scores.precision[0] == pytest.approx(scores.recall[0], abs=1e-14)
    assert scores.f[0] <= scores.precision[0] + 1e-14


@given(boxes, st.integers(2, 6))
def test_people_who_agree_reach_one(described: frozenset[str], people: int) -> None:
    scores = upper_bound(a_set(image(1, *[described] * people))).scores
    assert [values.tolist() for values in scores] == [[1.0]] * 3


@given(st.lists(boxes, min_size=2, max_size=6), st.randoms())
def test_order_of_descriptions_changes_nothing(described: list[Any], random: Any) -> None:
    before = upper_bound(a_set(image(1, *described))).scores
    random.shuffle(described)
    after = upper_bound(a_set(image(1, *described))).scores
    np.testing.assert_allclose(after, before, rtol=0, atol=1e-14)


def test_choices_score_as_the_metric_does() -> None:
    boxed, run = demo_boxed_set(), demo_boxed_run("steady")
    choices = {
        image_id: parse_marked(captions[0]).mentioned for image_id, captions in run.captions.items()
    }
    found = score_choices(boxed, choices)
    score = cutline.score(run, demo_boxes(), "content-selection")["content-selection"]
    assert found.f.tolist() == score.values.tolist()
    assert np.column_stack(found[:2]).tolist() == score.statistics[:, :2].tolist()
    assert found.spreads["recall"].mean == score.parts["recall"]


def test_gold_choices_are_in_the_order_of_mention() -> None:
    assert gold_choices(a_set(image(1, "ba", "c"), image(2))) == [[("b", "a"), ("c",)], []]


def test_settings_reach_the_score() -> None:
    pictures = a_set(image(1, "ab", ""))
    assert score_choices(pictures, {1: ["a", "b"]}).f.tolist() == [1.0]
    one = score_choices(pictures, {1: []}, empty_selection="one", empty_description="one")
    assert [values.tolist() for values in one] == [[1.0], [0.5], [pytest.approx(2 / 3)]]


def test_an_image_without_a_choice_is_named() -> None:
    with pytest.raises(ContentError, match="image 2 has no choice of boxes"):
        score_choices(a_set(image(1, "a"), image(2, "b")), {1: ["a"]})


def test_a_box_that_the_image_lacks_is_named() -> None:
    with pytest.raises(ContentError, match=r"image 1 has no box 'z'; it has: a, b, c, d, e, f"):
        score_choices(a_set(image(1, "a")), {1: ["a", "z"]})


def test_a_text_is_no_list_of_ids() -> None:
    with pytest.raises(UsageError, match="found the text 'ab', expected a list of ids"):
        score_choices(a_set(image(1, "a")), {1: "ab"})


@pytest.mark.parametrize(("setting", "f"), [("skip", 0.616), ("zero", 0.610), ("one", 0.612)])
def test_people_on_flickr30k_entities_agree_as_the_docs_say(setting: Any, f: float) -> None:
    boxed = read_boxed(
        shared_data("flickr30k_entities_test") / "flickr30k_entities_test_joined.json"
    )
    without = sum(not boxes for descriptions in gold_choices(boxed) for boxes in descriptions)
    assert (len(boxed), without) == (961, 28)
    bound = upper_bound(boxed, empty_description=setting)
    assert bound.left_out == ()
    assert round(bound.spreads["f"].mean, 3) == f
