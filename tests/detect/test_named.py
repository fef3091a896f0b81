"""Detectors by name: what is printed can be typed back in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.errors import CutlineError, FileError, MissingPartError, UsageError
from cutline.detect import ready
from cutline.detect.named import detector_named
from cutline.detect.settings import Settings
from tests.detect.made_pictures import picture
from tests.detect.onnx.made_models import describe, write_constants


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a detector, which also stands for coco-ssd."""
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=[[0.9, 0, 0]])
    describe(tmp_path)
    monkeypatch.setattr(
        ready, "ready_folder", lambda name: tmp_path if name == "coco-ssd" else None
    )
    (tmp_path / "gold.json").write_text(json.dumps({"a": ["dog"]}))
    (tmp_path / "a+b (1).json").write_text(json.dumps({"a": ["cat"]}))
    (tmp_path / "boxes.csv").write_text("ImageID,LabelName,XMin,XMax,YMin,YMax\na,/m/1,0,1,0,1\n")
    (tmp_path / "classes.csv").write_text("/m/1,Dog\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("coco-ssd", "coco-ssd"),
        (" coco-ssd ", "coco-ssd"),
        ("coco-ssd(threshold=0.3)", "coco-ssd(threshold=0.3)"),
        ("coco-ssd( nms_iou=.6, max_objects=50 )", "coco-ssd(nms_iou=0.6,max_objects=50)"),
        ("coco-ssd(nms_labels=any)", "coco-ssd(nms_labels=any)"),
        ("coco-ssd(nms_labels=same)", "coco-ssd"),
        ("coco-ssd(threshold=0.5)", "coco-ssd"),
        ("coco-ssd()", "coco-ssd"),
        ("detector.json", "detector.json"),
        ("model.onnx(threshold=0.3)", "model.onnx(threshold=0.3)"),
        ("./(threshold=0.3)", "./(threshold=0.3)"),
        ("gold:gold.json", "gold:gold.json"),
        ("gold:boxes.csv(classes=classes.csv)", "gold:boxes.csv(classes=classes.csv)"),
        ("gold:a+b (1).json", None),
        ('gold:"a+b (1).json"', 'gold:"a+b (1).json"'),
        ("coco-ssd+gold:gold.json", "coco-ssd+gold:gold.json"),
        (
            'gold:"a+b (1).json" + coco-ssd(threshold=0.3)',
            'gold:"a+b (1).json"+coco-ssd(threshold=0.3)',
        ),
    ],
)
def test_what_is_printed_can_be_typed_back_in(model: Path, spec: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(CutlineError):
            detector_named(spec)
        return
    made = detector_named(spec)
    assert made.name == name
    again = detector_named(made.name)
    assert (again.name, again.signature) == (made.name, made.signature)


def test_settings_for_all_are_used_where_a_spec_says_nothing(model: Path) -> None:
    names = [
        detector_named(spec, settings=Settings(threshold=0.2)).name
        for spec in ("coco-ssd", "coco-ssd(threshold=0.4)", "coco-ssd+gold:gold.json")
    ]
    assert names == [
        "coco-ssd(threshold=0.2)",
        "coco-ssd(threshold=0.4)",
        "coco-ssd(threshold=0.2)+gold:gold.json",
    ]


def test_codes_of_classes_get_their_names(model: Path) -> None:
    assert detector_named("gold:boxes.csv(classes=classes.csv)").labels == ("Dog",)


def test_joined_detectors_answer_together(model: Path) -> None:
    found = detector_named("gold:gold.json+coco-ssd").detect([picture(9, 9, "a.jpg")])
    assert [item.label for item in found[0]] == ["dog", "red"]


def test_a_model_that_was_not_obtained_is_told_with_the_command(model: Path) -> None:
    with pytest.raises(MissingPartError, match=r"run: cutline detect get imagenet"):
        detector_named("imagenet")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "found nothing where a detector is expected"),
        ("coco-ssd+", "found nothing where a detector is expected"),
        ("coco-sdd", "there is no detector 'coco-sdd' (did you mean coco-ssd?)"),
        ("golden:gold.json", "there are no detectors 'golden' (did you mean gold?)"),
        ("gold:", "found nothing behind the colon"),
        ("coco-ssd(treshold=0.3)", "no setting 'treshold' (did you mean threshold?)"),
        ("coco-ssd(threshold)", "expected setting=value, found 'threshold'"),
        ("coco-ssd(threshold=high)", "threshold is a number, not 'high'"),
        ("coco-ssd(threshold=1.5)", "threshold is 1.5, expected a number from 0 to 1"),
        ("coco-ssd(nms_labels=all)", "nms_labels is all, expected same or any"),
        ("coco-ssd(max_objects=2.5)", "max_objects is a whole number, not '2.5'"),
        ("coco-ssd(threshold=0.1,threshold=0.2)", "threshold is set twice"),
        ("gold:gold.json(threshold=0.3)", "gold has no setting 'threshold'"),
    ],
)
def test_wrong_specs_are_told_in_words(model: Path, spec: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        detector_named(spec)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_told(model: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere\.onnx: cannot be read"):
        detector_named("nowhere.onnx")
    with pytest.raises(FileError, match=r"nowhere\.json: cannot be read"):
        detector_named("gold:nowhere.json")
