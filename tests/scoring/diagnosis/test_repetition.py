"""Captions that are said again, and words that are said again at once."""

from __future__ import annotations

import pytest

from cutline.scoring.diagnosis.repetition import RepeatedCaption, Repetition, find_repetition
from tests.scoring.diagnosis.small_runs import PONDS, run_of, small_words


def repetition(captions: dict[int | str, str], most: int = 10) -> Repetition:
    references = PONDS if len(captions) <= 3 else {image: ["a duck"] for image in captions}
    return find_repetition(small_words(captions, references), run_of(captions), most)


def test_captions_with_the_same_words_are_the_same() -> None:
    captions: dict[int | str, str] = {
        1: "A duck.",
        2: "a duck",
        3: "a pond",
        4: "two ducks",
        5: "A pond!",
        6: "a duck",
    }
    found = repetition(captions)
    assert (found.captions, found.distinct) == (6, 3)
    assert found.shared == pytest.approx(5 / 6)
    assert found.most_repeated == (
        RepeatedCaption("a duck", 3, (1, 2, 6)),
        RepeatedCaption("a pond", 2, (3, 5)),
    )
    assert (found.reference_distinct, found.reference_shared) == (1, 1)
    assert len(repetition(captions, most=1).most_repeated) == 1


def test_examples_are_the_first_few_images() -> None:
    found = repetition(dict.fromkeys(range(8), "a duck"))
    assert found.most_repeated == (RepeatedCaption("a duck", 8, (0, 1, 2, 3, 4)),)


@pytest.mark.parametrize(
    ("caption", "repeated"),
    [
        ("a a duck", "a"),
        ("a duck duck duck duck", "duck"),
        ("the side of a of a pond", "of a"),
        ("a duck on a pond on a pond", "on a pond"),
        ("a duck, a duck", "a duck"),
        ("a duck by a duck by a pond", "a duck by"),
        ("swims on on a pond pond", "on"),
    ],
)
def test_words_twice_in_a_row_are_found(caption: str, repeated: str) -> None:
    found = repetition({1: "a duck", 2: caption, 3: "a frog"})
    assert found.stutters == 1
    [stutter] = found.stutter_examples
    assert (stutter.image_id, stutter.caption, stutter.repeated) == (2, caption, repeated)
    assert found.stutter_share == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "caption",
    [
        "",
        "duck",
        "a duck on a pond",
        "on a pond of a farm on a",
        "five words again and again five words again and again",
    ],
)
def test_words_that_come_again_later_are_no_stutter(caption: str) -> None:
    assert repetition({1: caption}).stutters == 0


def test_a_stutter_does_not_reach_into_the_next_caption() -> None:
    assert repetition({1: "a duck", 2: "duck pond", 3: "pond duck pond"}).stutters == 0


def test_references_are_measured_too() -> None:
    captions: dict[int | str, str] = {1: "a duck", 2: "a barn"}
    references = {1: ["the the duck", "a duck"], 2: ["a barn", "a a barn"]}
    found = find_repetition(small_words(captions, references), run_of(captions), 5)
    assert found.reference_stutter_share == 0.5
    assert found.stutter_share == 0
