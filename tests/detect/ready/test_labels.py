from __future__ import annotations

import json

import pytest

from cutline.core.errors import FileError
from cutline.detect.ready.coco_labels import coco_labels
from cutline.detect.ready.imagenet_classes import imagenet_labels
from tests.shared_data import shared_data


def test_coco_labels_are_those_of_its_annotations() -> None:
    path = shared_data("coco_mini/instances_val2017.json")
    categories = json.loads(path.read_text(encoding="utf-8"))["categories"]
    named = {number: label for number, label in enumerate(coco_labels(), 1) if label}
    assert named == {category["id"]: category["name"] for category in categories}


def script(count: int) -> str:
    lines = [f"    {number}: 'thing {number}, other name',\n" for number in range(2, count)]
    first = "    0: 'plain',\n    1: 'jack-o\\'-lantern, long ' +\n        'name of it',\n"
    return f"exports.IMAGENET_CLASSES = {{\n{first}{''.join(lines)}}};\n"


def test_a_class_is_called_by_its_first_name() -> None:
    labels = imagenet_labels(script(1000))
    assert labels[:3] == ["plain", "jack-o'-lantern", "thing 2"]
    assert len(labels) == 1000


def test_a_list_that_is_not_whole_is_refused() -> None:
    with pytest.raises(FileError, match="has 999, expected each from 0 to 999"):
        imagenet_labels(script(999))
