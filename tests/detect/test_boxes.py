"""Overlaps of boxes, and leaving out what was found twice."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutline.detect.boxes import overlap, share_inside, without_repeats
from cutline.detect.drawn import box_within, detections
from cutline.detect.settings import Settings

Box = tuple[float, float, float, float]


def slow_overlap(one: Box, other: Box) -> float:
    wide = max(0.0, min(one[2], other[2]) - max(one[0], other[0]))
    high = max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    together = sum(areas) - wide * high
    return wide * high / together if together > 0 else 0.0


def slow_suppression(
    boxes: list[Box], scores: list[float], classes: list[int], iou: float
) -> list[int]:
    """Every box in the order of scores, unless one that is kept already says the same."""
    kept: list[int] = []
    for number in sorted(range(len(boxes)), key=lambda n: (-scores[n], n)):
        if not any(
            classes[number] == classes[other] and slow_overlap(boxes[number], boxes[other]) > iou
            for other in kept
        ):
            kept.append(number)
    return kept


@st.composite
def found_boxes(draw: st.DrawFn) -> tuple[list[Box], list[float], list[int]]:
    count = draw(st.integers(0, 25))
    sides = st.integers(0, 12)
    boxes: list[Box] = []
    for _ in range(count):
        x, y, width, height = (draw(sides) for _ in range(4))
        boxes.append((float(x), float(y), float(x + width), float(y + height)))
    scores = [draw(st.integers(0, 8)) / 8 for _ in range(count)]
    return boxes, scores, [draw(st.integers(0, 2)) for _ in range(count)]


def suppressed(
    found: tuple[list[Box], list[float], list[int]], iou: float | None, most: int = 1000
) -> list[int]:
    boxes, scores, classes = found
    return without_repeats(
        np.array(boxes, dtype=np.float64).reshape(-1, 4),
        np.array(scores),
        np.array(classes, dtype=np.intp),
        iou,
        most,
    ).tolist()


@given(found_boxes(), st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0]))
def test_it_is_what_the_slow_way_finds(
    found: tuple[list[Box], list[float], list[int]], iou: float
) -> None:
    assert suppressed(found, iou) == slow_suppression(*found, iou)


@given(found_boxes(), st.sampled_from([0.0, 0.3, 0.5, 0.9]))
def test_nothing_that_stays_says_the_same_and_all_that_goes_does(
    found: tuple[list[Box], list[float], list[int]], iou: float
) -> None:
    boxes, scores, classes = found
    kept = suppressed(found, iou)
    assert [scores[n] for n in kept] == sorted((scores[n] for n in kept), reverse=True)
    for place, one in enumerate(kept):
        for other in kept[:place]:
            assert classes[one] != classes[other] or slow_overlap(boxes[one], boxes[other]) <= iou
    for gone in set(range(len(boxes))) - set(kept):
        assert any(
            classes[gone] == classes[n]
            and slow_overlap(boxes[gone], boxes[n]) > iou
            and scores[n] >= scores[gone]
            for n in kept
        )
    assert suppressed(found, iou, 3) == kept[:3]


def test_without_a_limit_all_stay() -> None:
    found = ([(0.0, 0.0, 1.0, 1.0)] * 3, [0.5, 0.9, 0.5], [0, 0, 0])
    assert suppressed(found, None) == [1, 0, 2]
    assert suppressed(found, None, 2) == [1, 0]


@given(found_boxes())
def test_overlaps_are_symmetrical_shares(found: tuple[list[Box], list[float], list[int]]) -> None:
    boxes = np.array(found[0], dtype=np.float64).reshape(-1, 4)
    table = np.array([overlap(box, boxes) for box in boxes]).reshape(len(boxes), len(boxes))
    assert np.array_equal(table, table.T)
    expected = [[slow_overlap(one, other) for other in found[0]] for one in found[0]]
    assert np.allclose(table, np.array(expected).reshape(table.shape))


def test_the_share_inside_is_of_the_box_itself() -> None:
    others = np.array([[0.0, 0.0, 100.0, 100.0], [1.0, 0.0, 2.0, 2.0], [9.0, 9.0, 10.0, 10.0]])
    assert share_inside(np.array([0.0, 0.0, 2.0, 2.0]), others).tolist() == [1.0, 0.5, 0.0]


def test_a_box_is_cut_to_the_picture() -> None:
    assert box_within(np.array([-3.0, 1.004, 5.0, 99.0]), 10, 10) == (0.0, 1.0, 5.0, 9.0)
    assert box_within(np.array([10.0, 0.0, 20.0, 5.0]), 10, 10) is None


def test_ties_come_in_a_fixed_order() -> None:
    corners = np.array([[4.0, 0, 5, 1], [0, 0, 1, 1], [2, 0, 3, 1]])
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        labels = [["dog", "dog", "ant"][n] for n in order]
        found = detections(labels, np.full(3, 0.5), corners[order], (9, 9), Settings(0.1, 0.5, 9))
        assert [(item.label, item.box[0]) for item in found if item.box] == [
            ("ant", 2.0),
            ("dog", 0.0),
            ("dog", 4.0),
        ]
