"""What is written is read as it was."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from cutline.core.errors import UsageError
from cutline.core.types import Detection
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
    header_line,
    image_line,
    parse_header,
    parse_image,
    read_annotations,
)

from .invented import BROKEN, HEADER, METRICS, PIER, annotated_images


def written(folder: Path, *lines: str) -> Path:
    path = folder / "annotations.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = written(tmp_path, header_line(HEADER), image_line(PIER), image_line(BROKEN))
    assert read_annotations(path) == (HEADER, [PIER, BROKEN])


def test_a_file_may_have_no_images_and_blank_lines(tmp_path: Path) -> None:
    path = written(tmp_path, "", header_line(HEADER), "")
    assert read_annotations(path) == (HEADER, [])


def test_the_lines_are_as_documented() -> None:
    header = json.loads(header_line(HEADER))
    assert list(header) == ["cutline", "version", "captioners", "detector", "metrics", "signature"]
    assert (header["cutline"], header["version"]) == ("annotations", 1)
    image = json.loads(image_line(PIER))
    assert image["objects"][0] == {"label": "sofa", "score": 0.91, "box": [10.5, 20, 300, 200]}
    assert image["best"] == "steady"
    assert image["captions"][0]["values"] == {METRICS[0]: 0.625, METRICS[1]: None}
    assert image["captions"][0]["nouns"][2] == {"text": "kite", "start": 24, "end": 28} | {
        "object": None
    }
    assert image["captions"][1] == {
        "captioner": "hasty",
        "caption": None,
        "error": "timed out after 30 s",
    }
    assert json.loads(image_line(BROKEN)) == {
        "image_id": "bro-ken",
        "file": "bro-ken.jpg",
        "error": "it is no picture",
    }


@given(annotated_images())
def test_any_image_is_read_as_it_was_written(image: AnnotatedImage) -> None:
    line = image_line(image)
    assert len(line.splitlines()) == 1
    assert parse_image(line.encode("utf-8").decode("utf-8"), "here") == image


@pytest.mark.parametrize(
    "text",
    [
        'a "quoted" dog\\cat',
        "a dog\nand\r\na\tcat\x0b\x0c\x1c",
        "next\x85line\u2028and\u2029paragraph",
        "a 🐕‍🦺 dog, e\u0301",
        "كلب بني \u202eيقف\u202c",
        "half \ud83d a pair",
        "name\udce9.jpg",
        "\x00\x7f\ufeff\uffff",
        "</script><!--",
    ],
)
def test_unusual_text_survives(tmp_path: Path, text: str) -> None:
    caption = AnnotatedCaption(
        "steady", text, (AnnotatedNoun(text, 0, len(text)),), undefined=text, error=text
    )
    image = AnnotatedImage(text, text, captions=(caption,), best=0, why=text, error=text)
    header = AnnotationHeader(("steady",), text, (), text)
    path = written(tmp_path, header_line(header), image_line(image))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert read_annotations(path) == (header, [image])


def test_halves_that_would_become_one_do_not_move_nouns() -> None:
    text = "\ud83d\ude00 a dog"
    image = AnnotatedImage(
        1, "", captions=(AnnotatedCaption("a", text, (AnnotatedNoun("dog", 5, 8),)),)
    )
    read = parse_image(image_line(image), "here").captions[0]
    assert read.text == "\ufffd\ufffd a dog"
    assert read.text[read.nouns[0].start : read.nouns[0].end] == "dog"


def test_text_is_not_escaped_needlessly() -> None:
    assert "дрозд" in header_line(HEADER)
    assert "🐕" in image_line(replace(BROKEN, why="🐕"))


def test_what_is_not_a_number_is_null() -> None:
    caption = AnnotatedCaption("steady", "a dog", values=((METRICS[0], math.nan),))
    line = image_line(AnnotatedImage(1, "", captions=(caption,)))
    assert "NaN" not in line
    assert parse_image(line, "here").captions[0].values == ((METRICS[0], None),)


def test_numbers_of_numpy_are_numbers() -> None:
    found = Detection("dog", float(np.float32(0.5)), tuple(np.arange(4.0)))  # type: ignore[arg-type]
    values = ((METRICS[0], np.float64(0.25)),)
    image = AnnotatedImage(
        1, "", objects=(found,), captions=(AnnotatedCaption("steady", "a", values=values),)
    )
    assert parse_image(image_line(image), "here") == image


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (replace(PIER, best=2), "place 2, expected one of the 2 captions"),
        (replace(PIER, best=-1), "place -1"),
        (replace(PIER, best=1), "\"best\" is the text 'hasty'"),
        (replace(PIER, captions=PIER.captions[:1] * 2), "found 'steady' twice"),
        (replace(PIER, objects=PIER.objects[:1]), "means object 1, expected one of the 1 objects"),
        (replace(PIER, objects=(Detection(" "),)), '"label" is'),
        (replace(PIER, objects=(Detection("dog", math.inf),)), '"score" is the number inf'),
        (replace(PIER, objects=(Detection("dog", 1, (0, 0, -1, 1)),)), "-1 by 1 large"),
        (
            replace(PIER, objects=(Detection("dog", 1, (0, 0, math.nan, 1)),)),
            '"box" is [0, 0, NaN, 1], expected',
        ),
        (replace(PIER, width=-3), '"width" is the number -3'),
        (replace(PIER, image_id=""), '"image_id" is'),
        (
            replace(
                PIER,
                captions=(AnnotatedCaption("steady", "a dog", (AnnotatedNoun("dog", 2, 9),)),),
            ),
            "stands from 2 to 9, expected a place within the 5 characters",
        ),
    ],
)
def test_what_could_not_be_read_is_not_written(image: AnnotatedImage, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        image_line(image)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"image {image.image_id!r}")


def test_a_header_that_could_not_be_read_is_not_written() -> None:
    with pytest.raises(UsageError, match="found 'a' twice"):
        header_line(AnnotationHeader(("a", "a"), "", (), ""))
    with pytest.raises(UsageError, match="expected a name"):
        header_line(AnnotationHeader((), "", ("",), ""))


def test_the_header_alone() -> None:
    assert parse_header(header_line(HEADER), "here") == HEADER
