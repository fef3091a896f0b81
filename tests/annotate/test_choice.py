"""The best caption: by value, by the next value, by order."""

from __future__ import annotations

import pytest

from cutline.annotate.choice import best_caption, why_best
from cutline.core.types import Detection
from cutline.datasets.annotated_images import AnnotatedCaption

SEEN = [Detection("person"), Detection("dog"), Detection("dog"), Detection("ball")]


def said(
    *values: float | None, name: str = "a", text: str | None = "words", undefined: str = ""
) -> AnnotatedCaption:
    specs = ("semantic-fidelity", "matched-fidelity")
    pairs = tuple(zip(specs, values, strict=False))
    return AnnotatedCaption(name, text, values=pairs, undefined=undefined)


@pytest.mark.parametrize(
    ("captions", "best", "why"),
    [
        ([said(0.4), said(0.6, name="b")], 1, "semantic-fidelity 0.600, next 0.400 (a)"),
        (
            [said(0.41, name="sat"), said(0.62), said(0.1, name="c")],
            1,
            "semantic-fidelity 0.620, next 0.410 (sat)",
        ),
        (
            [said(0.5, 0.2), said(0.5, 0.3, name="b"), said(0.1, 0.9, name="c")],
            1,
            "semantic-fidelity 0.500, level with a; matched-fidelity 0.300, next 0.200 (a)",
        ),
        (
            [said(0.5, 0.3), said(0.5, 0.3, name="b")],
            0,
            "semantic-fidelity 0.500, level with b; matched-fidelity 0.300, level with b; the "
            "first of them",
        ),
        (
            [said(None, undefined="no noun"), said(-0.3, name="b")],
            1,
            "semantic-fidelity -0.300, undefined for all others",
        ),
        (
            [said(text=None), said(None, None, name="b", undefined="no noun"), said(None, None)],
            1,
            "the first caption, as no metric has a value (no noun)",
        ),
        ([said(None)], 0, "the only caption, as no metric has a value"),
        (
            [said(None, 0.5), said(None, 0.25, name="b")],
            0,
            "matched-fidelity 0.500, next 0.250 (b)",
        ),
        ([said(0.25)], 0, "semantic-fidelity 0.250"),
        (
            [said(0.5000001), said(0.5000002, name="b")],
            1,
            "semantic-fidelity 0.5000002, next 0.5000001 (a)",
        ),
        ([said(text=None)], None, "there is no caption"),
        ([], None, "there is no caption"),
    ],
)
def test_the_highest_value_wins_and_the_sentence_says_so(
    captions: list[AnnotatedCaption], best: int | None, why: str
) -> None:
    assert best_caption(captions) == best
    assert why_best(captions, best, ()) == why


def test_what_is_named_and_missed_is_said_once_each() -> None:
    said_of = why_best([said(0.5)], 0, SEEN, [0, 2])
    assert said_of == "semantic-fidelity 0.500; names dog, ball; misses person, dog"
    assert why_best([said(0.5)], 0, SEEN, range(4)).endswith("0.500; misses person, dog, ball")
    many = [Detection(f"thing {number}") for number in range(8)]
    assert why_best([said(0.5)], 0, many).endswith("thing 5 and 2 more")
