"""Objects of images from every file that is known."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.object_annotations import ImageObjects, LeftOut, read_object_annotations
from cutline.datasets.object_annotations.tally import Tally
from tests.shared_data import shared_data

BOXES = """\
ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf
00a1,xclick,/m/dog,1,0.1,0.2,0.3,0.4,0,0,0
00b2,xclick,/m/cat,1,0.1,0.2,0.3,0.4,0,0,1
00a1,xclick,/m/dog,1,0.5,0.6,0.3,0.4,0,0,0
00a1,xclick,/m/ball,1,0.5,0.6,0.3,0.4,0,0,0
00b2,xclick,/m/dog,0,0.5,0.6,0.3,0.4,0,0,0
"""
IMAGES = """\
ImageID,Subset,Author,Rotation
00a1,test,"Doe, J.",0.0
00c3,test,,90.0
00b2,test,,
"""
CLASSES = "/m/dog,Dog\n/m/cat,Cat\n/m/ball,Ball\n"
INSTANCES: dict[str, Any] = {
    "images": [{"id": 7}, {"id": 8}],
    "annotations": [
        {"image_id": 7, "category_id": 2, "iscrowd": 0, "segmentation": [[1, 2]]},
        {"image_id": 7, "category_id": 1, "iscrowd": 1},
        {"image_id": 7, "category_id": 2, "iscrowd": 0},
    ],
    "categories": [{"id": 1, "name": "dog"}, {"id": 2, "name": "cat"}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("boxes.csv", BOXES), ("images.csv", IMAGES), ("classes.csv", CLASSES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def read(path: Path, text: str | None = None, **settings: Any) -> dict[ImageId, ImageObjects]:
    if text is not None:
        path.write_text(text, encoding="utf-8")
    return {image.image_id: image for image in read_object_annotations(path, **settings)}


def counts(found: dict[ImageId, ImageObjects]) -> dict[ImageId, dict[str, int]]:
    return {image_id: dict(image.counts) for image_id, image in found.items()}


def test_boxes_of_an_image_need_not_stand_together(folder: Path) -> None:
    found = read(folder / "boxes.csv")
    assert counts(found) == {"00a1": {"/m/dog": 2, "/m/ball": 1}, "00b2": {"/m/cat": 1}}
    assert {image.rotation for image in found.values()} == {None}


def test_tables_of_images_and_classes_are_joined(folder: Path) -> None:
    found = read(
        folder / "boxes.csv",
        image_file=folder / "images.csv",
        class_file=folder / "classes.csv",
    )
    assert counts(found) == {"00a1": {"Dog": 2, "Ball": 1}, "00b2": {"Cat": 1}, "00c3": {}}
    assert {i: image.rotation for i, image in found.items()} == {
        "00a1": 0.0,
        "00b2": None,
        "00c3": 90.0,
    }
    assert [image.image_id for image in found.values() if image.is_upright] == ["00a1"]


def test_tables_with_quotations_windows_line_ends_and_compression_are_the_same(
    folder: Path,
) -> None:
    expected = read(folder / "boxes.csv")
    quoted = BOXES.replace("xclick", '"x, click"').replace("\n", "\r\n")
    assert read(folder / "quoted.csv", quoted) == expected
    assert read(folder / "windows.csv", BOXES.replace("\n", "\r\n")) == expected
    assert read(folder / "blank.csv", BOXES.replace("\n", "\n\n")) == expected
    (folder / "boxes.csv.gz").write_bytes(gzip.compress(BOXES.encode()))
    assert read(folder / "boxes.csv.gz") == expected


def test_only_the_two_columns_are_needed(tmp_path: Path) -> None:
    found = read(tmp_path / "b.csv", "LabelName,ImageID\ndog,0\ndog,0\n")
    assert counts(found) == {"0": {"dog": 2}}


def test_names_of_classes_may_have_a_header(folder: Path) -> None:
    (folder / "classes.csv").write_text(f"LabelName,DisplayName\n{CLASSES}")
    found = read(folder / "boxes.csv", class_file=folder / "classes.csv")
    assert counts(found)["00b2"] == {"Cat": 1}


def test_instances_of_coco_are_upright_and_crowds_count_once(tmp_path: Path) -> None:
    found = read(tmp_path / "instances.json", json.dumps(INSTANCES))
    assert counts(found) == {7: {"cat": 2, "dog": 1}, 8: {}}
    assert {image.rotation for image in found.values()} == {0.0}


def test_lines_have_lists_counts_or_objects_with_labels(tmp_path: Path) -> None:
    lines = [
        {"cutline": "objects", "version": 1},
        {"image_id": 1, "objects": ["dog", "dog", "ball"]},
        {"image_id": "b", "objects": {"dog": 2, "cat": 0}},
        {"image_id": 3, "objects": [{"label": "dog", "box": [1, 2, 3, 4]}]},
        {"image_id": 4, "objects": []},
        {"image_id": "1", "objects": ["kite"]},
        {"image_id": 5, "boxes": [{"id": "1", "label": "cat", "box": [1, 2, 3, 4]}]},
    ]
    text = "\n".join(map(json.dumps, lines))
    expected = {
        1: {"dog": 2, "ball": 1, "kite": 1},
        "b": {"dog": 2},
        3: {"dog": 1},
        4: {},
        5: {"cat": 1},
    }
    assert counts(read(tmp_path / "lines.jsonl", text)) == expected
    assert counts(read(tmp_path / "array.json", json.dumps(lines[1:]))) == expected


def test_rotations_of_lines_are_known_as_soon_as_one_has_any(tmp_path: Path) -> None:
    plain = '{"image_id": 1, "objects": ["dog"]}\n{"image_id": 2, "objects": []}\n'
    found = read(tmp_path / "a.jsonl", plain)
    assert [image.rotation for image in found.values()] == [0.0, 0.0]
    told = plain + '{"image_id": 3, "objects": [], "rotation": 90}\n'
    told += '{"image_id": 4, "objects": [], "rotation": null}\n'
    found = read(tmp_path / "b.jsonl", told)
    assert [image.rotation for image in found.values()] == [None, None, 90.0, None]


def test_lists_by_image_are_read_in_both_forms(tmp_path: Path) -> None:
    plain = {"12": ["dog", "dog"], "13": []}
    numbered = {"categories": ["cat", "dog"], "objects": {"12": [1, 1], "13": []}}
    expected = {12: {"dog": 2}, 13: {}}
    assert counts(read(tmp_path / "plain.json", json.dumps(plain))) == expected
    assert counts(read(tmp_path / "plain2.json", json.dumps(plain, indent=1))) == expected
    assert counts(read(tmp_path / "numbered.json", json.dumps(numbered))) == expected
    named = json.dumps({"annotations": ["dog"], "categories": ["cat"]})
    assert "annotations" in str(_error(tmp_path / "odd.json", named))


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc"), st.integers(1, 3))))
def test_counts_add_up_in_whatever_order(added: list[tuple[int, str, int]]) -> None:
    tally = Tally()
    expected: dict[int, Counter[str]] = {}
    for image_id, label, count in added:
        tally.add(tally.place(image_id), tally.number(label), count)
        expected.setdefault(image_id, Counter())[label] += count
    found = {image.image_id: image.counts for image in tally.images([0.0] * len(expected))}
    assert found == expected


def test_counts_add_up_beyond_what_may_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("cutline.datasets.object_annotations.tally._WAITING", 10)
    monkeypatch.setattr("cutline.datasets.object_annotations.tally._IMAGES_AT_ONCE", 3)
    monkeypatch.setattr("cutline.datasets.object_annotations.open_images._ROWS_AT_ONCE", 7)
    draw = random.Random(2)
    rows = [(f"image {draw.randrange(30)}", f"class {draw.randrange(9)}") for _ in range(500)]
    text = "ImageID,LabelName\n" + "".join(f"{image},{label}\n" for image, label in rows)
    expected: dict[str, Counter[str]] = {}
    for image, label in rows:
        expected.setdefault(image, Counter())[label] += 1
    assert counts(read(tmp_path / "boxes.csv", text)) == expected


def _error(path: Path, text: str, **settings: Any) -> CutlineError:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CutlineError) as caught:
        list(read_object_annotations(path, **settings))
    return caught.value


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("a,b\n1,2\n", FileError, "begins with 'a,b', expected object annotations"),
        (BOXES + "00a1,x\n", FileError, "line 7: found 2 columns, expected 11"),
        (BOXES.replace("00b2,xclick,/m/cat", ",x,/m/cat"), FileError, "line 3: found no image id"),
        (BOXES.replace("/m/ball", " "), FileError, "line 5: found no label"),
        ("ImageID,LabelName\n", ContentError, "has no image that can be used"),
        ('{"image_id": 1}', FileError, '"objects": found nothing'),
        ('{"image_id": 1.5, "objects": []}', FileError, '"image_id": found the number 1.5'),
        ('{"image_id": 1, "objects": ["a", 2]}', FileError, "found the number 2, expected a label"),
        ('{"image_id": 1, "objects": {"a": -1}}', FileError, "found the number -1"),
        ('{"image_id": 1, "objects": {"a": 1, "a": 2}}', FileError, "'a' stands twice"),
        ('{"image_id": 1, "objects": NaN}', FileError, "line 1: not JSON: found NaN"),
        ('{"image_id": 1, "objects": []}\n{"image_id"\n', FileError, "line 2, column 12: not JSON"),
        ('{"image_id": 1, "objects": []}\n7\n', FileError, "line 2: found the number 7"),
        ('{"image_id": 1, "objects": [], "rotation": "up"}', FileError, "the rotation is the text"),
        (
            '{"image_id": 1, "objects": [], "rotation": 0}\n'
            '{"image_id": 1, "objects": [], "rotation": 90}\n',
            ContentError,
            "line 2: image '1' has the rotations 0.0 and 90.0",
        ),
        ('{"cutline": "run"}\n{"image_id": 1, "objects": []}', FileError, "file of the text 'run'"),
        ('{"cutline": "objects", "version": 2}\n', FileError, "version the number 2"),
        ("[1]", FileError, "record 1: found the number 1"),
        ('{"a": "dog"}', FileError, "image 'a': found the text 'dog'"),
        (
            '{"categories": ["a"], "objects": {"1": [1]}}',
            FileError,
            "expected a number from 0 to 0",
        ),
        ('{"categories": ["a"]}', FileError, '"objects": found nothing'),
        ("[" * 100_000, FileError, "not JSON"),
        ('{"image_id": 1, "objects": {"a": 1' + "0" * 5000 + "}}", FileError, "line 1"),
    ],
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path, text: str, kind: type[CutlineError], said: str
) -> None:
    error = _error(tmp_path / "objects", text)
    assert isinstance(error, kind)
    assert said in str(error)
    assert str(tmp_path / "objects") in str(error)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"categories": [{"id": 1}]}, '"categories", record 1: found the number 1 and nothing'),
        ({"annotations": [{"image_id": 7, "category_id": 9}]}, "found the number 9, expected an"),
        ({"annotations": [{"category_id": 1}]}, '"annotations", record 1: found nothing'),
        ({"annotations": [4]}, '"annotations", record 1: found the number 4'),
        ({"images": [{"id": None}]}, '"images", record 1: found null'),
    ],
)
def test_instances_that_cannot_be_used_are_named(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    assert said in str(_error(tmp_path / "instances.json", json.dumps(INSTANCES | change)))


def test_broken_instances_are_not_json(tmp_path: Path) -> None:
    text = json.dumps(INSTANCES)[:-5]
    assert "not JSON" in str(_error(tmp_path / "instances.json", text))


def test_classes_without_a_name_are_told_with_near_ones(folder: Path) -> None:
    (folder / "classes.csv").write_text(CLASSES.replace("/m/ball", "/m/bell"))
    with pytest.raises(ContentError, match=r"line 5.*'/m/ball' \(did you mean /m/bell"):
        read(folder / "boxes.csv", class_file=folder / "classes.csv")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ImageID,Title\n1,2\n", "expected a header with the columns ImageID and Rotation"),
        ("ImageID,Rotation\n00a1,up\n", "line 2: the rotation is the text 'up'"),
        ("ImageID,Rotation\n00a1,nan\n", "line 2: the rotation is NaN"),
        ("ImageID,Rotation\n00a1,0,1\n", "line 2: found 3 columns, expected 2"),
        ("ImageID,Rotation\n00a1,0\n00a1,90\n", "the rotations 0.0 and 90.0"),
        ("ImageID,Rotation\n", "a header and no rows"),
        ("ImageID,Rotation\n7,0\n", "does not list 2 of the 2 images"),
    ],
)
def test_tables_of_images_that_cannot_be_used_are_named(folder: Path, text: str, said: str) -> None:
    (folder / "images.csv").write_text(text)
    with pytest.raises(CutlineError) as caught:
        read(folder / "boxes.csv", image_file=folder / "images.csv")
    assert said in str(caught.value)


def test_images_that_a_table_does_not_list_have_an_unknown_rotation_or_stop(folder: Path) -> None:
    (folder / "images.csv").write_text("ImageID,Rotation\n00a1,0\n")
    found = read(folder / "boxes.csv", image_file=folder / "images.csv")
    assert found["00b2"].rotation is None
    with pytest.raises(ContentError, match="does not list 1 of the 2 images"):
        read(folder / "boxes.csv", image_file=folder / "images.csv", policy="strict")


def test_ids_of_a_table_of_images_are_numbers_where_the_objects_have_numbers(
    tmp_path: Path,
) -> None:
    (tmp_path / "images.csv").write_text("image_id,Rotation\n7,90\n9,0\n")
    text = json.dumps(INSTANCES)
    found = read(tmp_path / "i.json", text, image_file=tmp_path / "images.csv")
    assert {i: image.rotation for i, image in found.items()} == {7: 90.0, 8: None, 9: 0.0}


def test_leniency_leaves_out_and_tells(folder: Path) -> None:
    left_out = LeftOut()
    text = BOXES + "00a1,x\n00b2,x,\n" + "00c3,xclick,/m/emu,1,0,0,0,0,0,0,0\n"
    found = read(
        folder / "more.csv",
        text,
        policy="lenient",
        class_file=folder / "classes.csv",
        left_out=left_out,
    )
    assert counts(found) == {"00a1": {"Dog": 2, "Ball": 1}, "00b2": {"Cat": 1}}
    assert left_out.counts == {"rows that cannot be used": 3}
    [line] = left_out.lines()
    assert line.startswith("3 rows that cannot be used; the first: ")
    assert "line 7: found 2 columns" in line


def test_leniency_leaves_out_lines_and_rotations(tmp_path: Path) -> None:
    left_out = LeftOut()
    text = '{"image_id": 1, "objects": ["a"], "rotation": "up"}\n{"image_id": \n'
    text += '{"image_id": 2, "objects": 5}\n{"image_id": 3, "objects": {}, "rotation": 0}\n'
    found = read(tmp_path / "a.jsonl", text, policy="lenient", left_out=left_out)
    assert {i: image.rotation for i, image in found.items()} == {1: None, 3: 0.0}
    assert left_out.counts == {
        "records that cannot be used": 2,
        "rotations that are no number": 1,
    }
    change = {"annotations": [{"image_id": 7, "category_id": 9}, {"category_id": 1}]}
    found = read(tmp_path / "i.json", json.dumps(INSTANCES | change), policy="lenient")
    assert counts(found) == {7: {}, 8: {}}


def test_there_is_no_other_policy(folder: Path) -> None:
    with pytest.raises(UsageError, match="did you mean lenient"):
        read_object_annotations(folder / "boxes.csv", policy="lenint")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["train", "val"])
def test_real_instances_are_counted_as_they_are(name: str) -> None:
    path = shared_data(f"coco_mini/instances_{name}2017.json")
    content = json.loads(path.read_text())
    names = {category["id"]: category["name"] for category in content["categories"]}
    expected: dict[int, Counter[str]] = {image["id"]: Counter() for image in content["images"]}
    for annotation in content["annotations"]:
        expected[annotation["image_id"]][names[annotation["category_id"]]] += 1
    assert counts(read(path)) == expected
