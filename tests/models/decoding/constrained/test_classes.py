"""From detections to constraints."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from cutline.core.types import Detection
from cutline.datasets.class_hierarchy import ClassHierarchy, read_class_hierarchy
from cutline.models.decoding.constrained.classes import (
    Box,
    class_phrases,
    constraints_of,
    is_over_general,
    shared_area,
    without_ancestors,
)
from tests.shared_data import shared_data

KINDS = ClassHierarchy(
    "kinds",
    {
        "Brown bear": ("Bear",),
        "Bear": ("Carnivore",),
        "Cat": ("Carnivore",),
        "Carnivore": ("Animal",),
        "Hat": (),
    },
    {"Ear": ("Animal",)},
)
WHOLE: Box = (0, 0, 100, 100)
NEARLY: Box = (0, 0, 100, 90)  # shares .9 with the whole
LESS: Box = (0, 0, 100, 85)  # shares .85 with it, which is not more than that


def labels(detections: tuple[Detection, ...]) -> list[str]:
    return [item.label for item in detections]


@pytest.mark.parametrize(
    ("box", "left"), [(NEARLY, ["Brown bear"]), (LESS, ["Bear", "Brown bear"])]
)
def test_a_kind_wins_over_what_it_is_a_kind_of(box: Box, left: list[str]) -> None:
    """However sure the detector is of the more general class."""
    seen = [Detection("Bear", 0.9, WHOLE), Detection("Brown bear", 0.2, box)]
    assert labels(without_ancestors(seen, KINDS)) == left
    assert labels(without_ancestors(seen[::-1], KINDS)) == left[::-1]


def test_tall_and_wide_boxes_alike_are_removed() -> None:
    """The height of a box has no say in it."""
    for box in ((0, 0, 10, 500), (0, 0, 500, 10), (30, 40, 1, 1)):
        seen = [Detection("Animal", 1.0, box), Detection("Cat", 0.1, box)]
        assert labels(without_ancestors(seen, KINDS)) == ["Cat"]


def test_ancestors_at_any_distance_go_and_others_stay() -> None:
    seen = [
        Detection("Animal", 0.9, WHOLE),
        Detection("Cat", 0.8, NEARLY),
        Detection("Bear", 0.7, WHOLE),
        Detection("Hat", 0.6, WHOLE),
        Detection("brown_bear", 0.5, WHOLE),
        Detection("Bear", 0.4, (200, 0, 100, 100)),
        Detection("Animal", 0.3, None),
    ]
    left = without_ancestors(seen, KINDS)
    assert left == (seen[1], seen[3], seen[4], seen[5], seen[6])


def test_of_one_class_the_surer_stays() -> None:
    seen = [
        Detection("Cat", 0.3, WHOLE),
        Detection("cat", 0.8, NEARLY),
        Detection("Cat", 0.9, LESS),
    ]
    # Boxes 1 and 2 share .944, 0 and 2 exactly .85.
    assert without_ancestors(seen, KINDS) == (seen[0], seen[2])


def test_what_went_removes_nothing() -> None:
    """A surer cat removes this one, and is itself too far from the animal to be that animal."""
    animal, cat = Detection("Animal", 0.5, WHOLE), Detection("Cat", 0.5, (0, 0, 100, 88))
    surer = Detection("Cat", 0.9, (0, 0, 100, 80))
    assert without_ancestors([animal, cat], KINDS) == (cat,)
    assert without_ancestors([animal, cat, surer], KINDS) == (animal, surer)


def test_shared_area() -> None:
    assert shared_area(WHOLE, NEARLY) == pytest.approx(0.9)
    assert shared_area(WHOLE, (100, 0, 10, 10)) == 0
    assert shared_area((0, 0, 0, 0), (0, 0, 0, 0)) == 0


def test_over_general_classes_and_parts_are_no_constraints() -> None:
    seen = [Detection(label, 0.5) for label in ("Carnivore", "Animal", "Ear", "Bear", "Hat")]
    assert [item.name for item in constraints_of(seen, KINDS)] == ["bear", "hat"]
    assert [item.name for item in constraints_of(seen[:2])] == ["carnivore", "animal"]


def test_the_surest_three_without_duplicates() -> None:
    seen = [
        Detection("Man", 1.0),
        Detection("Mobile phone", 0.2),
        Detection("Flying disc", 0.6),
        Detection("Dog", 0.5, WHOLE),
        Detection("Dog", 0.9, (300, 0, 10, 10)),
        Detection("Corded phone", 0.7),
        Detection("Kitchen & dining room table", 0.65),
    ]
    # A phone that is mentioned is both a corded and a mobile one, so they would be one constraint.
    found = constraints_of(seen)
    assert [item.name for item in found] == ["dog", "phone", "table"]
    assert [item.name for item in constraints_of(seen, most=9)] == [
        *("dog", "phone", "table", "frisbee")
    ]
    assert ("tables",) in found[2].phrases


def test_class_phrases_hold_no_class_twice_and_only_words() -> None:
    for label, phrases in class_phrases().classes_of.items():
        assert label == label.lower()
        assert all(phrase == phrase.lower().strip() for phrase in phrases)


def test_open_images() -> None:
    """All of our names are classes there, and the rule takes the classes it should."""
    hierarchy = read_class_hierarchy(
        shared_data("vocab/bbox_labels_600_hierarchy.json"),
        shared_data("vocab/oidv7-class-descriptions-boxable.csv"),
    )
    assert not [label for label in class_phrases().classes_of if label not in hierarchy]
    general = {label for label in hierarchy.labels if is_over_general(label, hierarchy)}
    assert {"Animal", "Mammal", "Vehicle", "Furniture", "Human hand", "Wheel"} <= general
    assert not {"Zebra", "Cat", "Bird", "Car", "Chair", "Table", "Hat"} & general
    seen = [
        Detection("Mammal", 0.95, WHOLE),
        Detection("Bear", 0.9, WHOLE),
        Detection("Polar bear", 0.4, NEARLY),
        Detection("Human face", 0.8, WHOLE),
    ]
    assert [item.name for item in constraints_of(seen, hierarchy)] == ["polar bear"]
