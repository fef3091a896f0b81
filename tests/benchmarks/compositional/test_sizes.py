"""Boxes of things that are called big or small."""

from __future__ import annotations

import json

import pytest

from cutline.benchmarks.compositional.found_pairs import find_pairs
from cutline.benchmarks.compositional.sizes import Sizes, size_pairs, sizes_by_words
from cutline.core.errors import ContentError
from cutline.datasets.gold_boxes import Box, BoxedImage, BoxedSet, read_boxed
from cutline.datasets.read import read_references
from tests.benchmarks.compositional.small_benchmarks import CONCEPTS, benchmark
from tests.shared_data import shared_data


def image(image_id: int | str, *boxes: tuple[str, float]) -> BoxedImage:
    """A picture of 10 by 10 with square boxes of these labels and sides."""
    made = (Box(str(n), label, 0, 0, side, side) for n, (label, side) in enumerate(boxes))
    return BoxedImage(image_id, tuple(made), (), 10, 10)


def sizes_of(references: list[list[str]], *images: BoxedImage) -> Sizes:
    found = find_pairs(benchmark(*references), size_pairs(CONCEPTS))
    return sizes_by_words(found, BoxedSet("boxes", images))


def test_a_known_answer() -> None:
    found = sizes_of(
        [["a large dog", "a huge dog"], ["a big puppy", "a dog"], ["a tiny dog", "a little dog"]],
        image(1, ("dog", 8), ("dog", 2)),
        image(2, ("dog", 6), ("car", 10)),
        image(3, ("dog", 1)),
    )
    [dog] = found.nouns
    assert (dog.noun, dog.labels, dog.big, dog.small, dog.both) == ("dog", ("dog",), 2, 1, 0)
    assert (dog.big_median, dog.small_median) == (pytest.approx(0.5), pytest.approx(0.01))
    assert dog.larger is not None
    assert dog.larger.value == 1
    # Two, one and minus two references more say big; areas are in the same order.
    assert dog.correlation == pytest.approx(1)
    assert found.images == 3


def test_what_is_called_both_is_in_neither_group() -> None:
    found = sizes_of(
        [["a large dog and a small dog"], ["a big dog"], ["a small dog"]],
        image(1, ("dog", 9)),
        image(2, ("dog", 3)),
        image(3, ("dog", 3)),
    )
    [dog] = found.nouns
    assert (dog.big, dog.small, dog.both) == (1, 1, 1)
    assert dog.larger is not None
    assert dog.larger.value == 0.5


def test_images_without_a_box_are_counted_apart() -> None:
    found = sizes_of(
        [["a big dog"], ["a big dog"], ["a small dog"]],
        image(1, ("dog", 9)),
        image(2, ("cat", 9)),
    )
    [dog] = found.nouns
    assert (dog.big, dog.small, dog.without_box, dog.larger) == (1, 0, 2, None)


def test_a_label_may_end_in_a_word_of_the_noun() -> None:
    found = sizes_of([["a small table"]], image("1", ("dining table", 5), ("tablecloth", 9)))
    [table] = found.nouns
    assert table.labels == ("dining table",)
    assert table.small_median == pytest.approx(0.25)


def test_nouns_that_have_no_box_or_no_size_are_left_out() -> None:
    found = sizes_of([["a big man", "a dog"]], image(1, ("person", 5), ("dog", 5)))
    assert found.nouns == ()


def test_boxes_of_other_images() -> None:
    with pytest.raises(ContentError, match="boxes: has boxes of none of the 1 images of mine"):
        sizes_of([["a big dog"]], image(99, ("dog", 9)))


def test_tables_and_files() -> None:
    found = sizes_of([["a big dog"]], image(1, ("dog", 9)))
    assert found.table()["big_median"] == [pytest.approx(0.81)]
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["nouns"][0]["larger"] is None
    assert "|boxes:" in plain["signature"]


def test_real_boxes() -> None:
    boxed = read_boxed(shared_data("coco_mini/instances_val2017.json"))
    references, _ = read_references(shared_data("coco_mini/captions_val2017.json"))
    found = sizes_by_words(find_pairs(references, size_pairs(CONCEPTS)), boxed)
    assert found.images == len(references)
    assert found.nouns
    for noun in found.nouns:
        medians = [m for m in (noun.big_median, noun.small_median) if m is not None]
        assert len(medians) == (noun.big > 0) + (noun.small > 0)
        assert all(0 < median <= 1 for median in medians)
