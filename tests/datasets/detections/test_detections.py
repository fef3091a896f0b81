"""Files of objects: written whole, read strictly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.errors import ContentError, FileError
from cutline.core.types import Detection
from cutline.datasets.detections import DetectedImage, read_detections, write_detections
from cutline.datasets.object_annotations import read_object_annotations
from cutline.datasets.object_lists import read_object_lists

DOG = Detection("dog", 0.9, (1.5, 2.0, 30.0, 40.25))
IMAGES = [
    DetectedImage(7, (DOG, Detection("ball", 0.25, (0, 0, 5, 5)), DOG), "a/7.jpg", 640, 480),
    DetectedImage("caf\u00e9.jpg", (Detection("beach", 0.5),), "caf\u00e9.jpg", 20, 10),
    DetectedImage("empty", ()),
]
HEADER = '{"cutline": "objects", "version": 1, "detector": "d", "signature": "s"}\n'


def written(folder: Path, name: str = "objects.jsonl") -> Path:
    write_detections(folder / name, "coco-ssd(threshold=0.3)", "coco-ssd|...", IMAGES)
    return folder / name


@pytest.mark.parametrize("name", ["objects.jsonl", "objects.jsonl.gz"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    found = read_detections(written(tmp_path, name))
    assert (found.detector, found.signature) == ("coco-ssd(threshold=0.3)", "coco-ssd|...")
    assert found.images == {image.image_id: image.objects for image in IMAGES}
    assert found.files == {7: "a/7.jpg", "caf\u00e9.jpg": "caf\u00e9.jpg"}
    assert found.sizes == {7: (640, 480), "caf\u00e9.jpg": (20, 10)}
    assert len(found) == 3


def test_nothing_is_left_of_a_file_that_fails(tmp_path: Path) -> None:
    def images() -> object:
        yield IMAGES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_detections(tmp_path / "objects.jsonl", "d", "s", images())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    path = tmp_path / "objects.jsonl"
    write_detections(path, "d", "s", [DetectedImage(1, (), "caf\udce9.jpg", 2, 2)])
    assert read_detections(path).files == {1: "caf\udce9.jpg"}


def test_readers_of_object_lists_read_such_files_too(tmp_path: Path) -> None:
    path = written(tmp_path)
    ids = [image.image_id for image in IMAGES]
    lists = {7: ("dog", "ball"), "caf\u00e9.jpg": ("beach",), "empty": ()}
    assert read_object_lists(str(path), ids) == lists
    counted = {one.image_id: dict(one.counts) for one in read_object_annotations(path)}
    assert counted == {7: {"dog": 2, "ball": 1}, "caf\u00e9.jpg": {"beach": 1}, "empty": {}}


def test_object_lists_refuse_the_header_of_another_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"cutline": "run"}\n{"image_id": 7, "objects": ["dog"]}\n')
    with pytest.raises(FileError, match="line 1: a Cutline file of the text 'run'"):
        read_object_lists(str(path), [7])
    path.write_text('{"cutline": "objects", "version": 2}\n{"image_id": 7, "objects": ["dog"]}\n')
    with pytest.raises(FileError, match="line 1: version the number 2"):
        read_object_lists(str(path), [7])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[]", "found a list of 0, expected a record"),
        ("{", "not JSON"),
        ('{"objects": []}', '"image_id" is nothing'),
        ('{"image_id": 1.5, "objects": []}', '"image_id" is the number 1.5'),
        ('{"image_id": 1}', '"objects" is nothing, expected a list'),
        ('{"image_id": 1, "objects": ["dog"]}', "object 1: found the text 'dog'"),
        ('{"image_id": 1, "objects": [{"score": 1}]}', 'object 1: "label" is nothing'),
        ('{"image_id": 1, "objects": [{"label": " "}]}', '"label" is the text'),
        ('{"image_id": 1, "objects": [{"label": "a", "score": 2}]}', '"score" is the number 2'),
        ('{"image_id": 1, "objects": [{"label": "a", "box": [1, 2, 3]}]}', '"box" is [1, 2, 3]'),
        ('{"image_id": 1, "objects": [{"label": "a", "box": [1, 2, -3, 4]}]}', "[1, 2, -3, 4]"),
        ('{"image_id": 1, "objects": [], "width": 0, "height": 5}', '"width" is the number 0'),
        ('{"image_id": 1, "objects": [], "file": 5}', '"file" is the number 5'),
        ('{"image_id": 1, "image_id": 1, "objects": []}', "'image_id' stands twice"),
    ],
)
def test_a_wrong_line_is_named_with_its_field(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "objects.jsonl"
    path.write_text(f"{HEADER}{line}\n")
    with pytest.raises(FileError) as caught:
        read_detections(path)
    assert f"{path}, line 2" in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"image_id": 1, "objects": []}, "found no header"),
        ({"cutline": "boxes", "version": 1}, "a Cutline file of the text 'boxes'"),
        ({"cutline": "objects", "version": 2}, "version the number 2"),
        ({"cutline": "objects"}, "version nothing"),
        ({"cutline": "objects", "version": 1}, '"detector" is nothing'),
        ({"cutline": "objects", "version": 1, "detector": "d"}, '"signature" is nothing'),
    ],
)
def test_a_wrong_header_is_refused(tmp_path: Path, header: dict[str, object], said: str) -> None:
    path = tmp_path / "objects.jsonl"
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(FileError) as caught:
        read_detections(path)
    assert said in str(caught.value)


def test_an_image_stands_in_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "objects.jsonl"
    path.write_text(HEADER + '{"image_id": 7, "objects": []}\n{"image_id": "7", "objects": []}\n')
    with pytest.raises(ContentError, match="line 3: image '7' stands in the file already"):
        read_detections(path)
