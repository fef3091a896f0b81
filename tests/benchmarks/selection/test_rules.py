"""Which images may be selected, and which classes count."""

from __future__ import annotations

import pytest

from cutline.benchmarks.selection import Procedure
from cutline.benchmarks.selection.classes import CountedClasses
from cutline.benchmarks.selection.rules import reason_to_drop
from cutline.core.errors import UsageError
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.object_annotations import ImageObjects

PEOPLE = ClassHierarchy(
    "people",
    {
        "woman": ("person",),
        "girl": ("woman", "child"),
        "child": ("person",),
        "car": ("vehicle",),
        "thumb": ("hand",),
    },
    {"hand": ("person",), "tyre": ("vehicle",)},
)


@pytest.mark.parametrize(
    ("rotation", "classes", "reason"),
    [
        (None, 0, "unknown rotation"),
        (None, 9, "unknown rotation"),
        (90.0, 3, "turned"),
        (-90.0, 3, "turned"),
        (0.0, 0, "no class"),
        (0.0, 1, "one class"),
        (0.0, 2, None),
        (360.0, 2, None),
        (0.0, 6, None),
        (0.0, 7, None),
    ],
)
def test_the_first_rule_that_is_broken_tells(
    rotation: float | None, classes: int, reason: str | None
) -> None:
    assert reason_to_drop(ImageObjects(1, {}, rotation), classes, Procedure(1)) == reason


def test_rotation_may_be_anything_where_that_is_asked_for() -> None:
    procedure = Procedure(1, rotation="any")
    assert reason_to_drop(ImageObjects(1, {}, None), 2, procedure) is None
    assert reason_to_drop(ImageObjects(1, {}, 90.0), 2, procedure) is None


def test_pools_may_leave_a_gap_on_both_sides() -> None:
    procedure = Procedure(1, pools=(3, 4), more_than=6)
    reasons = [reason_to_drop(ImageObjects(1, {}), n, procedure) for n in range(1, 8)]
    between = "between the pools and those all taken"
    assert reasons == ["one class", "too few classes", None, None, between, between, None]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"target": 0}, "target is 0"),
        ({"target": 5, "sample": 0}, "sample is 0"),
        ({"target": 5, "pools": (4, 2)}, "pools are 4-2"),
        ({"target": 5, "pools": (0, 2)}, "pools are 0-2"),
        ({"target": 5, "more_than": 4}, "more than 4 classes are all taken"),
        ({"target": 5, "count": "image"}, "did you mean images"),
        ({"target": 5, "ancestors": "no"}, "keep or drop or add"),
        ({"target": 5, "rotation": "all"}, "upright or any"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Procedure(**settings)  # type: ignore[arg-type]


def test_classes_above_others_are_dropped_kept_or_added() -> None:
    found = {"girl": 2, "person": 3, "car": 1}
    kept, dropped, added = (
        CountedClasses(PEOPLE, ancestors, "apart").of(found)[0]
        for ancestors in ("keep", "drop", "add")
    )
    assert kept == found
    assert dropped == {"girl": 2, "car": 1}
    assert added == {"girl": 2, "woman": 2, "child": 2, "person": 5, "car": 1, "vehicle": 1}


def test_parts_and_kinds_of_parts_stand_apart_or_count() -> None:
    found = {"thumb": 1, "hand": 2, "woman": 1}
    assert CountedClasses(PEOPLE, "keep", "apart").of(found) == (
        {"woman": 1},
        {"thumb": 1, "hand": 2},
    )
    assert CountedClasses(PEOPLE, "drop", "count").of(found) == ({"thumb": 1, "woman": 1}, {})


def test_classes_that_no_hierarchy_knows_stay() -> None:
    assert CountedClasses(PEOPLE, "drop", "apart").of({"kite": 2}) == ({"kite": 2}, {})
    assert CountedClasses(None, "drop", "apart").of({"person": 1, "woman": 1})[0].keys() == {
        "person",
        "woman",
    }
