"""Objects that captions mention and images lack."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.core.errors import ContentError, UsageError
from cutline.datasets.coco_synonyms import COCO_SYNONYMS, coco_synonyms
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.scoring.diagnosis.image_counts import ImageCount
from cutline.scoring.diagnosis.object_mentions import (
    ImageObjects,
    ObjectMentions,
    Truth,
    find_object_mentions,
)
from tests.scoring.diagnosis.small_runs import small_words

FARM = ObjectSynonyms(
    "farm",
    {
        "person": "person",
        "farmer": "person",
        "baby": "person",
        "dog": "dog",
        "puppy": "dog",
        "hot dog": "hot dog",
        "cow": "cow",
        "calf": "cow",
        "chair": "chair",
        "seat": "chair",
        "toilet": "toilet",
        "dog house": None,
    },
)


def found(
    captions: dict[int | str, str],
    objects: dict[int | str, Any],
    references: dict[int | str, list[str]] | None = None,
    truth: Truth = "objects+references",
    synonyms: ObjectSynonyms | None = FARM,
) -> ObjectMentions:
    references = references or {image: ["nothing to see"] for image in captions}
    return find_object_mentions(small_words(captions, references), objects, synonyms, truth, 10)


def mentioned(caption: str, synonyms: ObjectSynonyms | None = FARM) -> tuple[str, ...]:
    return found({1: caption}, {1: []}, synonyms=synonyms).by_image[0].mentioned


def test_rates_by_hand() -> None:
    captions: dict[int | str, str] = {
        1: "a farmer, a dog and a puppy",
        2: "two cows and a dog",
        3: "grass",
    }
    objects = {1: ["person", "cow"], 2: ["Cow"], 3: ["chair"]}
    result = found(captions, objects)
    # Mentions: person, dog, dog; cow, dog. The three dogs are not there.
    assert result.mentions == 5
    assert result.chair_i == pytest.approx(3 / 5)
    assert result.chair_s == pytest.approx(2 / 3)
    # There: person and cow; cow; chair. Mentioned: the person and the second cow.
    assert result.recall == pytest.approx(2 / 4)
    assert result.hallucinated == (ImageCount("dog", 2, 2, 1.0, (1, 2)),)
    assert result.missed == (
        ImageCount("chair", 1, 1, 1.0, (3,)),
        ImageCount("cow", 1, 2, 0.5, (1,)),
    )
    assert result.by_image == (
        ImageObjects(1, ("person", "dog"), ("dog",), ("cow",)),
        ImageObjects(2, ("cow", "dog"), ("dog",), ()),
        ImageObjects(3, (), (), ("chair",)),
    )
    assert (result.synonyms, result.truth, result.images) == ("farm", "objects+references", 3)


def test_what_references_mention_is_there_unless_objects_alone_count() -> None:
    captions: dict[int | str, str] = {1: "a puppy"}
    references: dict[int | str, list[str]] = {1: ["grass", "dogs and a calf"]}
    united = found(captions, {1: ["person"]}, references)
    assert (united.chair_i, united.by_image[0].missed) == (0, ("cow", "person"))
    alone = found(captions, {1: ["person"]}, references, truth="objects")
    assert (alone.chair_i, alone.by_image[0].missed) == (1, ("person",))


@pytest.mark.parametrize(
    ("caption", "labels"),
    [
        ("three puppies", ("dog",)),
        ("Hot dogs on a plate", ("hot dog",)),
        ("a hot-dog", ("hot dog",)),
        ("a hot day for a dog", ("dog",)),
        ("a dog house", ()),
        ("calves and a calf", ("cow",)),
        ("a baby elephant and a dog", ("dog",)),
        ("a baby with a cow", ("person", "cow")),
        ("an adult dog", ("dog",)),
        ("a toilet with its seat up", ("toilet",)),
        ("the seat of a car", ("chair",)),
        ("a bulldog", ()),
        ("", ()),
    ],
)
def test_words_in_a_row_are_taken_first(caption: str, labels: tuple[str, ...]) -> None:
    assert mentioned(caption) == labels


def test_of_words_that_overlap_the_first_and_longest_are_taken() -> None:
    synonyms = ObjectSynonyms(
        "cups", {"tea cup": "cup", "cup holder": "holder", "tea cup set": "set", "cup": "cup"}
    )
    assert mentioned("a tea cup holder", synonyms) == ("cup",)
    assert mentioned("a tea cup set", synonyms) == ("set",)
    assert mentioned("a cup holder", synonyms) == ("holder",)


def test_words_in_a_row_do_not_reach_into_the_next_caption() -> None:
    result = found({1: "soup that is hot", 2: "dog on a mat"}, {1: [], 2: ["dog"]})
    assert [image.mentioned for image in result.by_image] == [(), ("dog",)]


def test_labels_stand_for_themselves_without_synonyms() -> None:
    objects = {1: ["Wind_mill", "books", "hot-air balloon", "犬"]}
    result = found({1: "a book, wind mills and a hot-air balloon"}, objects, synonyms=None)
    assert result.synonyms == "labels alone"
    assert result.by_image[0].mentioned == ("books", "wind mill", "hot-air balloon")
    assert result.by_image[0].missed == ("犬",)


def test_labels_that_synonyms_lack_stand_for_themselves() -> None:
    result = found({1: "a tractor by a dog house"}, {1: ["tractor", "dog house", "puppy"]})
    assert result.by_image[0] == ImageObjects(1, ("tractor", "dog house"), (), ("dog",))


def test_classes_of_coco_have_words_of_our_own() -> None:
    result = found({1: "a lady on a sofa"}, {1: ["person", "couch", "tv"]}, synonyms=None)
    assert result.synonyms == COCO_SYNONYMS
    assert result.by_image[0].mentioned == ("person", "couch")
    assert result.by_image[0].missed == ("tv",)


def test_our_words_name_every_class_and_no_word_alone_is_two_things() -> None:
    label_of = coco_synonyms().label_of
    assert len(coco_synonyms().labels) == 80
    assert all(label_of[label] == label for label in coco_synonyms().labels)
    assert mentioned("a train station with no train track", coco_synonyms()) == ()
    assert mentioned("a teddy bear and a hot dog", coco_synonyms()) == ("teddy bear", "hot dog")


def test_images_without_a_list_are_left_out() -> None:
    captions: dict[int | str, str] = {1: "a dog", 2: "a dog", 3: "a dog"}
    result = found(captions, {2: [], 9: ["dog"]})
    assert result.images == 1
    assert (result.chair_i, result.chair_s, result.recall) == (1, 1, None)
    assert [image.image_id for image in result.by_image] == [2]


def test_captions_that_mention_nothing_have_no_rate_of_mentions() -> None:
    result = found({1: "grass"}, {1: ["dog"]})
    assert (result.chair_i, result.chair_s, result.recall) == (None, 0, 0)


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ({1: "dog"}, "objects of image 1: found 'dog', expected a list of labels"),
        ({1: ["dog", 5]}, r"objects of image 1: found \['dog', 5\], expected a list of labels"),
        ({1: None}, "objects of image 1: found None"),
    ],
)
def test_objects_that_are_no_lists_of_labels(objects: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        found({1: "a dog"}, objects)


def test_objects_of_other_images_are_refused() -> None:
    with pytest.raises(ContentError, match="none of the 1 images of the run"):
        found({1: "a dog"}, {2: ["dog"]})


def test_a_truth_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match=r"found 'object' \(did you mean objects"):
        found({1: "a dog"}, {1: ["dog"]}, truth="object")  # type: ignore[arg-type]
