"""Questions: read, written, and answered by what they allow."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.collect.rating.questions import (
    COCO_QUESTIONS,
    Graded,
    Pair,
    check_content,
    question_of,
)
from cutline.core.errors import UsageError

TEXT = {"text": "How good?"}


@pytest.mark.parametrize("name", sorted(COCO_QUESTIONS))
def test_what_is_written_is_read_again(name: str) -> None:
    question = COCO_QUESTIONS[name]
    assert question_of(question.to_dict()) == question


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "the question is None"),
        ({}, "kind is None, expected one of graded, likert, pair, yes_no"),
        ({"kind": ["likert"], **TEXT}, "kind is"),
        ({"kind": "likert"}, "text is None"),
        ({"kind": "likert", "text": " "}, "expected 1 to 500"),
        ({"kind": "likert", **TEXT, "points": 1}, "1 points"),
        ({"kind": "likert", **TEXT, "points": True}, "True points"),
        ({"kind": "likert", **TEXT, "points": 5.0}, "5.0 points"),
        ({"kind": "likert", **TEXT, "low": 3}, "called 3"),
        ({"kind": "pair", **TEXT, "points": 5}, "has no 'points'"),
        ({"kind": "pair", **TEXT, "ties": "yes"}, "ties is 'yes'"),
        ({"kind": "graded", **TEXT, "aspects": []}, "aspects"),
        ({"kind": "graded", **TEXT, "aspects": [3]}, "an aspect is 3"),
        ({"kind": "graded", **TEXT, "aspects": [{"name": "a"}]}, "the text of a"),
        (
            {"kind": "graded", **TEXT, "aspects": [{"name": "a", "text": "b"}] * 2},
            "two aspects are called 'a'",
        ),
    ],
)
def test_what_is_no_question(given: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        question_of(given)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("M3", "5", 5),
        ("M3", 1, 1),
        ("M2", "yes", True),
        ("M2", False, False),
        ("M3-M5", {"correctness": "1", "detail": 2, "similarity": 5}, [1, 2, 5]),
    ],
)
def test_answers(name: str, given: Any, value: Any) -> None:
    found = COCO_QUESTIONS[name].value_of(given)
    assert (list(found.values()) if isinstance(found, dict) else found) == value


@pytest.mark.parametrize("given", [None, "", "0", "6", "²", "1.5", True, 0, 6, 2.0, [], "99999"])
def test_no_answers(given: Any) -> None:
    for question in COCO_QUESTIONS.values():
        if question.kind == "yes_no" and given is True:
            continue
        with pytest.raises(UsageError, match="expected"):
            question.value_of(given)
    with pytest.raises(UsageError, match=r"expected one of first, second$"):
        Pair("Which?", ties=False).value_of("tie")
    graded = COCO_QUESTIONS["M3-M5"]
    assert isinstance(graded, Graded)
    with pytest.raises(UsageError, match="no aspect 'other'"):
        graded.value_of({"other": 1})
    with pytest.raises(UsageError, match="detail: found None"):
        graded.value_of({"correctness": 1})


def test_what_a_question_is_about() -> None:
    one = {"system": "a", "caption": "A dog."}
    check_content(COCO_QUESTIONS["M1"], [one, one])
    for content in ([], [one], [one, one, one], "ab", [one, {"system": "b"}], None):
        with pytest.raises(UsageError, match="expected"):
            check_content(Pair("Which?"), content)
