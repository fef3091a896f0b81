"""From pictures to annotated images, with everything that can go wrong on the way."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from PIL import Image

from cutline.annotate import NoCaption, Plan
from cutline.annotate.pipeline import annotated
from cutline.core.types import Detection
from cutline.datasets.annotated_images import AnnotatedImage, image_line, parse_image
from cutline.datasets.pictures import Picture, PictureFile, open_picture, opened_ahead
from tests.annotate.stand_ins import METRICS, Captioner, Detector, install, paint


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def plan(*captioners: Captioner, detector: Detector | None = None) -> Plan:
    return Plan(captioners, detector or Detector(), METRICS)


def run(files: list[PictureFile], made: Plan, size: int = 3) -> list[AnnotatedImage]:
    batches = [files[at : at + size] for at in range(0, len(files), size)]
    return [image for batch in annotated(batches, made) for image in batch]


DOG = Captioner("dog", lambda subject: "a dog")
BOTH = Captioner("both", lambda subject: "a dog with a ball")


def test_every_picture_has_objects_captions_and_a_best_one(tmp_path: Path) -> None:
    files = paint(tmp_path / "p", 5)
    detector = Detector()
    found = run(files, plan(DOG, BOTH, detector=detector))
    assert [image.image_id for image in found] == [file.image_id for file in files]
    assert detector.batches == [["01.png", "02.png", "03.png"], ["04.png", "05.png"]]
    odd, even = found[0], found[1]
    assert (odd.width, odd.height, odd.file) == (8, 6, str(files[0].path))
    known = files[0].path.stat()
    assert (odd.bytes, odd.modified) == (known.st_size, known.st_mtime_ns // 1000)
    assert [one.label for one in even.objects] == ["dog", "ball"]
    assert [caption.text for caption in even.captions] == ["a dog", "a dog with a ball"]
    assert (odd.best, even.best) == (0, 1)
    assert even.why == "semantic-fidelity 1.000, next 0.500 (dog); names dog, ball"
    nouns = even.captions[1].nouns
    assert [(n.text, n.start, n.object, n.relation) for n in nouns] == [
        ("dog", 2, 0, "same"),
        ("ball", 13, 1, "same"),
    ]
    for image in found:
        assert parse_image(image_line(image), "here") == image


def test_digits_that_depend_on_the_batch_are_left_out(tmp_path: Path) -> None:
    (image,) = run(paint(tmp_path / "p", 1), plan(DOG))
    assert image.objects == (Detection("dog", 0.9123, (1.23, 1.0, 4.0, 4.0)),)


def test_a_picture_that_cannot_be_opened_is_an_error_and_nothing_else(tmp_path: Path) -> None:
    files = paint(tmp_path / "p", 3)
    files[1].path.write_bytes(files[1].path.read_bytes()[:40])
    captioner = Captioner("c", lambda subject: "a dog")
    one, two, three = run(files, plan(captioner))
    assert (two.captions, two.best, two.width) == ((), None, 0)
    assert str(files[1].path) in two.error
    assert (one.error, three.error) == ("", "")
    assert captioner.asked == ["01.png", "03.png"]


def test_whatever_a_decoder_does_becomes_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: PictureFile) -> None:
        raise ZeroDivisionError("no\x1b[31m pixels")

    monkeypatch.setattr("cutline.annotate.pipeline.open_picture", fail)
    (image,) = run(paint(tmp_path / "p", 1), plan(DOG))
    assert image.error == "cannot be opened: ZeroDivisionError: no\ufffd[31m pixels"


def test_large_pictures_are_taken_in_parts_of_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = paint(tmp_path / "p", 5)
    few = functools.partial(opened_ahead, pixels=200)  # a picture has 48, and a part half of these
    monkeypatch.setattr("cutline.annotate.pipeline.opened_ahead", few)
    detector = Detector()
    found = run(files, plan(DOG, detector=detector))
    assert detector.batches == [["01.png", "02.png"], ["03.png"], ["04.png", "05.png"]]
    assert [image.image_id for image in found] == [file.image_id for file in files]


def test_a_picture_is_known_by_its_file_as_it_was_before_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_late(file: PictureFile) -> Picture:
        picture = open_picture(file)
        file.path.write_bytes(file.path.read_bytes() + b"more")
        return picture

    files = paint(tmp_path / "p", 1)
    size = files[0].path.stat().st_size
    monkeypatch.setattr("cutline.annotate.pipeline.open_picture", open_late)
    (image,) = run(files, plan(DOG))
    assert image.bytes == size


def test_a_turned_picture_is_looked_at_upright(tmp_path: Path) -> None:
    path = tmp_path / "01.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20)).save(path, exif=exif)
    (image,) = run([PictureFile(1, path)], plan(DOG))
    assert (image.width, image.height) == (20, 40)


def test_one_picture_that_the_detector_refuses_does_not_spoil_its_batch(tmp_path: Path) -> None:
    detector = Detector(refused=["02.png"])
    one, two, three = run(paint(tmp_path / "p", 3), plan(DOG, detector=detector))
    assert two.error == "detector stand-in: RuntimeError: no eyes for 02.png"
    assert two.captions == ()
    assert one.best == three.best == 0


def test_a_captioner_without_a_caption_leaves_the_others(tmp_path: Path) -> None:
    none = Captioner("none", lambda subject: NoCaption("too\x07 dark"))
    (image,) = run(paint(tmp_path / "p", 1), plan(none, DOG))
    assert image.captions[0].text is None
    assert image.captions[0].error == "too\ufffd dark"
    assert image.best == 1
    (image,) = run(paint(tmp_path / "p", 1), plan(none))
    assert (image.best, image.why, image.error) == (None, "there is no caption", "")


def test_a_captioner_that_raises_is_an_error_of_its_batch(tmp_path: Path) -> None:
    def fail(subject: object) -> str:
        raise ValueError("no weights")

    few = Captioner("few", lambda subject: "a dog")
    few.captions = lambda subjects: ["a dog"]  # type: ignore[method-assign]
    found = run(paint(tmp_path / "p", 2), plan(Captioner("broken", fail), few, DOG))
    for image in found:
        assert image.captions[0].error == "ValueError: no weights"
        assert image.captions[1].error == "1 answers for 2 pictures"
        assert image.best == 2


def test_a_detector_that_says_what_no_file_can_hold_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = [(Detection("dog", float("nan")),), (Detection("", 0.5),), (Detection("dog", 0.5),)]
    detector = Detector()
    monkeypatch.setattr(detector, "detect", lambda pictures: odd)
    one, two, three = run(paint(tmp_path / "p", 3), plan(DOG, detector=detector))
    assert "nan" in one.error.lower()
    assert "label" in two.error
    assert not three.error
    for image in (one, two, three):
        assert parse_image(image_line(image), "here") == image


def test_nobody_is_asked_about_a_batch_without_any_picture(tmp_path: Path) -> None:
    path = tmp_path / "01.png"
    path.write_text("no picture")
    captioner, detector = Captioner("c", lambda subject: "a dog"), Detector()
    (image,) = run([PictureFile(1, path)], plan(captioner, detector=detector))
    assert image.error
    assert captioner.asked == detector.asked == []
