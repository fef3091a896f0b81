"""Files that are not what they should be: each message says where, what, and what was expected."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.datasets.annotated_images import (
    header_line,
    image_line,
    parse_header,
    parse_image,
    read_annotations,
)

from .invented import BROKEN, HEADER, PIER

GOOD_HEADER = header_line(HEADER)
GOOD = image_line(PIER)


def refused(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "annotations.jsonl"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_annotations(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def changed(line: str, **members: Any) -> str:
    record = json.loads(line)
    record.update(members)
    return json.dumps({key: value for key, value in record.items() if value is not ...})


def with_caption(**members: Any) -> str:
    caption = {"captioner": "steady", "caption": "a", **members}
    return changed(GOOD, best=None, captions=[caption])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ": the file is empty"),
        ("\n \n", ": has no lines, expected the header"),
        ("[]", ", line 1: found a list of 0, expected the header of annotations"),
        (GOOD, ', line 1: found no "cutline", expected a header {"cutline": "annotations"}'),
        (changed(GOOD_HEADER, cutline="run"), "of the text 'run', expected 'annotations'"),
        (changed(GOOD_HEADER, version=2), "version the number 2; this Cutline reads version 1"),
        (changed(GOOD_HEADER, version=True), "version true"),
        (changed(GOOD_HEADER, version=...), ', line 1: there is no "version", expected one'),
        (changed(GOOD_HEADER, detector=...), 'there is no "detector"'),
        (changed(GOOD_HEADER, captioners="steady"), '"captioners" is the text'),
        (changed(GOOD_HEADER, captioners=["a", 7]), '"captioners", item 2: found the number 7'),
        (changed(GOOD_HEADER, metrics=["a", "a"]), "found 'a' twice"),
        (changed(GOOD_HEADER, metric=[]), "the member 'metric' (did you mean metrics?)"),
        (GOOD_HEADER[:-1], ", line 1, column "),
    ],
)
def test_headers_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text.encode())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", ", column 2: not JSON: expecting property name"),
        ('{"image_id": 1, "image_id": 2}', "'image_id' stands twice in one object"),
        ('{"image_id": NaN}', "found NaN, which is no number of JSON"),
        ("[" * 100_000, "not JSON: nested too deeply"),
        ("7", "found the number 7, expected an annotated image"),
        (GOOD_HEADER, 'there is no "image_id"'),
        (changed(GOOD, image_id=True), '"image_id" is true'),
        (changed(GOOD, image_id=" "), "expected a whole number or a text"),
        (changed(GOOD, file=7), '"file" is the number 7, expected text'),
        (changed(GOOD, width=1.5), '"width" is the number 1.5, expected a whole number'),
        (changed(GOOD, height=-1), '"height" is the number -1'),
        (changed(GOOD, colour="red"), "the member 'colour', expected only image_id"),
        (changed(GOOD, objects={}), '"objects" is an object, expected a list'),
        (changed(GOOD, objects=["dog"]), "\"objects\", item 1: found the text 'dog'"),
        (changed(GOOD, objects=[{"label": ""}]), "expected a word"),
        (changed(GOOD, objects=[{"label": "a", "score": "1"}]), "\"score\" is the text '1'"),
        (changed(GOOD, objects=[{"label": "a", "box": [1, 2, 3]}]), '"box" is a list of 3'),
        (changed(GOOD, objects=[{"label": "a", "box": [1, 2, 3, -4]}]), "3 by -4 large"),
        (changed(GOOD, objects=[]), "expected one of the 0 objects"),
        (changed(GOOD, best="nobody"), "\"best\" is the text 'nobody', expected null or a"),
        (changed(GOOD, best="hasty"), "a captioner with a caption; there are: 'steady', 'hasty'"),
        (changed(GOOD, best=0), '"best" is the number 0'),
        (with_caption(caption=7), '"caption" is the number 7, expected text or null'),
        (with_caption(captioner=None), '"captioner" is null, expected text'),
        (changed(GOOD, best=None, captions=[{"caption": "a"}]), 'there is no "captioner"'),
        (with_caption(captioner="nobody"), "the captioner 'nobody', expected those of the header"),
        (with_caption(values=[]), '"values": found a list of 0'),
        (with_caption(values={"spice": 1}), "a value by 'spice', expected those of the header"),
        (with_caption(values={"semantic-fidelity": "high"}), "expected a number"),
        (with_caption(nouns=[{"text": "a", "start": 0}]), 'there is no "end"'),
        (with_caption(nouns=[{"text": "a", "start": 1, "end": 0}]), "stands from 1 to 0"),
        (
            with_caption(nouns=[{"text": "a", "start": 0, "end": 1, "object": True}]),
            '"object" is true',
        ),
        (
            with_caption(nouns=[{"text": "a", "start": 0, "end": 1, "object": 3}]),
            "means object 3, expected one of the 3 objects",
        ),
    ],
)
def test_images_that_are_none(tmp_path: Path, line: str, said: str) -> None:
    message = refused(tmp_path, f"{GOOD_HEADER}\n{image_line(BROKEN)}\n{line}\n".encode())
    assert message.startswith(", line 3")
    assert said in message


def test_an_image_stands_once(tmp_path: Path) -> None:
    text = f"{GOOD_HEADER}\n{GOOD}\n{changed(GOOD, image_id='7')}\n"
    assert refused(tmp_path, text.encode()) == (
        ", line 3: found image '7', which line 2 has too, expected each image once"
    )


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    data = GOOD_HEADER.encode() + b'\n{"image_id": "\xff"}\n'
    assert refused(tmp_path, data) == ", line 2: the byte 0xff is not UTF-8, expected text"


def test_a_file_that_ends_early(tmp_path: Path) -> None:
    data = f"{GOOD_HEADER}\n{GOOD}\n".encode()
    for end in range(len(GOOD_HEADER.encode()) + 2, len(data) - 1, 7):
        assert refused(tmp_path, data[:end]).startswith(", line 2")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        read_annotations(tmp_path / "nowhere.jsonl")


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl.gz"
    path.write_bytes(gzip.compress(f"{GOOD_HEADER}\r\n{GOOD}\r\n".encode()))
    assert read_annotations(path) == (HEADER, [PIER])


def test_lines_alone_say_where_they_stand() -> None:
    with pytest.raises(FileError, match=r"^out\.jsonl, line 9: "):
        parse_image("[]", "out.jsonl, line 9")
    with pytest.raises(FileError, match=r"^out\.jsonl, line 1: "):
        parse_header("[]", "out.jsonl, line 1")
