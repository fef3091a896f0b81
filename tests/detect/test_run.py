"""A detector on many files: in their order, and whatever happens to one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import MissingPartError
from cutline.core.types import Detection
from cutline.datasets.detections import DetectedImage
from cutline.datasets.pictures import find_pictures
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
