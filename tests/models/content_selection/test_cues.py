from __future__ import annotations

import pytest

from cutline.core.errors import UsageError
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.by_bigram import ByBigram
from cutline.models.content_selection.by_position import ByPosition
from cutline.models.content_selection.by_random import ByRandom
from cutline.models.content_selection.by_size import BySize
from cutline.models.content_selection.by_unigram import ByUnigram
from cutline.models.content_selection.concept_counts import ConceptCounts
from tests.models.content_selection.pictures import labelled, picture, playground

PARK = picture(
    "park",
    {
        "corner": ("dog", (0, 0, 10, 10)),
        "middle": ("ball", (45, 45, 10, 10)),
        "wide": ("tree", (0, 50, 100, 50)),
    },
)


def test_position_prefers_what_is_near_the_centre() -> None:
    assert ByPosition().ranked(PARK) == ("middle", "wide", "corner")


def test_size_prefers_what_is_large() -> None:
    assert BySize().ranked(PARK)[0] == "wide"


def test_select_takes_the_first_k_or_all() -> None:
    assert BySize().select(PARK, 1) == ("wide",)
    assert len(BySize().select(PARK, 2)) == 2
    assert BySize().select(PARK, 9) == BySize().ranked(PARK)


@pytest.mark.parametrize("k", [0, -1])
def test_select_refuses_a_k_that_mentions_nothing(k: int) -> None:
    with pytest.raises(UsageError, match=f"not {k}: at least 1"):
        BySize().select(PARK, k)


def test_random_differs_between_seeds_and_between_images() -> None:
    labels = "dog ball tree bench kite"
    orders = {ByRandom(seed).ranked(labelled("one", labels)) for seed in range(20)}
    assert len(orders) > 10
    orders = {ByRandom(0).ranked(labelled(image, labels)) for image in range(20)}
    assert len(orders) > 10


def test_random_puts_each_box_first_about_equally_often() -> None:
    firsts = [ByRandom(0).ranked(labelled(image, "dog ball tree"))[0] for image in range(600)]
    assert all(150 < firsts.count(box) < 250 for box in "012")


def test_random_takes_ids_that_are_numbers_or_text_alike() -> None:
    labels = "dog ball tree bench kite"
    assert ByRandom(3).ranked(labelled(7, labels)) == ByRandom(3).ranked(labelled("7", labels))


def test_unigram_prefers_what_is_mentioned_most_often() -> None:
    counts = ConceptCounts.fit(playground())
    assert ByUnigram(counts).ranked(labelled("new", "tree ball dog")) == ("2", "1", "0")


def test_unigram_takes_the_largest_of_one_label_first() -> None:
    counts = ConceptCounts.fit(playground())
    boxes = {"small": ("dog", (0.0, 0.0, 5.0, 5.0)), "large": ("dog", (9.0, 9.0, 50.0, 50.0))}
    assert ByUnigram(counts).ranked(picture("dogs", boxes)) == ("large", "small")


def test_labels_nobody_mentioned_are_ordered_neither_by_file_nor_by_size() -> None:
    unigram = ByUnigram(ConceptCounts.fit(playground()))
    firsts = [unigram.ranked(labelled(image, "rug lamp sofa"))[0] for image in range(300)]
    assert all(60 < firsts.count(box) < 140 for box in "012")


def test_bigram_follows_the_likeliest_sequence() -> None:
    counts = ConceptCounts.fit(playground())
    assert ByBigram(counts).ranked(labelled("new", "tree ball dog")) == ("2", "1")


def test_bigram_stops_when_nothing_was_seen_to_follow() -> None:
    counts = ConceptCounts.fit(playground())
    # A ball is mentioned often, but never first, and nothing ever follows it.
    assert ByBigram(counts).ranked(labelled("new", "ball tree")) == ()
    assert ByBigram(counts).ranked(labelled("new", "dog tree")) == ("0",)


def test_bigram_takes_each_box_once() -> None:
    parade = labelled("parade", "dog dog dog", "A [dog|0], a [dog|1] and a [dog|2].")
    bigram = ByBigram(ConceptCounts.fit([parade]))
    assert bigram.ranked(labelled("new", "dog dog dog dog")) == ("0", "1", "2", "3")


def test_bigram_counts_only_what_follows_immediately() -> None:
    walk = labelled("walk", "woman dress boot", "A [woman|0] in a [dress|1] and [boots|2].")
    bigram = ByBigram(ConceptCounts.fit([walk]))
    assert bigram.ranked(labelled("new", "boot woman")) == ("1",)


@pytest.mark.parametrize("selector", [ByRandom(1), ByPosition(), BySize()])
def test_a_picture_without_boxes_gives_nothing(
    selector: ByRandom | ByPosition | BySize,
) -> None:
    assert selector.ranked(BoxedImage("empty", (), (), 10, 10)) == ()
