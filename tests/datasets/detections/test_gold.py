"""What people annotated, in the forms that are about, and which picture has which objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.types import Detection
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotationHeader,
    header_line,
    image_line,
)
from cutline.datasets.detections import DetectedImage, GoldSet, read_gold, write_detections
from cutline.datasets.pictures import PictureFile


def instances(**changes: Any) -> dict[str, Any]:
    return {
        "images": [
            {"id": 42, "width": 640, "height": 480, "file_name": "000000000042.jpg"},
            {"id": 7, "width": 100, "height": 100, "file_name": "000000000007.jpg"},
        ],
        "categories": [{"id": 1, "name": "person"}, {"id": 18, "name": "dog"}],
        "annotations": [
            {"id": 1, "image_id": 42, "category_id": 18, "bbox": [64, 48, 320, 240], "iscrowd": 0},
            {"id": 2, "image_id": 42, "category_id": 1, "bbox": [0, 0, 640, 48], "iscrowd": 1},
        ],
        **changes,
    }


def gold_of(folder: Path, content: Any, classes: Path | None = None) -> GoldSet:
    path = folder / "gold"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_gold(path, classes)


def picture(image_id: int | str, name: str) -> PictureFile:
    return PictureFile(image_id, Path("pictures") / name)


def test_boxes_are_brought_to_the_size_of_the_picture(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, instances())
    found = gold.objects_of(picture(42, "42.jpg"), 320, 240)
    assert found.objects == (Detection("dog", 1.0, (32, 24, 160, 120)),)
    assert found.crowds == (Detection("person", 1.0, (0, 0, 320, 24)),)
    assert gold.objects_of(picture(7, "7.jpg"), 50, 50).objects == ()
    assert (gold.labels, gold.has_boxes, len(gold)) == (("dog", "person"), True, 2)


@pytest.mark.parametrize(
    ("image_id", "name"),
    [
        (42, "x.jpg"),
        ("42", "x.jpg"),
        ("x", "000000000042.jpg"),
        ("x", "42.png"),
        ("COCO_val2014_000000000042.jpg", "COCO_val2014_000000000042.jpg"),
        ("photo-42", "photo-42.jpg"),
    ],
)
def test_pictures_are_found_by_id_name_or_number(
    tmp_path: Path, image_id: int | str, name: str
) -> None:
    found = gold_of(tmp_path, instances()).find(picture(image_id, name))
    assert found is not None
    assert found.image_id == 42


def test_a_files_name_says_more_than_an_id(tmp_path: Path) -> None:
    images = [
        {"id": 1, "width": 9, "height": 9, "file_name": "2.jpg"},
        {"id": 2, "width": 9, "height": 9, "file_name": "val/1.jpg"},
    ]
    gold = gold_of(tmp_path, instances(images=images))
    found = [gold.find(picture(number, f"{number}.jpg")) for number in (1, 2)]
    assert [image.image_id for image in found if image] == [2, 1]


def test_what_two_images_share_tells_nothing(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, '{"a/7.jpg": ["dog"], "b/7.jpg": ["cat"]}')
    assert gold.find(picture("7.jpg", "7.jpg")) is None
    assert gold.find(picture("a/7.jpg", "7.jpg")) == gold.images[0]


def test_an_image_that_is_not_listed_is_told(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, instances())
    with pytest.raises(ContentError, match=r"does not list image 9 \(pictures/9.jpg\); it has ids"):
        gold.objects_of(picture(9, "9.jpg"), 10, 10)


OPEN_IMAGES = """ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsGroupOf
ab12,x,/m/1,1,0.1,0.5,0.25,0.75,0
ab12,x,/m/2,1,0,1,0,0.5,1
ab12,x,/m/2,0,0,1,0,0.5,0
cd34,x,/m/1,1,0.5,0.6,0.5,0.6,0
"""


def test_open_images_corners_are_shares_of_the_picture(tmp_path: Path) -> None:
    (tmp_path / "classes.csv").write_text("/m/1,Dog\n/m/2,Person\n")
    gold = gold_of(tmp_path, OPEN_IMAGES, tmp_path / "classes.csv")
    found = gold.objects_of(picture("ab12.jpg", "ab12.jpg"), 200, 100)
    assert found.objects == (Detection("Dog", 1.0, (20, 25, 80, 50)),)
    assert found.crowds == (Detection("Person", 1.0, (0, 0, 200, 50)),)
    codes = gold_of(tmp_path, OPEN_IMAGES)
    assert codes.labels == ("/m/1", "/m/2")
    assert codes.digest != gold.digest


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("ab,x,/m/1,1,0.5,0.1,0,1,0", "line 2: found XMin, XMax, YMin, YMax 0.5, 0.1, 0, 1"),
        ("ab,x,/m/1,1,a,0.1,0,1,0", "expected shares of width and height"),
        ("ab,x,/m/1,1,10,200,0,1,0", "expected shares of width and height"),
        ("ab,x,/m/1,1", "line 2: found 4 columns, expected 9"),
        (",x,/m/1,1,0,1,0,1,0", "line 2: found no image id"),
        ("ab,x,,1,0,1,0,1,0", "line 2: found no label"),
    ],
)
def test_a_wrong_row_of_open_images_is_named(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        gold_of(tmp_path, f"{OPEN_IMAGES.splitlines()[0]}\n{row}\n")
    assert said in str(caught.value)


def test_an_unknown_class_is_told(tmp_path: Path) -> None:
    (tmp_path / "classes.csv").write_text("/m/1,Dog\n")
    with pytest.raises(ContentError, match="does not name the class '/m/2'"):
        gold_of(tmp_path, OPEN_IMAGES, tmp_path / "classes.csv")
    with pytest.raises(UsageError, match="names its classes itself"):
        gold_of(tmp_path, instances(), tmp_path / "classes.csv")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("bbox", [1, 2, 3], '"annotations", record 1: "bbox" is [1, 2, 3]'),
        ("bbox", [1, 2, -3, 4], '"bbox" is [1, 2, -3, 4]'),
        ("category_id", 99, '"category_id" is the number 99'),
        ("image_id", None, '"image_id" is null'),
    ],
)
def test_a_wrong_record_of_coco_is_named(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    content = instances()
    content["annotations"][0][field] = value
    with pytest.raises(FileError) as caught:
        gold_of(tmp_path, content)
    assert said in str(caught.value)


def test_a_detectors_file_can_be_gold(tmp_path: Path) -> None:
    dog = Detection("dog", 0.9, (10, 10, 20, 20))
    path = tmp_path / "objects.jsonl"
    write_detections(path, "d", "s", [DetectedImage("a.jpg", (dog,), "a.jpg", 100, 100)])
    found = read_gold(path).objects_of(picture("a.jpg", "a.jpg"), 50, 200)
    assert found.objects == (Detection("dog", 0.9, (5, 20, 10, 40)),)


def test_lines_of_boxes_can_be_gold(tmp_path: Path) -> None:
    line = {
        "image_id": "a",
        "width": 10,
        "height": 10,
        "boxes": [{"id": 1, "label": "dog", "box": [1, 2, 3, 4]}],
        "descriptions": [],
    }
    gold = gold_of(tmp_path, f'{{"cutline": "boxes", "version": 1}}\n{json.dumps(line)}\n')
    found = gold.objects_of(picture("a.jpg", "a.jpg"), 20, 20).objects
    assert found == (Detection("dog", 1.0, (2, 4, 6, 8)),)


@pytest.mark.parametrize(
    "content",
    [
        {"a": ["dog", "dog", "car"]},
        '{"image_id": "a", "objects": {"dog": 2, "car": 1}}\n',
        "ImageID,LabelName,Confidence\na,dog,1\na,dog,1\na,car,1\na,cat,0\n",
    ],
)
def test_lists_of_labels_are_gold_without_boxes(tmp_path: Path, content: Any) -> None:
    gold = gold_of(tmp_path, content)
    labels = [item.label for item in gold.objects_of(picture("a", "a.jpg"), 5, 5).objects]
    assert sorted(labels) == ["car", "dog", "dog"]
    assert not gold.has_boxes


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="expected object annotations"):
        gold_of(tmp_path, "hello\n")
    with pytest.raises(FileError, match="cannot be read"):
        read_gold(tmp_path / "nowhere.json")


def annotations(*images: AnnotatedImage) -> str:
    header = AnnotationHeader(("walker",), "coco-ssd", ("semantic-fidelity",), "")
    return "\n".join([header_line(header), *map(image_line, images)]) + "\n"


def test_annotations_that_cutline_wrote_are_read(tmp_path: Path) -> None:
    dog, ball = Detection("dog", 0.75, (20, 10, 100, 50)), Detection("ball", 0.5)
    said = (AnnotatedCaption("walker", "A dog waits at the gate."),)
    silent = (AnnotatedCaption("walker", None, error="no answer"),)
    text = annotations(
        AnnotatedImage("a.png", "all/a.png", 200, 100, (dog, ball), said, best=0),
        AnnotatedImage("b.png", "all/b.png", error="the file is cut short"),
        # The captioner's error, and not the picture's: what was seen was seen.
        AnnotatedImage("c.png", "all/c.png", 200, 100, (), silent),
    )
    gold = gold_of(tmp_path, text)
    assert [image.image_id for image in gold.images] == ["a.png", "c.png"]
    assert gold.has_boxes
    found = gold.objects_of(picture("a.png", "a.png"), 100, 50).objects
    assert found == (Detection("dog", 0.75, (10, 5, 50, 25)), ball)
    assert gold.find(picture("x", "c.png")) == gold.images[1]
    with pytest.raises(ContentError, match=r"does not list image 'b\.png'"):
        gold.objects_of(picture("b.png", "b.png"), 10, 10)


def test_annotations_with_nothing_but_errors_list_no_image(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="lists no image"):
        gold_of(tmp_path, annotations(AnnotatedImage("a.png", "a.png", error="is empty")))


def test_a_wrong_line_of_annotations_is_named(tmp_path: Path) -> None:
    text = annotations() + '{"image_id": 7, "objects": [{"label": "dog", "box": [1, 2]}]}\n'
    with pytest.raises(FileError, match="gold, line 2"):
        gold_of(tmp_path, text)
