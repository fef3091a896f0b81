"""The ready-made detector from files to objects, on real pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.datasets.detections import DetectedImage, read_gold
from cutline.datasets.pictures import find_pictures
from cutline.detect.evaluation import evaluate_boxes
from cutline.detect.named import detector_named
from cutline.detect.ready import get_ready
from cutline.detect.run import detect_files
from tests.shared_data import shared_data

pytest.importorskip("PIL")
pytest.importorskip("onnxruntime")


def test_most_of_what_it_sees_people_see_too() -> None:
    annotations = shared_data("coco_mini/instances_train2017.json")
    _obtained("coco-ssd")
    gold = read_gold(annotations)
    files = find_pictures(annotations.with_name("train2017_320px"))[:40]
    detector = detector_named("coco-ssd")
    found = [one for one in detect_files(detector, files) if isinstance(one, DetectedImage)]
    assert len(found) == 40
    objects = {
        image.image_id: gold.objects_of(file, image.width or 1, image.height or 1)
        for file, image in zip(files, found, strict=True)
    }
    quality = evaluate_boxes({one.image_id: one.objects for one in found}, objects).overall
    # With boxes out of place, or labels off by one, next to nothing would be right.
    assert quality.precision is not None
    assert quality.precision > 0.75
    assert quality.right > 35


def test_classes_of_whole_pictures_add_labels_that_have_no_boxes() -> None:
    folder = shared_data("coco_mini/train2017_320px")
    _obtained("coco-ssd")
    _obtained("imagenet")
    files = find_pictures(folder)[:20]
    spec = "coco-ssd+imagenet(threshold=0.3)"
    detector = detector_named(spec)
    assert detector.name == spec
    found = [one for one in detect_files(detector, files) if isinstance(one, DetectedImage)]
    kinds = {item.box is None for image in found for item in image.objects}
    assert kinds == {True, False}


def _obtained(name: str) -> Path:
    try:
        return get_ready(name)
    except (FileError, MissingPartError) as error:
        pytest.skip(str(error))
