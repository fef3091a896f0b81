"""ONNX models as detectors: what they are given, and what their answers mean."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.core.types import Detection
from cutline.detect.onnx import OnnxDetector, open_onnx
from cutline.detect.settings import Settings
from tests.detect.made_pictures import picture
from tests.detect.onnx.made_models import (
    LABELS,
    TensorProto,
    describe,
    write_bare_constants,
    write_constants,
    write_grid,
    write_means,
)

#: Two boxes of a picture of 8 x 4, as corners in pixels.
LEFT, RIGHT = (1.0, 1.0, 3.0, 3.0), (4.0, 0.0, 8.0, 2.0)


def test_an_ssd_gives_each_box_its_surest_label(tmp_path: Path) -> None:
    boxes = [(1 / 4, 1 / 8, 3 / 4, 3 / 8), (0, 4 / 8, 2 / 4, 1)]
    write_constants(tmp_path, boxes=boxes, scores=[[0.1, 0.6, 0.5], [0.9, 0.1, 0.1]])
    found = open_onnx(describe(tmp_path)).detect([picture(8, 4), picture(80, 40)])
    assert found[0] == (
        Detection("red", 0.9, (4.0, 0.0, 4.0, 2.0)),
        Detection("green", 0.6, (1.0, 1.0, 2.0, 2.0)),
    )
    assert [item.box for item in found[1]] == [(40.0, 0.0, 40.0, 20.0), (10.0, 10.0, 20.0, 20.0)]


@pytest.mark.parametrize(
    ("form", "boxes"),
    [
        ("ymin-xmin-ymax-xmax-relative", [(1 / 4, 1 / 8, 3 / 4, 3 / 8), (0, 4 / 8, 2 / 4, 1)]),
        ("x-y-x-y-relative", [(1 / 8, 1 / 4, 3 / 8, 3 / 4), (4 / 8, 0, 1, 2 / 4)]),
        ("x-y-x-y", [LEFT, RIGHT]),
        ("cx-cy-w-h", [(2, 2, 2, 2), (6, 1, 4, 2)]),
        ("cx-cy-w-h-relative", [(2 / 8, 2 / 4, 2 / 8, 2 / 4), (6 / 8, 1 / 4, 4 / 8, 2 / 4)]),
    ],
)
def test_boxes_of_every_form_are_understood(
    tmp_path: Path, form: str, boxes: list[tuple[float, ...]]
) -> None:
    write_constants(tmp_path, ("n", 4, 8, 3), boxes=boxes, scores=np.eye(3)[:2])
    made = describe(tmp_path, box_format=form, input_size=[4, 8])
    assert [item.box for item in open_onnx(made).detect([picture(8, 4)])[0]] == [
        (4.0, 0.0, 4.0, 2.0),
        (1.0, 1.0, 2.0, 2.0),
    ]


def test_the_axis_that_tensorflow_adds_is_no_matter(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[[(0, 0, 1, 1)], [(0, 0, 0.5, 0.5)]], scores=np.eye(3)[:2])
    assert len(open_onnx(describe(tmp_path)).detect([picture(8, 4)])[0]) == 2


@pytest.mark.parametrize("style", ["v5", "v8", "v8 upright"])
def test_a_yolo_has_rows_of_either_style(tmp_path: Path, style: str) -> None:
    boxes = np.array([(2, 2, 2, 2), (6, 1, 4, 2)], dtype=np.float32)
    scores = np.array([[0.0, 0.8, 0.1], [0.9, 0.0, 0.0]], dtype=np.float32)
    if style == "v5":
        sure = np.array([[0.75], [1.0]], dtype=np.float32)
        rows = np.concatenate([boxes, sure, scores], axis=1)
    else:
        rows = np.concatenate([boxes, scores], axis=1)
        rows = rows.T if style == "v8" else rows
    write_constants(tmp_path, ("n", 3, 4, 8), rows=rows)
    made = describe(
        tmp_path,
        kind="yolo",
        outputs={"rows": "rows"},
        box_format="cx-cy-w-h",
        input_size=[4, 8],
        input_layout="nchw",
    )
    found = open_onnx(made).detect([picture(8, 4)])[0]
    assert found == (
        Detection("red", 0.9, (4.0, 0.0, 4.0, 2.0)),
        Detection("green", 0.6 if style == "v5" else 0.8, (1.0, 1.0, 2.0, 2.0)),
    )


def test_a_detr_has_logits_and_a_class_for_nothing(tmp_path: Path) -> None:
    boxes = [(0.25, 0.5, 0.25, 0.5), (0.75, 0.25, 0.5, 0.5), (0.5, 0.5, 1, 1)]
    logits = np.log([[0.7, 0.1, 0.1, 0.1], [0.01, 0.01, 0.9, 0.08], [0.02, 0.02, 0.02, 0.94]])
    write_constants(tmp_path, boxes=boxes, logits=logits)
    made = describe(
        tmp_path,
        kind="detr",
        outputs={"boxes": "boxes", "logits": "logits"},
        box_format="cx-cy-w-h-relative",
        score_activation="softmax",
        background="last",
    )
    found = open_onnx(made).detect([picture(8, 4)])[0]
    assert [(item.label, item.score, item.box) for item in found] == [
        ("blue", 0.9, (4.0, 0.0, 4.0, 2.0)),
        ("red", 0.7, (1.0, 1.0, 2.0, 2.0)),
    ]


def test_a_detr_keeps_boxes_that_overlap_unless_told(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0.5, 0.5, 1, 1)] * 2, scores=[[0.9, 0, 0], [0.8, 0, 0]])
    more = {"kind": "detr", "box_format": "cx-cy-w-h-relative"}
    counts = [
        len(open_onnx(describe(tmp_path, **more, **nms)).detect([picture(8, 4)])[0])
        for nms in ({}, {"nms_iou": None}, {"nms_iou": 0.5})
    ]
    assert counts == [2, 2, 1]


@pytest.mark.parametrize("background", ["first", "last"])
@pytest.mark.parametrize("is_listed", [True, False])
def test_a_background_is_no_object(tmp_path: Path, background: str, is_listed: bool) -> None:
    scores = [0.6, 0.2, 0.2]
    labels: list[str | None] = list(LABELS)
    at = 0 if background == "first" else 3
    if is_listed:
        labels.insert(at, None)
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[np.insert(scores, at, 0.99)])
    made = describe(tmp_path, background=background, labels=labels)
    assert open_onnx(made).detect([picture(8, 4)]) == [
        (Detection("red", 0.6, (0.0, 0.0, 8.0, 4.0)),)
    ]


def test_a_number_that_stands_for_no_class_is_passed_over(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.6, 0.9, 0.7]])
    made = open_onnx(describe(tmp_path, labels=["red", None, "blue"]))
    assert [item.label for item in made.detect([picture(8, 4)])[0]] == ["blue"]
    assert made.labels == ("red", "blue")


@pytest.mark.parametrize(("activation", "value"), [("sigmoid", 2.0), ("none", 0.880797)])
def test_scores_are_brought_to_shares(tmp_path: Path, activation: str, value: float) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[value, -9.0, -90.0]])
    made = describe(tmp_path, score_activation=activation)
    assert open_onnx(made).detect([picture(8, 4)])[0][0].score == 0.880797


def test_classes_have_no_boxes(tmp_path: Path) -> None:
    write_constants(tmp_path, logits=np.log([0.2, 0.5, 0.3]))
    more: dict[str, Any] = {"kind": "classes", "outputs": {"logits": "logits"}, "box_format": None}
    made = describe(tmp_path, **more, score_activation="softmax", threshold=0.25)
    found = open_onnx(made).detect([picture(8, 4)] * 2)
    assert found == [(Detection("green", 0.5), Detection("blue", 0.3))] * 2
    top = open_onnx(made, settings=Settings(max_objects=1)).detect([picture(8, 4)])
    assert top == [(Detection("green", 0.5),)]


def test_a_model_that_chooses_classes_itself_may_lack_an_axis(tmp_path: Path) -> None:
    write_bare_constants(
        tmp_path,
        ("n", 4, 8, 3),
        boxes=np.array([LEFT, RIGHT, RIGHT], dtype=np.float32),
        scores=np.array([0.7, 0.9, 0.8], dtype=np.float32),
        classes=np.array([1, 2, 77], dtype=np.int64),
    )
    roles = {"boxes": "boxes", "scores": "scores", "classes": "classes"}
    made = describe(tmp_path, outputs=roles, box_format="x-y-x-y", input_size=[4, 8])
    expected = (
        Detection("blue", 0.9, (4.0, 0.0, 4.0, 2.0)),
        Detection("green", 0.7, (1.0, 1.0, 2.0, 2.0)),
    )
    assert open_onnx(made).detect([picture(8, 4)] * 3) == [expected] * 3


@pytest.mark.parametrize("layout", ["nhwc", "nchw"])
@pytest.mark.parametrize("batch", ["n", 1, 3])
def test_pictures_of_a_batch_have_their_own_answers(
    tmp_path: Path, layout: str, batch: int | str
) -> None:
    write_grid(tmp_path, layout=layout, batch=batch)
    made = open_onnx(describe(tmp_path, input_layout=layout))
    pictures = [
        picture(40, 40, **{colour: (10 * n, 20, 10 * n + 10, 30)})
        for n, colour in enumerate(["red", "green", "blue", "red"])
    ] * 3
    found = made.detect(pictures)
    assert [[item.label for item in one] for one in found] == [
        ["red"],
        ["green"],
        ["blue"],
        ["red"],
    ] * 3
    assert [one[0].box for one in found[:4]] == [(10.0 * n, 20.0, 10.0, 10.0) for n in range(4)]
    assert made.detect([]) == []


def test_a_letterbox_is_undone(tmp_path: Path) -> None:
    write_grid(tmp_path)
    made = open_onnx(
        describe(tmp_path, input_resize="letterbox", input_interpolation="bilinear-tf")
    )
    wide = picture(80, 40, blue=(20, 20, 40, 40))
    high = picture(40, 80, red=(20, 60, 40, 80))
    found = made.detect([wide, high])
    # Each cell is 20 x 20; the grey around is no colour.
    assert found[0] == (Detection("blue", 1.0, (20.0, 20.0, 20.0, 20.0)),)
    assert found[1] == (Detection("red", 1.0, (20.0, 60.0, 20.0, 20.0)),)


def test_a_crop_is_undone(tmp_path: Path) -> None:
    write_grid(tmp_path)
    made = open_onnx(describe(tmp_path, input_resize="crop", input_interpolation="bilinear-tf"))
    found = made.detect([picture(80, 40, green=(30, 20, 40, 30), red=(0, 0, 20, 40))])
    # The red lies outside of the square in the middle.
    assert found == [(Detection("green", 1.0, (30.0, 20.0, 10.0, 10.0)),)]


def test_pixels_are_scaled_and_normalised(tmp_path: Path) -> None:
    write_means(tmp_path)
    more: dict[str, Any] = {
        "kind": "classes",
        "outputs": {"scores": "means"},
        "threshold": 0.0,
        "input_size": None,
    }
    sight = picture(4, 4, red=(0, 0, 4, 2), blue=(0, 2, 4, 4))
    plain = open_onnx(describe(tmp_path, **more)).detect([sight])[0]
    assert {item.label: item.score for item in plain} == {"red": 0.5, "blue": 0.5, "green": 0.0}
    made = describe(
        tmp_path, **more, input_scale=1 / 255, input_mean=[0.25, -0.5, 0], input_std=[1, 2, 5]
    )
    found = open_onnx(made).detect([sight])[0]
    scores = {item.label: item.score for item in found}
    assert scores == pytest.approx({"red": 0.25, "green": 0.25, "blue": 0.1}, abs=1e-6)


def test_pictures_of_any_size_are_given_as_they_are(tmp_path: Path) -> None:
    write_means(tmp_path, element=TensorProto.UINT8)
    made = describe(
        tmp_path,
        kind="classes",
        outputs={"scores": "means"},
        threshold=0.001,
        input_size=None,
        input_type="uint8",
        input_scale=1,
    )
    sights = [picture(10, 10, red=(0, 0, 1, 1)), picture(20, 10, green=(0, 0, 1, 1))]
    found = open_onnx(made).detect([*sights, sights[1]])
    # Means of bytes are far above 1, and a score is never.
    assert [[(item.label, item.score) for item in one] for one in found] == [
        [("red", 1.0)],
        [("green", 1.0)],
        [("green", 1.0)],
    ]


def test_boxes_are_cut_to_the_picture(tmp_path: Path) -> None:
    boxes = [(-0.5, -0.5, 0.5, 0.5), (0.5, 0.5, 2, 2), (1.5, 1.5, 2, 2), (0, 0, np.nan, 1)]
    write_constants(tmp_path, boxes=boxes, scores=[[0.9, 0, 0], [0.8, 0, 0], [1, 0, 0], [1, 0, 0]])
    assert [item.box for item in open_onnx(describe(tmp_path)).detect([picture(8, 4)])[0]] == [
        (0.0, 0.0, 4.0, 2.0),
        (4.0, 2.0, 4.0, 2.0),
    ]


def test_settings_take_the_place_of_described_ones(tmp_path: Path) -> None:
    boxes = [(0, 0, 1, 1), (0, 0, 1, 0.9), (0, 0, 0.1, 0.1)]
    write_constants(tmp_path, boxes=boxes, scores=[[0.9, 0, 0], [0.8, 0, 0], [0.3, 0, 0]])
    path = describe(tmp_path)

    def count(**settings: Any) -> int:
        made = open_onnx(path, settings=Settings(**settings))
        return len(made.detect([picture(100, 100)])[0])

    assert count() == 1
    assert count(nms_iou=0.95) == 2
    assert count(threshold=0.3) == 2
    assert count(threshold=0.3, nms_iou=1.0) == 3
    assert count(threshold=0.3, nms_iou=1.0, max_objects=2) == 2


def test_a_surer_box_may_leave_out_those_of_all_labels(tmp_path: Path) -> None:
    boxes = [(0, 0, 1, 1), (0, 0, 1, 0.9), (0, 0, 0.9, 1), (0, 0, 0.1, 0.1)]
    scores = [[0.9, 0, 0], [0, 0.8, 0], [0.7, 0, 0], [0, 0, 0.6]]
    write_constants(tmp_path, boxes=boxes, scores=scores)

    def labels(path: Path, settings: Settings | None = None) -> list[str]:
        made = open_onnx(path, settings=settings)
        return [item.label for item in made.detect([picture(100, 100)])[0]]

    assert labels(describe(tmp_path)) == ["red", "green", "blue"]
    assert labels(describe(tmp_path), Settings(nms_labels="any")) == ["red", "blue"]
    among_all = describe(tmp_path, nms_labels="any")
    assert labels(among_all) == ["red", "blue"]
    assert labels(among_all, Settings(nms_labels="same")) == ["red", "green", "blue"]


def test_names_and_signatures_tell_what_differs(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]])
    path = describe(tmp_path)
    usual = open_onnx(path, name="made")
    other = open_onnx(path, name="made", settings=Settings(threshold=0.3, max_objects=20))
    assert (usual.name, other.name) == ("made", "made(threshold=0.3)")
    digest = hashlib.sha256((tmp_path / "model.onnx").read_bytes()).hexdigest()[:16]
    settings = "threshold=0.5,nms_iou=0.5,max_objects=20,nms_labels=same"
    assert f"made({settings})|model:{digest}|" in usual.signature
    assert other.signature != usual.signature
    assert open_onnx(describe(tmp_path, labels=["a", "b", "c"])).signature != usual.signature
    assert open_onnx(path).name == str(path)


def test_the_same_model_is_found_by_folder_and_file(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]])
    describe(tmp_path)
    places = [tmp_path, tmp_path / "detector.json", tmp_path / "model.onnx"]
    assert len({open_onnx(place).signature for place in places}) == 1


def test_a_model_that_is_another_is_refused(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]])
    right = hashlib.sha256((tmp_path / "model.onnx").read_bytes()).hexdigest()
    open_onnx(describe(tmp_path, sha256=right.upper()))
    with pytest.raises(FileError, match=r"has the SHA-256 .* its description says 0000"):
        open_onnx(describe(tmp_path, sha256="0" * 64))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"input_name": "pictures"}, "has the inputs 'images'"),
        (
            {"outputs": {"boxes": "box", "scores": "scores"}},
            "has no output 'box' (did you",
        ),
        ({"labels": ["a", "b"]}, "has scores of 3 classes, and there are 2 labels"),
        ({"input_size": [9, 9]}, "fails: "),
        ({"input_type": "uint8", "input_scale": 1}, "fails: "),
        ({"outputs": {"boxes": "scores", "scores": "scores"}}, "expected four numbers a box"),
        ({"outputs": {"boxes": "boxes", "scores": "more"}}, "gives 1 boxes and scores of 2"),
        ({"kind": "yolo", "outputs": {"rows": "more"}}, "expected 7 or 8 numbers a box"),
    ],
)
def test_a_model_that_is_not_as_described_is_told(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    write_constants(
        tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]], more=[[0.9, 0, 0], [0.8, 0, 0]]
    )
    with pytest.raises(FileError) as caught:
        open_onnx(describe(tmp_path, **changes)).detect([picture(8, 4)])
    assert f"{tmp_path / 'model.onnx'}: " in str(caught.value)
    assert said in str(caught.value)


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(FileError, match=r"model\.onnx: cannot be opened as an ONNX model"):
        open_onnx(describe(tmp_path))


def test_a_setting_out_of_range_is_refused() -> None:
    wrong: list[dict[str, Any]] = [{"threshold": 1.5}, {"nms_iou": -1.0}, {"max_objects": 0}]
    for settings in [*wrong, {"nms_labels": "all"}]:
        with pytest.raises(UsageError, match=r"expected"):
            Settings(**settings)


def test_without_onnx_runtime_the_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]])
    monkeypatch.setattr("cutline.detect.onnx.session.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match=r"pip install 'cutline\[detect\]'"):
        open_onnx(describe(tmp_path))


def test_answers_do_not_depend_on_company(tmp_path: Path) -> None:
    write_grid(tmp_path)
    made: OnnxDetector = open_onnx(describe(tmp_path), jobs=2)
    draw = np.random.default_rng(3)
    pictures = []
    for size in draw.integers(8, 90, (20, 2)):
        sight = picture(*size.tolist())
        noise = draw.integers(0, 256, sight.pixels.shape, dtype=np.uint8)
        pictures.append(type(sight)(sight.file, noise))
    assert made.detect(pictures) == [made.detect([one])[0] for one in pictures]
