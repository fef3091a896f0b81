"""The forms of other programs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotationHeader,
    to_coco,
    to_csv,
)
from cutline.datasets.read import read_run

from .invented import BROKEN, HEADER, METRICS, PIER, annotated_images


def rows(header: AnnotationHeader, images: list[AnnotatedImage]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(header, images), newline="")))


def test_a_row_a_caption() -> None:
    steady, hasty, broken = rows(HEADER, [PIER, BROKEN])
    assert list(steady) == [
        *("image_id", "file", "captioner", "caption", "best"),
        *METRICS,
        *("nouns", "objects", "error"),
    ]
    assert steady == {
        "image_id": "7",
        "file": "pier.jpg",
        "captioner": "steady",
        "caption": "a dog on a couch with a kite",
        "best": "1",
        METRICS[0]: "0.625",
        METRICS[1]: "",
        "nouns": "dog; couch; kite",
        "objects": "sofa; dog; lamp",
        "error": "",
    }
    assert (hasty["best"], hasty["caption"], hasty["error"]) == ("0", "", "timed out after 30 s")
    assert (broken["image_id"], broken["captioner"]) == ("bro-ken", "")
    assert broken["error"] == "it is no picture"


def test_unusual_text_stays_in_its_cell() -> None:
    text = 'a "dog", a cat;\na كلب 🐕 and \ud83d half'
    image = replace(PIER, captions=(AnnotatedCaption("steady", text),), best=0)
    (row,) = rows(HEADER, [image])
    assert row["caption"] == text.replace("\ud83d", "\ufffd")


@given(st.lists(annotated_images(), max_size=3))
def test_any_images_can_be_exported(images: list[AnnotatedImage]) -> None:
    assert len(rows(HEADER, images)) == sum(max(1, len(image.captions)) for image in images)
    to_csv(HEADER, images).encode("utf-8")
    results = json.loads(to_coco(images).encode("utf-8"))
    assert [result["image_id"] for result in results] == [
        image.image_id for image in images if image.best is not None
    ]


def test_coco_results_are_read_as_a_run(tmp_path: Path) -> None:
    other = replace(PIER, image_id=9, best=None)
    third = replace(PIER, image_id=10)
    path = tmp_path / "results.json"
    path.write_text(to_coco([PIER, other, third, BROKEN]), encoding="utf-8")
    run, _ = read_run(path)
    assert dict(run.captions) == dict.fromkeys((7, 10), ("a dog on a couch with a kite",))
