from __future__ import annotations

from cutline.models.content_selection.concept_counts import ConceptCounts, mentions
from tests.models.content_selection.pictures import labelled


def test_counts_of_a_picture_by_hand() -> None:
    image = labelled(
        "street",
        "woman car boot tree",
        "A [woman|0] in [boots|2] leans on a [car|1].",
        "A [woman|0] by a [car|1]; the [woman|0] smiles.",
        "Nothing much.",
    )
    counts = ConceptCounts.fit([image])
    assert (counts.images, counts.descriptions) == (1, 2)
    assert counts.shown == {"woman": 2, "car": 2, "boot": 2, "tree": 2}
    assert counts.mentioned == {"woman": 2, "car": 2, "boot": 1}
    assert counts.first == {"woman": 2}
    assert counts.following == {"woman": {"boot": 1, "car": 1}, "boot": {"car": 1}}
    assert counts.shown_beside["boot"] == {"woman": 2, "car": 2, "tree": 2}
    assert counts.mentioned_beside["boot"] == {"woman": 1, "car": 1, "tree": 1}
    assert (counts.all_shown, counts.all_mentioned) == (8, 5)


def test_a_word_that_points_to_two_boxes_counts_both() -> None:
    image = labelled("crowd", "person person", "Two [people|0,1].")
    counts = ConceptCounts.fit([image])
    assert counts.mentioned == {"person": 2}
    assert counts.first == {"person": 1}
    assert counts.following == {"person": {"person": 1}}
    assert counts.shown_beside == {"person": {"person": 2}}


def test_a_label_is_beside_itself_only_when_there_are_two() -> None:
    counts = ConceptCounts.fit([labelled("lone", "dog ball", "A [dog|0].")])
    assert "dog" not in counts.shown_beside["dog"]


def test_pictures_nobody_described_count_for_nothing() -> None:
    silent = labelled("silent", "dog ball", "Nothing much.")
    assert ConceptCounts.fit([silent, labelled("bare", "dog")]) == ConceptCounts()


def test_counts_add_up_in_any_order() -> None:
    one = labelled("one", "dog ball", "A [ball|1] and a [dog|0].")
    two = labelled("two", "dog tree", "A [dog|0].")
    assert ConceptCounts.fit([one, two]) == ConceptCounts.fit([two, one])


def test_mentions_of_boxes_the_picture_lacks_are_ignored() -> None:
    assert mentions(labelled("odd", "dog", "A [cat|9] and a [dog|0].", "A [cat|9].")) == [("0",)]
