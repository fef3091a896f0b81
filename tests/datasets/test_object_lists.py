"""Lists of objects in the forms that are about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.errors import CutlineError
from cutline.datasets.object_lists import read_object_lists
from tests.shared_data import shared_data

IMAGE_IDS = [5, 6, "seven"]
EXPECTED = {5: ("dog", "ball"), 6: ()}

INSTANCES = {
    "info": {"year": 2014},
    "images": [{"id": 5, "file_name": "5.jpg"}, {"id": 6}, {"id": 9}],
    "annotations": [
        {"id": 1, "image_id": 5, "category_id": 18, "bbox": [1, 2, 3, 4], "segmentation": [[1, 2]]},
        {"id": 2, "image_id": 5, "category_id": 37, "segmentation": {"counts": "abc"}},
        {"id": 3, "image_id": 5, "category_id": 18},
        {"id": 4, "image_id": 9, "category_id": 37},
    ],
    "categories": [
        {"id": 18, "name": "dog", "supercategory": "animal"},
        {"id": 37, "name": "ball", "supercategory": "thing"},
    ],
}
BOXED = [{"label": "dog", "box": [1, 2, 3, 4]}, "ball", {"label": "dog"}]
RECORDS = [{"image_id": "5", "objects": BOXED}, {"image_id": 6, "objects": []}]
FORMS = {
    "instances": json.dumps(INSTANCES),
    "instances on many lines": json.dumps(INSTANCES, indent=1),
    "numbers": '{"categories": ["dog", "cat", "ball"], "objects": {"5": [0, 2, 0], "6": []}}',
    "dictionary": '{"5": ["dog", "ball", "dog"], "6": [], "9": ["cat"]}',
    "dictionary with boxes": json.dumps({"5": BOXED, "6": []}, indent=2),
    "lines": "\n" + "\n\n".join(map(json.dumps, RECORDS)) + "\n",
    "lines that add up": '{"image_id": 6, "objects": []}\n{"image_id": 5, "objects": ["dog"]}\r\n'
    '{"image_id": 5, "objects": ["ball", "dog"]}',
    "array": json.dumps(RECORDS),
}


def written(content: str, folder: Path) -> str:
    path = folder / "objects"
    path.write_text(content, "utf-8", newline="")
    return str(path)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str, tmp_path: Path) -> None:
    assert read_object_lists(written(FORMS[form], tmp_path), IMAGE_IDS) == EXPECTED


def test_one_record_alone_and_ids_that_are_text(tmp_path: Path) -> None:
    path = written('{"image_id": "seven", "objects": [" swan "]}', tmp_path)
    assert read_object_lists(path, IMAGE_IDS) == {"seven": ("swan",)}


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ('{"5": "dog"}', 3, "image '5': found the text 'dog', expected a list of objects"),
        ('{"5": [3]}', 3, "image '5': found the number 3, expected a label, or an object with"),
        ('{"5": [{"box": [1]}]}', 3, "image '5': found an object, expected a label"),
        ('{"5": [" "]}', 3, "image '5': found the text ' ', expected a label"),
        ('{"5": [],\n"5": []}', 3, "line 2, column 1: '5' stands twice in one object"),
        ('{"5": [', 3, "line 1, column 8: not JSON: "),
        ('"dog"', 3, "found the text 'dog', expected object labels by image id"),
        ("dog,ball\n", 3, "line 1, column 1: not JSON: "),
        ('{"image_id": 5, "objects": []}\n{"image_id": 6, "objects"}', 3, "line 2, column 26: not"),
        ('{"image_id": 5, "objects": []}\n{"image_id": 6}', 3, 'line 2: "objects": found nothing'),
        ('{"image_id": 5, "objects": []}\n{"objects": []}', 3, 'line 2: "image_id": found nothing'),
        ('{"image_id": 5, "objects": []}\n{"a": 1}\n[]', 3, 'line 2: "image_id": found nothing'),
        (
            '[{"image_id": 5, "objects": []}, 7]',
            3,
            "record 2: found the number 7, expected a record",
        ),
        ('[{"image_id": 5}]', 3, 'record 1: "objects": found nothing'),
        ('[{"image_id": null, "objects": []}]', 3, 'record 1: "image_id": found null, expected an'),
        ('{"annotations": [{"image_id": 5}]}', 3, 'has "annotations" but not all of'),
        (
            '{"categories": ["a"], "objects": {"5": [1]}}',
            3,
            "found the number 1, expected a number",
        ),
        (
            '{"categories": ["a"], "objects": {"5": 0}}',
            3,
            "image '5': found the number 0, expected",
        ),
        ('{"categories": [4], "objects": {"5": [0]}}', 3, '"categories": found the number 4'),
        ('{"9": ["dog"]}', 1, "lists none of the 3 images"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = written(content, tmp_path)
    with pytest.raises(CutlineError) as caught:
        read_object_lists(path, IMAGE_IDS)
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "annotations",
            [{"image_id": 5, "category_id": 3}],
            "record 1: found the number 3, expected",
        ),
        ("annotations", [{"image_id": 5}], '"annotations": no record has "category_id"'),
        ("annotations", ["dog"], "\"annotations\", record 1: found the text 'dog'"),
        ("annotations", {}, '"annotations": found an object, expected a list of records'),
        ("categories", ["dog"], "\"categories\", record 1: found the text 'dog'"),
        ("categories", [{"id": 18, "name": 4}], '"categories": found the number 4'),
        ("images", [{"id": [5]}], '"images": found a list of 1, expected an image id'),
    ],
)
def test_what_is_wrong_with_instances_is_said(
    key: str, value: object, message: str, tmp_path: Path
) -> None:
    path = written(json.dumps({**INSTANCES, key: value}), tmp_path)
    with pytest.raises(CutlineError) as caught:
        read_object_lists(path, IMAGE_IDS)
    assert message in str(caught.value)
    assert caught.value.exit_code == 3


def test_instances_without_annotations_and_without_images(tmp_path: Path) -> None:
    path = written(json.dumps({**INSTANCES, "annotations": []}), tmp_path)
    assert read_object_lists(path, IMAGE_IDS) == {5: (), 6: ()}
    without = {key: value for key, value in INSTANCES.items() if key != "images"}
    path = written(json.dumps(without), tmp_path)
    assert read_object_lists(path, IMAGE_IDS) == {5: ("dog", "ball")}


def test_the_objects_of_coco_as_chair_has_them() -> None:
    path = shared_data("chair_objects/coco2014_gt_objects.json")
    content = json.loads(path.read_text("utf-8"))
    image_ids = [int(image_id) for image_id in content["objects"]]
    found = read_object_lists(str(path), image_ids)
    assert len(found) == 123_287
    assert sum(map(len, found.values())) == 394_680
