"""What counts as a right answer."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.collect.models import Item, Mode, Project, Role
from cutline.collect.quality.known_answers import check_expected, is_right, names_all
from cutline.core.errors import UsageError


def item(expected: Any, mode: Mode = Mode.CAPTIONS, role: Role = Role.ATTENTION) -> Item:
    return Item(project=Project(mode=mode), role=role, expected=expected)


@pytest.mark.parametrize(
    ("text", "groups", "language", "expected"),
    [
        ("Two puppies and a ball.", [["dog", "puppy"], ["balls"]], "en", True),
        ("A hot-dog stand", [["dog"]], "en", False),
        ("A DOG'S bone", [["dog"]], "en", True),
        ("Red wine glasses stand there", [["wine glass"]], "en", True),
        ("A glass of wine", [["wine glass"]], "en", False),
        ("A Wine_Glass", [["wine glass"]], "en", False),
        ("A wine glass", [["Wine_Glasses"]], "en", True),
        ("", [["dog"]], "en", False),
        ("Ein Hund schläft", [["hund"]], "de", True),
        ("Zwei Hunde schlafen", [["hund"]], "de", False),
        ("一只狗在睡觉", [["狗"], ["睡觉", "睡着"]], "zh", True),
        ("一只猫在睡觉", [["狗"]], "zh", False),
    ],
)
def test_names(text: str, groups: Any, language: str, expected: bool) -> None:
    assert names_all(text, groups, language) is expected


@pytest.mark.parametrize(
    ("expected", "answer", "is_it"),
    [
        ({"value": 4}, 4, True),
        ({"value": 4}, 5, False),
        ({"value": 4, "within": 1}, 5, True),
        ({"value": True}, True, True),
        ({"value": True}, 1, False),
        ({"value": False}, False, True),
        ({"value": "tie"}, "tie", True),
        ({"value": "tie"}, "first", False),
        ({"value": {"detail": 1}}, {"detail": 1, "correctness": 5}, True),
        ({"value": {"detail": 1}, "within": 1}, {"detail": 3}, False),
        ({"value": {"detail": 1}}, {}, False),
        ({"value": 4}, None, False),
    ],
)
def test_values(expected: Any, answer: Any, is_it: bool) -> None:
    assert is_right(item(expected, Mode.RATINGS), answer) is is_it


def test_of_most_items_nothing_is_known() -> None:
    assert is_right(item({"all_of": [["dog"]]}, role=Role.COLLECT), "A cat") is None
    assert is_right(item({}), "A cat") is None


@pytest.mark.parametrize(
    "expected",
    [{"value": 1}, {"all_of": []}, {"all_of": [[]]}, {"all_of": ["dog"]}, {"all_of": [[" "]]}, []],
)
def test_what_says_nothing_is_refused(expected: Any) -> None:
    with pytest.raises(UsageError, match="expected"):
        check_expected(expected, Mode.CAPTIONS)
