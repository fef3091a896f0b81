"""The demonstration set with boxes says the same words as without."""

from __future__ import annotations

import pytest

from cutline.benchmarks.demo import SYSTEMS, demo_benchmark, demo_run
from cutline.benchmarks.demo.boxes import demo_boxed_run, demo_boxed_set, demo_boxes, mark
from cutline.core.types import LabelledBox
from cutline.text.box_markup import format_marked, parse_marked

OBJECTS = (
    LabelledBox("bird", 0, 0, 2, 2),
    LabelledBox("bird", 9, 9, 5, 5),
    LabelledBox("bus stop", 20, 20, 5, 5),
    LabelledBox("bus", 30, 30, 5, 5),
    LabelledBox("bicycle", 40, 40, 5, 5),
)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("A bird on a bus.", "A [bird|1] on a [bus|3]."),
        ("Two birds at the bus stop", "Two [birds|0,1] at the [bus stop|2]"),
        ("The bus's last stop, and buses", "The [bus's|3] last [stop|2], and [buses|3]"),
        ("bikes and a \u201cbike\u201d", "[bikes|4] and a [\u201cbike\u201d|4]"),
        ("a birdhouse by a busy road", "a birdhouse by a busy road"),
    ],
)
def test_words_are_marked_by_labels(text: str, marked: str) -> None:
    assert format_marked(mark(text, OBJECTS)) == marked


def test_words_stay_as_they_are() -> None:
    plain = [text for texts in demo_benchmark().references for text in texts]
    marked = [text for texts in demo_boxes().references for text in texts]
    assert [parse_marked(text).plain for text in marked] == plain
    for system in SYSTEMS:
        run = demo_boxed_run(system).captions
        found = {image_id: (parse_marked(text).plain,) for image_id, (text,) in run.items()}
        assert found == demo_run(system).captions


def test_every_mark_points_to_a_box_of_its_image() -> None:
    for picture in demo_boxed_set():
        known = {box.id for box in picture.boxes}
        assert all(known.issuperset(text.mentioned) for text in picture.descriptions)
        assert any(text.mentioned for text in picture.descriptions)


def test_the_set_holds_what_the_benchmark_says() -> None:
    described = [tuple(map(format_marked, image.descriptions)) for image in demo_boxed_set()]
    assert described == list(demo_boxes().references)
