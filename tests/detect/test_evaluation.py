"""Answers compared with annotations, on cases small enough to count by hand."""

from __future__ import annotations

import pytest

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Detection
from cutline.datasets.detections import GoldObjects
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.detect.evaluation import Quality, evaluate_boxes, evaluate_labels


def thing(label: str, x: float, y: float, size: float = 10.0, score: float = 1.0) -> Detection:
    return Detection(label, score, (x, y, size, size))


def test_each_object_is_found_once_by_the_surest_answer() -> None:
    gold = {1: GoldObjects((thing("dog", 0, 0), thing("dog", 50, 0)))}
    found = {1: (thing("dog", 1, 0, score=0.6), thing("dog", 0, 0, score=0.9), thing("dog", 2, 2))}
    # The answer of score 1 overlaps 64 of 136 and so by less than .5, the next takes the object.
    result = evaluate_boxes(found, gold)
    assert result.overall == Quality(right=1, wrong=2, missed=1)
    assert (result.overall.precision, result.overall.recall) == (1 / 3, 1 / 2)
    assert result.overall.f == pytest.approx(2 / 5)


def test_an_answer_takes_the_object_that_it_overlaps_most() -> None:
    gold = {1: GoldObjects((thing("dog", 0, 0), thing("dog", 3, 0)))}
    found = {1: (thing("dog", 3, 0, score=0.9), thing("dog", 0, 0, score=0.8))}
    assert evaluate_boxes(found, gold).overall == Quality(right=2)


def test_labels_have_to_be_the_same_however_they_are_written() -> None:
    gold = {1: GoldObjects((thing("Dining_table", 0, 0), thing("cat", 50, 0)))}
    found = {1: (thing("dining table", 0, 0), thing("dog", 50, 0))}
    result = evaluate_boxes(found, gold)
    assert result.by_label == {
        "cat": Quality(missed=1),
        "dining table": Quality(right=1),
        "dog": Quality(wrong=1),
    }


def test_the_overlap_has_to_reach_the_limit() -> None:
    gold = {1: GoldObjects((Detection("dog", 1.0, (0, 0, 10, 10)),))}
    found = {1: (Detection("dog", 1.0, (0, 0, 10, 5)),)}
    assert evaluate_boxes(found, gold, iou=0.5).overall.right == 1
    assert evaluate_boxes(found, gold, iou=0.51).overall.right == 0


def test_answers_in_a_crowd_are_neither_right_nor_wrong() -> None:
    crowd = (Detection("person", 1.0, (0, 0, 100, 100)),)
    gold = {1: GoldObjects((thing("person", 0, 0),), crowd)}
    found = {
        1: (thing("person", 0, 0), thing("person", 60, 60), thing("dog", 60, 60)),
    }
    result = evaluate_boxes(found, gold)
    assert result.overall == Quality(right=1, wrong=1)
    assert result.ignored == 1
    assert evaluate_boxes({1: (thing("person", 96, 50),)}, gold).overall.wrong == 1


def test_images_do_not_mix_and_labels_without_boxes_are_ignored() -> None:
    gold = {1: GoldObjects((thing("dog", 0, 0),)), 2: GoldObjects(())}
    found = {1: (Detection("dog", 0.9),), 2: (thing("dog", 0, 0),)}
    result = evaluate_boxes(found, gold)
    assert (result.overall, result.ignored, result.images) == (Quality(wrong=1, missed=1), 1, 2)


def test_objects_beyond_the_detectors_labels_are_counted_apart() -> None:
    gold = {1: GoldObjects((thing("dog", 0, 0), thing("unicorn", 30, 0), thing("dog", 60, 0)))}
    result = evaluate_boxes({1: (thing("dog", 0, 0),)}, gold, known=["dog", "cat"])
    assert (result.beyond, result.overall.recall) == (1, 1 / 3)
    assert result.recall_of_known == 1 / 2


def test_without_boxes_words_count_by_what_they_name() -> None:
    gold = {
        "1.jpg": GoldObjects((Detection("girl"), Detection("dogs"), Detection("nose"))),
        "2.jpg": GoldObjects((Detection("men"), Detection("women"))),
    }
    found = {
        "1.jpg": (thing("person", 0, 0), thing("person", 9, 9), thing("dog", 0, 0)),
        "2.jpg": (Detection("person"), Detection("car")),
    }
    result = evaluate_labels(found, gold, known=["person", "dog", "car"])
    assert result.overall == Quality(right=3, wrong=1, missed=1)
    assert result.by_label["person"] == Quality(right=2)
    assert (result.beyond, result.recall_of_known, result.iou) == (1, 1.0, None)


def test_synonyms_can_be_ones_own() -> None:
    words = ObjectSynonyms("mine", {"canine": "dog", "dog": "dog"})
    gold = {1: GoldObjects((Detection("canine"),))}
    assert evaluate_labels({1: (Detection("dog"),)}, gold, words).overall == Quality(right=1)


def test_where_there_is_nothing_no_share_is_invented() -> None:
    nothing = evaluate_boxes({1: ()}, {1: GoldObjects(())}).overall
    assert (nothing.precision, nothing.recall, nothing.f) == (None, None, None)
    only_missed = evaluate_boxes({1: ()}, {1: GoldObjects((thing("dog", 0, 0),))}).overall
    assert (only_missed.precision, only_missed.recall, only_missed.f) == (None, 0.0, None)


def test_wrong_usage_is_told() -> None:
    with pytest.raises(ContentError, match="image 2: has answers and no annotations"):
        evaluate_boxes({2: ()}, {1: GoldObjects(())})
    with pytest.raises(UsageError, match="iou is 0"):
        evaluate_boxes({}, {}, iou=0.0)
