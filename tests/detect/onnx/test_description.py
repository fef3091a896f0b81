"""Reading `detector.json`: every wrong field is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.detect.onnx import read_description
from tests.detect.onnx.made_models import describe


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.onnx").write_bytes(b"a model")
    return tmp_path


def test_every_field_is_read(folder: Path) -> None:
    path = describe(
        folder,
        sha256="AB" * 32,
        kind="yolo",
        outputs={"rows": "output0"},
        box_format="cx-cy-w-h",
        score_activation="sigmoid",
        background="first",
        labels=[None, " dog ", "cat"],
        threshold=0.25,
        nms_iou=0.7,
        max_objects=300,
        licence="MIT",
        source="my own",
        input_size=[320, 640],
        input_layout="nchw",
        input_mean=[1, 2, 3],
        input_std=[4, 5, 6],
        input_resize="letterbox",
        input_interpolation="bicubic",
    )
    found = read_description(path)
    assert (found.name, found.kind, found.model) == ("made", "yolo", folder / "model.onnx")
    assert (found.sha256, found.labels) == ("ab" * 32, (None, "dog", "cat"))
    assert (found.outputs, found.box_format) == ({"rows": "output0"}, "cx-cy-w-h")
    assert (found.score_activation, found.background) == ("sigmoid", "first")
    assert (found.threshold, found.nms_iou, found.max_objects) == (0.25, 0.7, 300)
    assert (found.licence, found.source) == ("MIT", "my own")
    assert (found.input.size, found.input.layout, found.input.resize) == (
        (320, 640),
        "nchw",
        "letterbox",
    )
    assert (found.input.mean, found.input.std) == ((1, 2, 3), (4, 5, 6))
    assert found.input.interpolation == "bicubic"


def test_what_is_left_out_has_a_default(folder: Path) -> None:
    found = read_description(describe(folder))
    assert (found.threshold, found.nms_iou, found.max_objects, found.sha256) == (0.5, 0.5, 20, None)
    assert (found.input.mean, found.input.std, found.input.resize) == (
        (0, 0, 0),
        (1, 1, 1),
        "stretch",
    )
    assert read_description(describe(folder, nms_iou=None)).nms_iou is None
    assert read_description(describe(folder, kind="detr")).nms_iou is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cutline": "boxes"}, "a Cutline file of the text 'boxes', expected 'detector'"),
        ({"version": 2}, "version the number 2"),
        ({"name": ""}, "\"name\" is the text '', expected text"),
        ({"model": "../model.onnx"}, "\"model\" is the text '../model.onnx'"),
        ({"model": "other.onnx"}, "there is no file"),
        ({"sha256": "abc"}, "\"sha256\" is the text 'abc', expected 64 hexadecimal digits"),
        ({"kind": "sssd"}, "expected one of ssd, yolo, detr, classes (did you mean ssd?)"),
        ({"outputs": {"boxes": "b"}}, '"outputs": found "boxes", expected "boxes" and "scores"'),
        ({"outputs": {"boxs": "b"}}, "there is no field 'boxs' (did you mean boxes?)"),
        ({"outputs": {"boxes": "b", "scores": 5}}, '"scores" is the number 5, expected text'),
        ({"kind": "yolo", "outputs": {}}, 'found nothing, expected "rows" or "boxes" and'),
        ({"box_format": None}, '"box_format" is null, expected one of'),
        ({"box_format": "x-y-w-h"}, "\"box_format\" is the text 'x-y-w-h', expected one of"),
        ({"score_activation": "tanh"}, '"score_activation" is the text'),
        ({"background": "middle"}, '"background" is the text'),
        ({"labels": []}, '"labels" is a list of 0'),
        ({"labels": [None]}, '"labels" is a list of 1'),
        ({"labels": ["dog", 5]}, '"labels", number 1: found the number 5'),
        ({"threshold": 1.5}, '"threshold" is the number 1.5, expected a number from 0 to 1'),
        ({"threshold": True}, '"threshold" is true (true or false)'),
        ({"nms_iou": "0.5"}, '"nms_iou" is the text'),
        ({"nms_labels": "all"}, '"nms_labels" is the text'),
        ({"max_objects": 0}, '"max_objects" is the number 0'),
        ({"treshold": 0.5}, "there is no field 'treshold' (did you mean threshold?)"),
        ({"input_size": 300}, '"input": "size" is the number 300'),
        ({"input_size": [0, 5]}, '"input": "size" is a list of 2'),
        ({"input_layout": "hwc"}, '"input": "layout" is the text'),
        ({"input_type": "int8"}, '"input": "type" is the text'),
        ({"input_scale": 0}, '"input": "scale" is the number 0'),
        ({"input_mean": [1, 2]}, '"input": "mean" is a list of 2'),
        ({"input_std": [1, 0, 1]}, '"input": "std" is a list of 3, expected three numbers above 0'),
        ({"input_type": "uint8"}, '"type" is uint8, which has no room'),
        ({"input_resize": "fit"}, '"input": "resize" is the text'),
        ({"input_interpolation": "cubic"}, "(did you mean bicubic?)"),
        ({"input_colour": "bgr"}, "there is no field 'colour'"),
    ],
)
def test_a_wrong_field_is_named(folder: Path, changes: dict[str, Any], said: str) -> None:
    path = describe(folder, **changes)
    with pytest.raises(FileError) as caught:
        read_description(path)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "field", ["cutline", "version", "name", "model", "kind", "input", "outputs"]
)
def test_a_field_that_is_missing_is_named(folder: Path, field: str) -> None:
    path = describe(folder)
    content = json.loads(path.read_text())
    del content[field]
    path.write_text(json.dumps(content))
    with pytest.raises(FileError, match=f'has no "{field}"'):
        read_description(path)


def test_the_size_of_the_input_has_to_be_told(folder: Path) -> None:
    path = describe(folder)
    content = json.loads(path.read_text())
    del content["input"]["size"]
    path.write_text(json.dumps(content))
    with pytest.raises(FileError, match='"input": has no "size"'):
        read_description(path)
    assert read_description(describe(folder, input_size=None)).input.size is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2: not JSON"),
        ("[]", "found a list of 0, expected an object"),
        ('{"name": 1, "name": 2}', "'name' stands twice"),
    ],
)
def test_what_is_no_description_is_refused(folder: Path, text: str, said: str) -> None:
    (folder / "detector.json").write_text(text)
    with pytest.raises(FileError) as caught:
        read_description(folder)
    assert said in str(caught.value)


def test_a_folder_or_model_without_a_description_is_told(folder: Path) -> None:
    for place in (folder, folder / "model.onnx", folder / "detector.json"):
        with pytest.raises(FileError, match=r"detector\.json: there is no such file; a detector"):
            read_description(place)
    with pytest.raises(FileError, match=r"other\.onnx: cannot be read: there is no such file"):
        read_description(folder / "other.onnx")
