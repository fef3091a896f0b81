"""A detector on many files: in their order, and whatever happens to one of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.core.types import Detection
from cutline.datasets.detections import DetectedImage
from cutline.datasets.pictures import Picture, find_pictures
from cutline.detect.run import Unseen, detect_files
from tests.datasets.pictures.made_pictures import quarters, save
from tests.detect.made_detector import MadeDetector

DOG = (Detection("dog", 0.9, (0.0, 0.0, 5.0, 5.0)),)


def test_pictures_are_looked_at_in_their_order(tmp_path: Path) -> None:
    names = [f"{number:02}.png" for number in range(37)]
    for number, name in enumerate(names):
        save(tmp_path / name, quarters(10 + number, 8))
    detector = MadeDetector(dict.fromkeys(names, DOG))
    found = list(detect_files(detector, find_pictures(tmp_path), jobs=3))
    assert found == [
        DetectedImage(name, DOG, str(tmp_path / name), 10 + number, 8)
        for number, name in enumerate(names)
    ]
    assert sum(detector.asked) == 37
    assert max(detector.asked) == 8


def test_one_picture_does_not_keep_others_from_being_looked_at(tmp_path: Path) -> None:
    for name in ("a.png", "c.png", "d.png"):
        save(tmp_path / name)
    (tmp_path / "b.png").write_bytes(b"no picture")
    detector = MadeDetector({"a.png": DOG, "d.png": ()})
    found = list(detect_files(detector, find_pictures(tmp_path)))
    assert [type(one) for one in found] == [DetectedImage, Unseen, Unseen, DetectedImage]
    reasons = [one.reason for one in found if isinstance(one, Unseen)]
    assert reasons[0].startswith(f"{tmp_path / 'b.png'}: not a picture")
    assert reasons[1] == "image 'c.png': nobody knows"


def test_what_is_missing_for_all_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "a.png")
    files = find_pictures(tmp_path)
    monkeypatch.setattr("cutline.datasets.pictures.pillow.find_spec", lambda name: None)
    with pytest.raises(MissingPartError):
        list(detect_files(MadeDetector({}), files))


def test_who_stops_early_waits_for_nothing(tmp_path: Path) -> None:
    for number in range(60):
        save(tmp_path / f"{number:02}.png")
    detector = MadeDetector({f"{number:02}.png": DOG for number in range(60)})
    found = detect_files(detector, find_pictures(tmp_path), jobs=1)
    assert isinstance(next(found), DetectedImage)
    found.close()  # type: ignore[attr-defined]
    assert sum(detector.asked) == 8


class FailingDetector(MadeDetector):
    """Fails wherever it is shown a picture of one name."""

    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__({"a.png": DOG, "b.png": DOG, "c.png": DOG})
        self.bad, self.error = name, error

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        if any(picture.file.image_id == self.bad for picture in pictures):
            raise self.error
        return super().detect(pictures)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            RuntimeError("kernel size\n  is too large"),
            "the detector made fails: RuntimeError: kernel size is too large",
        ),
        (KeyError("boxes"), "the detector made fails: KeyError: 'boxes'"),
        (FileError("model.onnx: fails: no memory"), "model.onnx: fails: no memory"),
    ],
)
def test_whatever_a_detector_fails_with_is_that_pictures_error(
    tmp_path: Path, error: Exception, said: str
) -> None:
    for name in ("a.png", "b.png", "c.png"):
        save(tmp_path / name)
    found = list(detect_files(FailingDetector("b.png", error), find_pictures(tmp_path)))
    assert [type(one) for one in found] == [DetectedImage, Unseen, DetectedImage]
    assert isinstance(found[1], Unseen)
    assert found[1].reason == f"{tmp_path / 'b.png'}: {said}"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MissingPartError("pip install torch")])
def test_what_is_no_pictures_fault_ends_the_run(tmp_path: Path, error: BaseException) -> None:
    for name in ("a.png", "b.png", "c.png"):
        save(tmp_path / name)
    with pytest.raises(type(error)):
        list(detect_files(FailingDetector("b.png", error), find_pictures(tmp_path)))


def test_answers_that_are_too_few_are_no_answers(tmp_path: Path) -> None:
    class Forgetful(MadeDetector):
        def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
            return [DOG][: len(pictures) - 1]

    save(tmp_path / "a.png")
    [found] = detect_files(Forgetful({}), find_pictures(tmp_path))
    assert isinstance(found, Unseen)
    assert found.reason.endswith("ValueError: 0 answers for 1 pictures")


def test_large_pictures_are_not_all_given_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number}.png" for number in range(8)]
    for name in names:
        save(tmp_path / name)
    monkeypatch.setattr("cutline.datasets.pictures.ahead.pixels_of", lambda path: 20_000_000)
    detector = MadeDetector(dict.fromkeys(names, DOG))
    assert len(list(detect_files(detector, find_pictures(tmp_path)))) == 8
    assert detector.asked == [2, 2, 2, 2]
