"""COCO's instances as boxes, and captions whose words point to them by their labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.datasets.gold_boxes import (
    Box,
    BoxedSet,
    read_boxed,
    read_boxed_with_problems,
    write_boxed,
)
from cutline.datasets.gold_boxes.inferred import Correspondence
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.text.box_markup import format_marked
from tests.shared_data import shared_data

CATEGORIES = [
    {"id": 1, "name": "person"},
    {"id": 18, "name": "dog"},
    {"id": 11, "name": "fire hydrant"},
]


def instance(number: int, image: Any, category: int, *box: Any, **more: Any) -> dict[str, Any]:
    return {"id": number, "image_id": image, "category_id": category, "bbox": list(box), **more}


INSTANCES: dict[str, Any] = {
    "images": [{"id": 4, "width": 64, "height": 48}, {"id": 9, "width": 10, "height": 10}],
    "annotations": [
        instance(70, 4, 18, 0, 0, 10, 10, iscrowd=0),
        instance(71, 4, 18, 20, 0, 20, 20),
        instance(72, 4, 11, 5, 5, 8, 30.5, segmentation=[[1, 2, 3]]),
        instance(73, 4, 1, 0, 0, 60, 48, iscrowd=1),
    ],
    "categories": CATEGORIES,
}
CAPTIONS: dict[str, Any] = {
    "images": [{"id": 9}, {"id": 4}],
    "annotations": [
        {"id": 1, "image_id": 4, "caption": "A puppy sniffs a fire hydrant."},
        {"id": 2, "image_id": 9, "caption": "An empty street"},
        {"id": 3, "image_id": 4, "caption": "Dogs, and a person"},
    ],
}


def written(folder: Path, **contents: Any) -> list[Path]:
    paths = []
    for name, content in contents.items():
        paths.append(folder / f"{name}.json")
        paths[-1].write_text(json.dumps(content), encoding="utf-8")
    return paths


def test_captions_point_to_instances(tmp_path: Path) -> None:
    boxed, checked = read_boxed_with_problems(
        *written(tmp_path, captions=CAPTIONS, instances=INSTANCES)
    )
    empty, street = boxed
    assert boxed.is_inferred
    assert (street.image_id, street.width, street.height) == (4, 64.0, 48.0)
    assert [(box.id, box.label) for box in street.boxes] == [
        ("70", "dog"),
        ("71", "dog"),
        ("72", "fire hydrant"),
    ]
    assert street.boxes[2] == Box("72", "fire hydrant", 5.0, 5.0, 8.0, 30.5)
    assert [format_marked(marked) for marked in street.descriptions] == [
        "A [puppy|71] sniffs a fire [hydrant|72].",
        "[Dogs|71,70], and a person",
    ]
    assert (empty.image_id, empty.boxes) == (9, ())
    assert [problem.kind for problem in checked.problems] == ["no-boxes"]


def test_inferred_images_are_written_as_such(tmp_path: Path) -> None:
    boxed = read_boxed(*written(tmp_path, captions=CAPTIONS, instances=INSTANCES))
    write_boxed(boxed, tmp_path / "boxes.jsonl")
    again = read_boxed(tmp_path / "boxes.jsonl")
    assert again == BoxedSet("captions", boxed.images)
    assert again.is_inferred


def test_instances_alone_have_boxes_and_no_descriptions(tmp_path: Path) -> None:
    boxed = read_boxed(*written(tmp_path, instances=INSTANCES))
    assert [image.image_id for image in boxed] == [4, 9]
    assert len(boxed.images[0].boxes) == 3
    assert not boxed.images[0].descriptions
    assert not boxed.is_inferred


def test_ids_may_be_text_in_one_file_and_numbers_in_the_other(tmp_path: Path) -> None:
    text = json.loads(json.dumps(CAPTIONS).replace(": 4", ': "4"').replace(": 9", ': "9"'))
    boxed = read_boxed(*written(tmp_path, captions=text, instances=INSTANCES))
    assert [image.image_id for image in boxed] == ["9", "4"]
    assert len(boxed.images[1].boxes) == 3


def test_other_labels_stand_for_themselves_or_have_synonyms_of_their_own(tmp_path: Path) -> None:
    named = {**INSTANCES, "categories": [{**c, "name": f"big_{c['name']}"} for c in CATEGORIES]}
    captions = {**CAPTIONS, "annotations": [{"image_id": 4, "caption": "a puppy, a big dog"}]}
    paths = written(tmp_path, captions=captions, instances=named)
    assert format_marked(read_boxed(*paths).images[1].descriptions[0]) == "a puppy, a big [dog|71]"
    synonyms = ObjectSynonyms("own", {"puppy": "big dog"})
    marked = read_boxed(*paths, synonyms=synonyms).images[1].descriptions[0]
    assert format_marked(marked) == "a [puppy|71], a big [dog|70]"


@pytest.mark.parametrize(
    ("record", "kind", "message"),
    [
        (instance(75, 4, 99, 0, 0, 1, 1), "bad-box", 'box 75: "category_id" is the number 99'),
        (instance(75, 4, 18, 0, 0, 1), "bad-box", 'box 75: "bbox" is [0, 0, 1], expected'),
        (instance(70, 4, 18, 0, 0, 1, 1), "duplicate-box", "has the id '70', as an earlier one"),
        (instance(75, 4, 18, 0, 0, -1, 1), "bad-box", "box '75' is -1 wide"),
        (instance(75, None, 18, 0, 0, 1, 1), "wrong-type", '"image_id" is null'),
        (instance(75, 4, 18, 60, 0, 9, 1), "box-outside", "box '75' reaches from 60, 0"),
        ({"image_id": 4, "category_id": 18, "bbox": [0, 0, 1, 1]}, "bad-box", '"id" is nothing'),
    ],
)
def test_problems_of_instances_are_named(
    tmp_path: Path, record: Any, kind: str, message: str
) -> None:
    bad = {**INSTANCES, "annotations": [*INSTANCES["annotations"], record]}
    paths = written(tmp_path, captions=CAPTIONS, instances=bad)
    boxed, checked = read_boxed_with_problems(*paths, policy="lenient")
    assert any(problem.kind == kind and message in str(problem) for problem in checked.problems)
    assert len(boxed.images[1].boxes) == (4 if kind == "box-outside" else 3)


def test_problems_of_captions_are_named(tmp_path: Path) -> None:
    records = [
        {"image_id": 4, "caption": "a dog"},
        {"image_id": 4, "caption": None},
        {"image_id": [4], "caption": "a dog"},
        {"image_id": 5, "caption": "a dog"},
    ]
    captions = {"images": [{"id": 4}], "annotations": records}
    paths = written(tmp_path, captions=captions, instances=INSTANCES)
    boxed, checked = read_boxed_with_problems(*paths, policy="lenient")
    told = [str(problem) for problem in checked.problems]
    assert told[0].endswith('record 2, image 4: "sentence 2" is null, expected text')
    assert '"image_id" is a list of 1' in told[1]
    assert told[2].endswith("instances.json does not list the image")
    assert [len(image.descriptions) for image in boxed] == [1, 1]


@pytest.mark.parametrize(
    ("captions", "instances", "error", "message"),
    [
        (CAPTIONS, CAPTIONS, FileError, 'instances.json: no record of "annotations" has a "bbox"'),
        (INSTANCES, INSTANCES, UsageError, "captions.json: has boxes of its own"),
        ({"images": []}, INSTANCES, FileError, 'has a "caption" or a "bbox"'),
        (
            {"annotations": [{"image_id": 1, "caption": "a"}]},
            INSTANCES,
            ContentError,
            "captions.json: has none of the 2 images",
        ),
        (CAPTIONS, {**INSTANCES, "images": []}, FileError, '"images" lists no image'),
        (CAPTIONS, {**INSTANCES, "categories": [{"id": 1}]}, FileError, 'expected an "id" and a'),
        (CAPTIONS, {**INSTANCES, "images": [3]}, FileError, '"images", record 1: found the number'),
        (CAPTIONS, [], FileError, "found a list of 0, expected COCO's annotations"),
    ],
)
def test_files_that_do_not_fit(
    tmp_path: Path, captions: Any, instances: Any, error: type[CutlineError], message: str
) -> None:
    with pytest.raises(error) as caught:
        read_boxed(*written(tmp_path, captions=captions, instances=instances))
    assert message in str(caught.value)


def test_captions_need_instances(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="captions without boxes; give the instances"):
        read_boxed(*written(tmp_path, captions=CAPTIONS))


FARM = ObjectSynonyms(
    "farm",
    {"sheep": "sheep", "lamb": "sheep", "man": "person", "people": "person", "sheep dog": "dog"},
)
BOXES = [
    Box("small", "sheep", 0, 0, 2, 2),
    Box("large", "sheep", 0, 0, 9, 9),
    Box("middle", "sheep", 0, 0, 5, 5),
    Box("d", "dog", 0, 0, 3, 3),
    Box("p", "person", 0, 0, 3, 3),
]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("A lamb.", "A [lamb|large]."),
        (
            "a lamb, a lamb, one lamb, a lamb",
            "a [lamb|large], a [lamb|middle], one [lamb|small], a lamb",
        ),
        ("lambs", "[lambs|large,middle,small]"),
        ("two lambs by a lamb", "two [lambs|large,middle] by a [lamb|small]"),
        ("a lamb and two lambs", "a [lamb|large] and two [lambs|middle,small]"),
        ("A sheep", "A [sheep|large]"),
        ("Some sheep", "Some [sheep|large,middle,small]"),
        ("a sheep dog", "a sheep [dog|d]"),
        ("a sheep-dog", "a [sheep-dog|d]"),
        ("the man's dogs", "the [man's|p] [dogs|d]"),
        ("a man sees people", "a [man|p] sees [people|p]"),
        ("a cow", "a cow"),
        ("", ""),
    ],
)
def test_which_boxes_a_word_points_to(text: str, marked: str) -> None:
    correspondence = Correspondence(FARM, ["sheep", "dog", "person"])
    assert format_marked(correspondence.marked(text, BOXES)) == marked


def test_boxes_of_one_size_are_taken_in_their_order() -> None:
    boxes = [Box("1", "dog", 0, 0, 2, 2), Box("2", "dog", 9, 9, 2, 2)]
    marked = Correspondence(FARM, ["dog"]).marked("a dog and a dog", boxes)
    assert marked.mentioned == ("1", "2")


@pytest.mark.parametrize(("part", "images", "crowds"), [("train", 80, 8), ("val", 79, 5)])
def test_the_small_coco(part: str, images: int, crowds: int) -> None:
    captions = shared_data(f"coco_mini/captions_{part}2017.json")
    instances = shared_data(f"coco_mini/instances_{part}2017.json")
    boxed, checked = read_boxed_with_problems(captions, instances)
    annotations = json.loads(instances.read_text(encoding="utf-8"))["annotations"]
    assert len(boxed) == images
    assert checked.problems == []
    assert sum(len(image.boxes) for image in boxed) == len(annotations) - crowds
    assert all(len(image.descriptions) == 5 for image in boxed)
    # Many instances are mentioned by nobody, unlike those of Flickr30k Entities.
    mentioned = [{b for d in image.descriptions for b in d.mentioned} for image in boxed]
    assert 0 < sum(map(len, mentioned)) < sum(len(image.boxes) for image in boxed) * 2 / 3
