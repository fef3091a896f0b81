"""Sentences about selected boxes: every box is pointed to, and what is said of places is true."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutline.datasets.gold_boxes.types import Box, BoxedImage
from cutline.models.description import linked, plain
from cutline.models.description.linked import LINKS
from cutline.models.description.spatial import Extent, preposition

LABELS = st.sampled_from(["dog", "oak tree", "bus", "people", "boots", "umbrella", "unicorn"])
SIDES = st.floats(1, 60)


@st.composite
def images(draw: st.DrawFn) -> BoxedImage:
    count = draw(st.integers(0, 7))
    boxes = tuple(
        Box(str(n), draw(LABELS), draw(SIDES), draw(SIDES), draw(SIDES), draw(SIDES))
        for n in range(count)
    )
    return BoxedImage(draw(st.integers(1, 99)), boxes, (), 120, 120)


@given(images())
def test_every_selected_box_is_pointed_to_and_no_other(image: BoxedImage) -> None:
    for style in (plain, linked):
        said = style(image, image.boxes)
        assert sorted(said.mentioned) == sorted(box.id for box in image.boxes)
        assert len(said.words) == len(said.boxes)
        assert said == style(image, image.boxes)
        if image.boxes:
            assert said.plain[0].isupper()
            assert said.words[-1] == "."


@given(images(), st.integers(0, 9))
def test_links_are_function_words_and_depend_on_the_seed_alone(
    image: BoxedImage, seed: int
) -> None:
    said = linked(image, image.boxes, seed)
    between = [w for w, b in zip(said.words[:-1], said.boxes[:-1], strict=True) if not b]
    assert set(between) <= {*LINKS, "the"}


def box(label: str, x: float, y: float, width: float = 10, height: float = 10) -> Box:
    return Box(f"{label}-{x}-{y}", label, x, y, width, height)


def sentence(*boxes: Box) -> str:
    return plain(BoxedImage(1, boxes, (), 200, 200), boxes).plain


def test_articles_counts_and_plurals() -> None:
    assert sentence(box("umbrella", 0, 0)) == "An umbrella ."
    assert sentence(box("unicorn", 0, 0)) == "A unicorn ."
    assert sentence(box("people", 0, 0)) == "Some people ."
    dogs = [box("dog", 20 * n, 0) for n in range(3)]
    assert sentence(*dogs) == "Three dogs ."
    assert sentence(*(box("bus", 20 * n, 0) for n in range(12))) == "12 buses ."
    assert sentence(dogs[0], box("oak tree", 50, 0), dogs[1]).startswith("Two dogs")


def test_places_are_told_as_they_are() -> None:
    middle = box("dog", 100, 100)
    told = {
        "to the left of": box("oak", 150, 100),
        "to the right of": box("oak", 50, 100),
        "above": box("oak", 100, 150),
        "below": box("oak", 100, 50),
        "against": box("oak", 80, 80, 60, 60),
        "with": box("oak", 103, 103, 3, 3),
        "touching": box("oak", 105, 104),
    }
    for words, other in told.items():
        assert sentence(middle, other) == f"A dog {words} an oak ."


EXTENTS = st.builds(
    lambda x, y, w, h: Extent(x, y, x + w, y + h), SIDES, SIDES, st.floats(1, 40), st.floats(1, 40)
)


@given(EXTENTS, EXTENTS)
def test_a_preposition_holds_the_other_way_round(one: Extent, other: Extent) -> None:
    opposite = {
        "to the left of": "to the right of",
        "to the right of": "to the left of",
        "above": "below",
        "below": "above",
        "against": "with",
        "with": "against",
    }
    said, back = preposition(one, other), preposition(other, one)
    if one.area != other.area:
        assert back == opposite.get(said, said)
    middle = (one.left + one.right) / 2, (one.top + one.bottom) / 2
    beyond = (other.left + other.right) / 2, (other.top + other.bottom) / 2
    if said == "to the left of":
        assert middle[0] < beyond[0]
    if said == "above":
        assert middle[1] < beyond[1]
