from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from cutline.core.errors import ContentError
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection import learning
from cutline.models.content_selection.by_learning import ByLearning, worth_mentioning
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.features import FEATURES, features
from cutline.models.content_selection.mention_rates import MentionRates
from cutline.models.content_selection.priors import Priors
from cutline.text.box_markup import parse_marked
from tests.models.content_selection.pictures import labelled, picture, pictures, playground


def learnt(images: tuple[BoxedImage, ...]) -> ByLearning:
    priors = Priors.fit(images)
    assert priors.model is not None
    return ByLearning(priors.counts, priors.model)


def test_it_learns_what_people_mention_and_what_they_do_not() -> None:
    selector = learnt(playground())
    new = labelled("new", "ball tree dog")
    chances = selector.chances(new)
    assert chances["2"] > chances["0"] > chances["1"]
    assert selector.ranked(new)[:1] == ("2",)
    assert "1" not in selector.ranked(new)


def test_it_learns_from_size_where_labels_tell_nothing() -> None:
    images = tuple(
        picture(
            number,
            {
                "small": (f"thing {number}", (0.0, 0.0, 8.0 + number, 9.0)),
                "large": (f"other {number}", (20.0, 20.0, 70.0 - number, 70.0)),
            },
            "A [thing|large] there.",
        )
        for number in range(12)
    )
    selector = learnt(images)
    boxes = {"a": ("lamp", (0.0, 0.0, 9.0, 9.0)), "b": ("sofa", (25.0, 20.0, 65.0, 70.0))}
    assert selector.ranked(picture("new", boxes))[0] == "b"


def test_what_a_picture_says_of_itself_is_never_used() -> None:
    selector = learnt(playground())
    new = labelled("new", "ball tree dog")
    told = replace(new, descriptions=(parse_marked("A [tree|1]."),) * 5)
    assert selector.chances(told) == selector.chances(new)


def test_features_to_learn_from_leave_the_picture_itself_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    images = [*playground()[:2], labelled("odd", "tree kite", "A [kite|1] above a [tree|0].")]
    seen = []

    def watched(names: tuple[str, ...], rows: np.ndarray, shares: np.ndarray, ridge: float) -> None:
        seen.append(rows)

    monkeypatch.setattr(learning, "fit_logistic", watched)
    learning.learn(images, ConceptCounts.fit(images))
    expected = [
        features(
            image, MentionRates(ConceptCounts.fit([other for other in images if other != image]))
        )
        for image in images
    ]
    # The first two differ in their id alone, so each still finds the other one.
    assert np.array_equal(seen[0], np.vstack(expected))


def test_there_must_be_something_to_learn_from() -> None:
    with pytest.raises(ContentError, match="no description of the 1 images mentions a box"):
        Priors.fit([labelled("silent", "dog", "Nothing much.")])


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ([], 0),
        ([0.3], 1),
        # All are certain: each is worth it.
        ([1.0, 1.0, 1.0], 3),
        # F of the first alone is 2 / (1 + 1.2); the second would make it 2.2 / 3.2.
        ([1.0, 0.1, 0.1], 1),
        # All are unlikely, and alike: F rises with each.
        ([0.1, 0.1, 0.1], 3),
        # A box as likely as half of F changes nothing, and may be mentioned.
        ([0.0, 0.0], 2),
    ],
)
def test_it_stops_where_expected_f_is_highest(chances: list[float], expected: int) -> None:
    assert worth_mentioning(np.array(chances)) == expected


@given(pictures())
def test_features_are_finite_and_one_row_a_box(image: BoxedImage) -> None:
    rows = features(image, MentionRates(ConceptCounts.fit(playground())))
    assert rows.shape == (len(image.boxes), len(FEATURES))
    assert np.isfinite(rows).all()


@given(pictures())
def test_features_follow_the_boxes_in_any_order(image: BoxedImage) -> None:
    rates = MentionRates(ConceptCounts.fit(playground()))
    turned = replace(image, boxes=image.boxes[::-1])
    assert np.array_equal(features(image, rates)[::-1], features(turned, rates))


def test_features_of_places_by_hand() -> None:
    boxes = {"outer": ("tree", (0.0, 0.0, 100.0, 100.0)), "inner": ("kite", (0.0, 0.0, 10.0, 20.0))}
    rows = features(picture("two", boxes), MentionRates(ConceptCounts()))
    outer, inner = (dict(zip(FEATURES, row, strict=True)) for row in rows.tolist())
    assert outer["area"] == 0
    assert (outer["rank by area"], inner["rank by area"]) == (0, 0.5)
    assert (outer["distance to centre"], outer["rank by distance"]) == (0, 0)
    assert inner["distance to centre"] == pytest.approx(np.hypot(45, 40) / np.hypot(100, 100))
    assert (outer["height in picture"], inner["height in picture"]) == (0.5, 0.1)
    assert outer["aspect"] == 0 > inner["aspect"]
    assert (outer["share inside another box"], inner["share inside another box"]) == (0.02, 1)
    assert (outer["boxes inside"], inner["boxes inside"]) == (pytest.approx(np.log(2)), 0)
    assert outer["boxes"] == inner["boxes"] == pytest.approx(np.log(2))
