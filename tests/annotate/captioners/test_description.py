"""The captioner that says what the detector sees."""

from __future__ import annotations

import pytest

from cutline.annotate.captioners import captioner_named
from cutline.annotate.captioners.description import Description, parse_description
from cutline.core.errors import UsageError
from cutline.core.types import Detection
from tests.annotate.captioners.subjects import subject

DOG = Detection("dog", 0.9, (0, 0, 5, 5))
OTHER_DOG = Detection("dog", 0.8, (0, 6, 4, 4))
OAK = Detection("oak", 0.7, (40, 0, 20, 50))
BALL = Detection("ball", 0.6, (20, 20, 1, 1))


def test_the_largest_objects_are_named_with_their_places() -> None:
    (said,) = Description().captions([subject("a.png", None, DOG, OTHER_DOG, OAK, BALL)])
    assert said == "An oak to the right of two dogs."
    (said,) = Description(k=1).captions([subject("a.png", None, DOG, OAK)])
    assert said == "An oak."


def test_objects_without_boxes_are_listed_the_surest_first() -> None:
    named = [Detection("dog"), Detection("oak"), Detection("dog"), Detection("ball")]
    (said,) = Description(k=4).captions([subject("a.png", None, *named)])
    assert said == "Two dogs, an oak and a ball."
    (said,) = Description().captions([subject("a.png", None, Detection("oak"), DOG)])
    assert said == "An oak and a dog."


def test_a_picture_without_objects_has_a_caption_too() -> None:
    assert Description().captions([subject("a.png")]) == ["A picture."]


def test_the_spec_says_how_many_objects_to_mention() -> None:
    assert parse_description("describe") == Description(3)
    assert parse_description("description") is None
    (found,) = captioner_named("describe(k=2)")
    assert found.signature == "describe(by=size,k=2)"
    with pytest.raises(UsageError, match="at least 1"):
        parse_description("describe(k=0)")
