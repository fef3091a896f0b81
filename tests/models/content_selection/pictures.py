"""Pictures for tests: made by hand, or drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from cutline.datasets.gold_boxes import Box, BoxedImage, BoxedSet
from cutline.text.box_markup import MarkedText, parse_marked

Place = tuple[float, float, float, float]

LABELS = ("dog", "ball", "tree", "bench", "kite")


def picture(
    image_id: int | str, boxes: dict[str, tuple[str, Place]], *sentences: str
) -> BoxedImage:
    """A picture of 100 by 100; boxes are given as id, label and (x, y, width, height)."""
    return BoxedImage(
        image_id,
        tuple(Box(box, label, *place) for box, (label, place) in boxes.items()),
        tuple(map(parse_marked, sentences)),
        100,
        100,
    )


def labelled(image_id: int | str, labels: str, *sentences: str) -> BoxedImage:
    """A picture whose boxes are numbered from 0, each smaller than the one before."""
    boxes = {
        str(number): (label, (0.0, 0.0, 90.0 - number, 90.0 - number))
        for number, label in enumerate(labels.split())
    }
    return picture(image_id, boxes, *sentences)


def playground() -> tuple[BoxedImage, ...]:
    """A dog is mentioned first and always, a ball follows it, nobody mentions a tree."""
    return tuple(
        labelled(f"play {n}", "tree dog ball", "A [dog|1] with a [ball|2].", "Some [dog|1].")
        for n in range(6)
    )


@st.composite
def pictures(draw: st.DrawFn, image_id: str = "drawn") -> BoxedImage:
    """Any picture with up to eight boxes, and descriptions that mention some of them."""
    side = st.floats(1, 60)
    boxes = [
        Box(str(number), draw(st.sampled_from(LABELS)), *(draw(side) for _ in range(4)))
        for number in range(draw(st.integers(0, 8)))
    ]
    ids = [box.id for box in boxes]
    mention = st.lists(st.sampled_from(ids), max_size=6) if ids else st.just([])
    described = draw(st.lists(mention, max_size=4))
    texts = tuple(
        MarkedText(tuple("thing" for _ in mentioned), tuple((box,) for box in mentioned))
        for mentioned in described
    )
    return BoxedImage(image_id, tuple(boxes), texts, 120, 120)


def boxed(images: tuple[BoxedImage, ...]) -> BoxedSet:
    return BoxedSet("made by hand", images)
