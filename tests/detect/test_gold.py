"""What people annotated, as a detector."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.errors import ContentError
from cutline.core.types import Detection
from cutline.detect.gold import GoldDetector
from tests.detect.made_pictures import picture

INSTANCES = {
    "images": [{"id": 7, "width": 100, "height": 50, "file_name": "7.jpg"}],
    "categories": [{"id": 1, "name": "person"}, {"id": 18, "name": "dog"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 18, "bbox": [10, 10, 20, 20], "iscrowd": 0},
        {"id": 2, "image_id": 7, "category_id": 1, "bbox": [0, 0, 100, 50], "iscrowd": 1},
    ],
}


def test_a_picture_has_the_objects_of_its_image_in_its_own_pixels(tmp_path: Path) -> None:
    path = tmp_path / "instances.json"
    path.write_text(json.dumps(INSTANCES))
    gold = GoldDetector(path)
    assert gold.detect([picture(50, 25, "7.jpg")]) == [
        (
            Detection("dog", 1.0, (5.0, 5.0, 10.0, 10.0)),
            Detection("person", 1.0, (0.0, 0.0, 50.0, 25.0)),
        )
    ]
    assert (gold.name, gold.labels) == (f"gold:{path}", ("dog", "person"))
    before = gold.signature
    assert before.startswith("gold|images:1|data:")
    path.write_text(json.dumps({**INSTANCES, "annotations": []}))
    assert GoldDetector(path).signature != before


def test_a_picture_that_is_not_listed_is_no_picture_without_objects(tmp_path: Path) -> None:
    path = tmp_path / "instances.json"
    path.write_text(json.dumps(INSTANCES))
    with pytest.raises(ContentError, match=r"does not list image '8\.jpg'"):
        GoldDetector(path).detect([picture(50, 25, "8.jpg")])
