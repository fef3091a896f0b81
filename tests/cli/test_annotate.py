"""`cutline annotate`: what it takes, what it writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from cutline.annotate import gallery_pictures as small
from cutline.cli import annotate as module
from cutline.core.errors import MissingPartError
from cutline.datasets.annotated_images import read_annotations
from tests.annotate.stand_ins import Detector, install, paint
from tests.command_line import Outcome, run_cutline


@pytest.fixture
def detector(monkeypatch: pytest.MonkeyPatch) -> Detector:
    return install(monkeypatch)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    paint(tmp_path / "photos", 5)
    captions = [
        {"image_id": f"{number:02d}", "caption": text}
        for number, text in enumerate(["a dog", "a cake", "a dog", "a ball and a dog", "hm"], 1)
    ]
    (tmp_path / "gull.json").write_text(json.dumps(captions))
    return tmp_path / "photos"


def annotate(photos: Path, *more: object, captioner: object = None) -> Outcome:
    folder = photos.parent
    return run_cutline(
        *("annotate", photos, "--captioner", captioner or folder / "gull.json"),
        *("--detector", "any", "-o", folder / "out.jsonl", *more),
    )


def test_captions_objects_values_and_the_best_are_written(photos: Path, detector: Detector) -> None:
    done = annotate(photos, "--captioner", "describe")
    assert (done.exit_code, done.stderr) == (0, "")
    header, images = read_annotations(photos.parent / "out.jsonl")
    assert (header.captioners, header.detector) == (("gull", "describe"), "stand-in")
    assert [image.image_id for image in images] == [f"0{n}.png" for n in range(1, 6)]
    assert [image.captions[image.best or 0].captioner for image in images] == [
        *("gull", "describe", "gull", "gull", "describe"),
    ]
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["captioner", "captions", "semantic-fidelity", "best", "undefined", "errors"]
    assert lines[1] == ["gull", "5", "0.750", "3", "1", "0"]
    assert lines[2] == ["describe", "5", "1.000", "2", "0", "0"]
    assert lines[4] == [
        "5",
        "images,",
        "5",
        "annotated",
        "now;",
        "7",
        "objects",
        "by",
        "stand-in",
        "(1.4",
        "an",
        "image)",
    ]
    assert done.stdout.splitlines()[-1] == header.signature


def test_json_has_every_figure(photos: Path, detector: Detector) -> None:
    content = json.loads(annotate(photos, "--json").stdout)
    signature = content.pop("signature")
    assert signature.startswith("gull=file:")
    assert content == {
        "cutline": "annotation-summary",
        "version": 1,
        "images": 5,
        "annotated_now": 5,
        "tried_again": 0,
        "left_out": 0,
        "objects": 7,
        "unusable": 0,
        "with_errors": 0,
        "captioners": [
            {
                "captioner": "gull",
                "captions": 5,
                "means": {"semantic-fidelity": 0.75},
                "best": 5,
                "undefined": 1,
                "errors": 0,
            }
        ],
        "detector": "stand-in",
    }


def test_tables_and_a_page_are_written_too(
    photos: Path, detector: Detector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutline.annotate.captioners.endpoint._MOST_TRIES", 1)
    folder = photos.parent
    secret = "http://me:secret@127.0.0.1:9/x?key=secret"
    done = annotate(
        *(photos, "--csv", folder / "t.csv", "--coco", folder / "c.json"),
        *("--gallery", folder / "g.html", "--captioner", secret, "--timeout", "0.1"),
    )
    assert f"the gallery is {folder / 'g.html'}" in done.stderr
    rows = list(csv.DictReader((folder / "t.csv").read_text().splitlines()))
    assert [row["caption"] for row in rows if row["captioner"] == "gull"][1] == "a cake"
    coco = json.loads((folder / "c.json").read_text())
    assert coco[0] == {"image_id": "01.png", "caption": "a dog"}
    page = (folder / "g.html").read_text()
    assert page.count("data:image/jpeg;base64,") >= 5
    assert "secret" not in page
    assert "secret" not in done.stderr + done.stdout
    assert "http://127.0.0.1:9/x" in page


def test_pictures_that_do_not_fit_are_linked(
    photos: Path, detector: Detector, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotate(photos)
    _, images = read_annotations(photos.parent / "out.jsonl")
    whole = small.gallery_pictures(images, str(photos / "g.html"))
    lengths = [len(address) for address in whole.values()]
    page = str(photos.parent / "pages" / "g.html")
    some = small.gallery_pictures(images, page, room=lengths[0] + lengths[1] + 1)
    assert list(some.values())[:2] == list(whole.values())[:2]
    assert list(some.values())[2:] == [f"../photos/0{n}.png" for n in (3, 4, 5)]
    (photos / "02.png").unlink()
    assert small.gallery_pictures(images, page)["02.png"] == "../photos/02.png"


def test_the_same_command_has_nothing_to_do(photos: Path, detector: Detector) -> None:
    first = annotate(photos)
    detector.batches.clear()
    second = annotate(photos)
    assert detector.batches == []
    assert "5 images, 0 annotated now" in second.stdout
    assert second.stdout == first.stdout.replace("5 annotated now", "0 annotated now")


def test_pictures_that_are_gone_are_left_out_and_said(photos: Path, detector: Detector) -> None:
    annotate(photos)
    (photos / "02.png").unlink()
    done = annotate(photos)
    assert done.exit_code == 0
    out = photos.parent / "out.jsonl"
    assert done.stderr == f"cutline: left out of {out}: 1 images that are not asked for now\n"
    assert len(read_annotations(out)[1]) == 4


def test_errors_are_counted_listed_and_tried_again(photos: Path, detector: Detector) -> None:
    whole = (photos / "03.png").read_bytes()
    (photos / "03.png").write_bytes(whole[:40])
    captions = json.loads((photos.parent / "gull.json").read_text())
    (photos.parent / "gull.json").write_text(json.dumps(captions[:-1]))
    done = annotate(photos)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1].split() == ["gull", "3", "0.667", "3", "0", "1"]
    lines = done.stderr.splitlines()
    assert lines[0] == "cutline: 2 of 5 images have errors; the same command tries them again"
    assert lines[1].startswith("  image 03.png: ")
    assert lines[2].endswith("gull.json has no caption for this image")
    assert len(read_annotations(photos.parent / "out.jsonl")[1]) == 5
    (photos / "03.png").write_bytes(whole)
    detector.batches.clear()
    assert annotate(photos).exit_code == 1
    assert detector.asked == ["03.png", "05.png"]


def test_another_captioner_is_refused_until_asked_to_begin_anew(
    photos: Path, detector: Detector
) -> None:
    annotate(photos)
    done = annotate(photos, captioner="describe")
    assert done.exit_code == 2
    assert "made with the captioners gull, and now they are describe" in done.stderr
    assert annotate(photos, "--restart", captioner="describe").exit_code == 0


def test_a_command_captions_pictures(photos: Path, detector: Detector) -> None:
    done = annotate(photos, captioner=f"c=command:{sys.executable} -c 'print(\"a dog\")' {{path}}")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[:2] == ["c", "5"]


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["--captioner", "descrbe"], 2, "'descrbe' is no captioner (did you mean describe?)"),
        (["--captioner", "gull=describe"], 2, "two captioners are named 'gull'"),
        (["--captioner", "nowhere.json"], 3, "nowhere.json: cannot be read"),
        (["--image-ids", "numbre"], 2, "--image-ids is one of auto, name, stem, number, not"),
        (["-o", "-"], 2, "-o writes to a file, not to standard output"),
        (["--gallery", "-"], 2, "--gallery writes to a file"),
        (["-o", "/dev/null"], 2, "/dev/null is no file"),
        (["-o", "nowhere/out.jsonl"], 3, "there is no folder"),
        (["--csv", "nowhere/t.csv"], 3, "there is no folder"),
        (["--batch", "0"], 2, "--batch"),
        (["--timeout", "0"], 2, "--timeout"),
    ],
)
def test_wrong_usage_is_told_before_any_work(
    photos: Path, detector: Detector, more: list[str], code: int, said: str
) -> None:
    done = annotate(photos, *more)
    assert done.exit_code == code
    assert said in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert detector.batches == []


def test_files_that_are_read_are_not_written(photos: Path, detector: Detector) -> None:
    gull = photos.parent / "gull.json"
    done = annotate(photos, "--csv", gull)
    assert (done.exit_code, "is read in the same run" in done.stderr) == (2, True)
    done = annotate(photos, "--csv", gull, captioner=f"named={gull}")
    assert (done.exit_code, "is read in the same run" in done.stderr) == (2, True)
    done = annotate(photos, "--csv", photos.parent / "out.jsonl.part")
    assert (done.exit_code, "is written in the same run" in done.stderr) == (2, True)


def test_without_a_captioner_it_says_what_to_do(photos: Path, detector: Detector) -> None:
    done = run_cutline("annotate", photos, "--detector", "any", "-o", photos.parent / "o.jsonl")
    assert done.exit_code == 2
    assert "no captioner was given" in done.stderr
    assert "cutline detect" in done.stderr


def test_a_folder_without_pictures_is_told(tmp_path: Path, detector: Detector) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.svg").write_text("<svg/>")
    done = annotate(tmp_path / "photos", captioner="describe")
    assert (done.exit_code, "holds no pictures" in done.stderr) == (3, True)


def test_metrics_of_another_kind_are_refused(photos: Path, tmp_path: Path) -> None:
    done = annotate(photos, "--metrics", "bleu-4", captioner="describe")
    assert done.exit_code == 2
    assert "bleu-4 does not compare captions with objects" in done.stderr
    done = annotate(photos, "--metrics", "semantic-fidelty", captioner="describe")
    assert (done.exit_code, "did you mean semantic-fidelity" in done.stderr) == (2, True)


def test_a_part_that_is_missing_is_told_before_any_work(
    photos: Path, detector: Detector, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(specs: str) -> None:
        raise MissingPartError("vectors are missing: pip install 'cutline[x]'")

    monkeypatch.setattr(module, "_metrics", missing)
    done = annotate(photos)
    assert (done.exit_code, done.stdout) == (4, "")
    assert detector.batches == []


def test_captioners_are_closed_whatever_happens(
    photos: Path, detector: Detector, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    monkeypatch.setattr(
        "cutline.annotate.captioners.caption_file.CaptionFile.close", lambda self: closed.append(1)
    )
    annotate(photos)
    annotate(photos, "-o", photos.parent / "gull.json.other", "--captioner", "describe")
    (photos.parent / "out.jsonl").write_text("something else\n")
    assert annotate(photos).exit_code == 3
    assert len(closed) == 3
