"""Detectors of torchvision and ultralytics, with small stand-ins for the packages."""

from __future__ import annotations

import hashlib
import sys
import types
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.core.types import Detection
from cutline.detect.settings import Settings
from cutline.detect.torchvision_detector import TorchvisionDetector
from cutline.detect.ultralytics_detector import UltralyticsDetector
from tests.detect.made_pictures import picture


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **content: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__spec__ = types.SimpleNamespace()  # type: ignore[assignment]
    vars(module).update(content)
    monkeypatch.setitem(sys.modules, name, module)
    return module


class Model:
    """Sees a dog where the picture is red, twice, and what has no name."""

    def __init__(self, name: str, options: dict[str, Any]) -> None:
        self.name, self.options = name, options
        self.state: object = None

    def load_state_dict(self, state: object) -> None:
        if state == "of another model":
            raise RuntimeError("Missing key(s) in state_dict")
        self.state = state

    def eval(self) -> Model:
        return self

    def __call__(self, pictures: list[np.ndarray]) -> list[dict[str, np.ndarray]]:
        answers = []
        for values in pictures:
            assert values.dtype == np.float32
            assert values.max() <= 1
            y, x = np.nonzero(values[0])
            box = [x.min(), y.min(), x.max() + 1, y.max() + 1]
            answers.append(
                {
                    "labels": np.array([2, 2, 1, 2]),
                    "scores": np.array([0.75, 0.625, 0.9, 0.1], dtype=np.float32),
                    "boxes": np.array([box, box, box, [0, 0, 1, 1]], dtype=np.float32),
                }
            )
        return answers


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which torch keeps downloads; loading gives the file's text."""

    class Nothing:
        def __enter__(self) -> None: ...
        def __exit__(self, *_: object) -> None: ...

    def load(path: Path, map_location: str, weights_only: bool) -> str:
        assert weights_only
        return Path(path).read_text()

    stand_in(
        monkeypatch,
        "torch",
        hub=types.SimpleNamespace(get_dir=lambda: str(tmp_path)),
        no_grad=Nothing,
        from_numpy=lambda values: values,
        load=load,
    )
    usual = types.SimpleNamespace(
        url="https://example.org/models/finder_fpn_coco-1a2b.pth",
        meta={"categories": ["__background__", "N/A", "dog"]},
    )
    stand_in(monkeypatch, "torchvision")
    stand_in(
        monkeypatch,
        "torchvision.models",
        detection=object(),
        list_models=lambda module: ["finder", "finder_fpn"],
        get_model=lambda name, **options: Model(name, options),
        get_model_weights=lambda name: types.SimpleNamespace(DEFAULT=usual),
    )
    (tmp_path / "checkpoints").mkdir()
    return tmp_path / "checkpoints"


def test_torchvision_uses_weights_that_are_there(weights: Path) -> None:
    (weights / "finder_fpn_coco-1a2b.pth").write_text("numbers")
    made = TorchvisionDetector("finder_fpn")
    assert made.detect([picture(10, 8, red=(2, 1, 6, 5))]) == [
        (Detection("dog", 0.75, (2.0, 1.0, 4.0, 4.0)),)
    ]
    assert (made.name, made.labels) == ("torchvision:finder_fpn", ("dog",))
    assert made.signature.startswith("torchvision:finder_fpn(threshold=0.5,nms_iou=0.5,")
    digest = hashlib.sha256(b"numbers").hexdigest()[:16]
    assert made.signature.endswith(f"|model:{digest}")


def test_torchvision_never_fetches_weights(weights: Path) -> None:
    with pytest.raises(MissingPartError) as caught:
        TorchvisionDetector("finder_fpn")
    assert "finder_fpn_coco-1a2b.pth" in str(caught.value)
    assert "get_model('finder_fpn', weights='DEFAULT')" in str(caught.value)


def test_torchvision_tells_the_model_from_the_name_of_a_file(weights: Path) -> None:
    file = weights / "finder_fpn_mine.pth"
    file.write_text("other numbers")
    made = TorchvisionDetector(str(file), settings=Settings(threshold=0.05))
    assert made.name == f"torchvision:{file}(threshold=0.05)"
    assert made.signature.startswith("torchvision:finder_fpn(threshold=0.05,")
    assert len(made.detect([picture(10, 8, red=(2, 1, 6, 5))])[0]) == 2


def test_torchvision_tells_what_is_wrong(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"has no detector 'findr' \(did you mean finder"):
        TorchvisionDetector("findr")
    (weights / "mine.pth").write_text("numbers")
    with pytest.raises(UsageError, match=r"mine\.pth: its name begins with no model"):
        TorchvisionDetector(str(weights / "mine.pth"))
    with pytest.raises(FileError, match=r"finder_x\.pth: cannot be read"):
        TorchvisionDetector(str(weights / "finder_x.pth"))
    (weights / "finder_y.pth").write_text("of another model")
    with pytest.raises(FileError, match=r"cannot be used as weights of finder: Missing key"):
        TorchvisionDetector(str(weights / "finder_y.pth"))
    monkeypatch.setattr("cutline.detect.torchvision_detector.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match="pip install torchvision"):
        TorchvisionDetector("finder")


class Yolo:
    """Sees what is where a picture is blue: the first of three channels, for this package."""

    names = {0: "person", 1: "dog"}  # noqa: RUF012
    #: What it was asked with, each time.
    options: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, path: str) -> None:
        if Path(path).read_text() == "no model":
            raise TypeError("unsupported file")

    def predict(self, arrays: list[np.ndarray], **options: Any) -> list[Any]:
        assert options["verbose"] is False
        self.options.append(options)
        answers = []
        for pixels in arrays:
            y, x = np.nonzero(pixels[:, :, 0])
            box = [x.min() - 0.5, y.min(), x.max() + 1, y.max() + 1]
            boxes = types.SimpleNamespace(
                xyxy=np.array([box, box]), conf=np.array([0.5, 0.75]), cls=np.array([0.0, 1.0])
            )
            answers.append(types.SimpleNamespace(boxes=boxes))
        return answers


def test_ultralytics_is_asked_in_its_own_order_of_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "ultralytics", YOLO=Yolo)
    (tmp_path / "model.pt").write_text("a model")
    made = UltralyticsDetector(str(tmp_path / "model.pt"), settings=Settings(threshold=0.3))
    assert made.detect([picture(10, 8, blue=(0, 1, 6, 5))]) == [
        (
            Detection("dog", 0.75, (0.0, 1.0, 6.0, 4.0)),
            Detection("person", 0.5, (0.0, 1.0, 6.0, 4.0)),
        )
    ]
    assert made.detect([]) == []
    assert made.name == f"ultralytics:{tmp_path / 'model.pt'}(threshold=0.3)"
    assert made.labels == ("person", "dog")
    assert made.signature.startswith(
        "ultralytics(threshold=0.3,nms_iou=0.7,max_objects=300,nms_labels=same)|model:"
    )


def test_ultralytics_is_told_all_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "ultralytics", YOLO=Yolo)
    monkeypatch.setattr(Yolo, "options", [])
    (tmp_path / "model.pt").write_text("a model")
    for settings in (Settings(threshold=0.3), Settings(0.2, 0.6, 50, "any")):
        made = UltralyticsDetector(str(tmp_path / "model.pt"), settings=settings)
        made.detect([picture(10, 8, blue=(0, 1, 6, 5))])
    names = ("conf", "iou", "max_det", "agnostic_nms")
    assert [tuple(one[name] for name in names) for one in Yolo.options] == [
        (0.3, 0.7, 300, False),
        (0.2, 0.6, 50, True),
    ]


def test_ultralytics_never_fetches_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "ultralytics", YOLO=Yolo)
    with pytest.raises(FileError, match=r"yolo\.pt: cannot be read: there is no such file"):
        UltralyticsDetector(str(tmp_path / "yolo.pt"))
    (tmp_path / "bad.pt").write_text("no model")
    with pytest.raises(FileError, match=r"cannot be opened by ultralytics: unsupported file"):
        UltralyticsDetector(str(tmp_path / "bad.pt"))
    monkeypatch.setattr("cutline.detect.ultralytics_detector.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match="pip install ultralytics"):
        UltralyticsDetector(str(tmp_path / "yolo.pt"))
