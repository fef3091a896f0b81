"""Files of collected captions: what is written is read, and wrong lines are named."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.core.errors import CutlineError, FileError, UsageError
from cutline.datasets.collected import (
    Collected,
    CollectedCaption,
    collected_lines,
    read_collected,
    write_collected,
)

HEADER = {"cutline": "collected", "version": 1, "project": "zoo", "language": "en"}
RECORD = {
    "image_id": 7,
    "caption": "a dog sleeps on a bed",
    "annotator": "W12",
    "arm": "primed",
    "primed": True,
    "labels": ["dog", "bed"],
    "seconds": 31.2,
    "flags": ["pasted"],
}


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    captions = (
        CollectedCaption(7, "a dog sleeps", "W1", "primed", True, ("dog",), 3.5, ("pasted",)),
        CollectedCaption("a/ü", "ein Hund\tschläft", "Wü", "plain", False),
    )
    collected = Collected("zoo", "de", captions)
    for name in ("collected.jsonl", "collected.jsonl.gz"):
        write_collected(tmp_path / name, collected)
        assert read_collected(tmp_path / name) == collected


def test_what_need_not_be_said_may_be_left_out(tmp_path: Path) -> None:
    short = {name: RECORD[name] for name in ("image_id", "caption", "annotator", "arm", "primed")}
    (found,) = read_collected(write(tmp_path / "file", HEADER, short)).captions
    assert (found.labels, found.seconds, found.flags) == ((), None, ())


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([RECORD], "line 1: \"cutline\" is nothing, expected 'collected' in the first line"),
        ([{**HEADER, "cutline": "run"}, RECORD], "line 1: \"cutline\" is the text 'run'"),
        ([{**HEADER, "version": 2}, RECORD], "line 1: version the number 2"),
        ([{**HEADER, "language": None}, RECORD], 'line 1: "language" is null'),
        ([{**HEADER, "projct": "zoo"}, RECORD], "did you mean project"),
        ([HEADER], "holds no captions"),
        ([HEADER, [1]], "line 2: found a list of 1, expected a record"),
        ([HEADER, {**RECORD, "image_id": True}], 'line 2: "image_id" is true'),
        (
            [HEADER, RECORD, {**RECORD, "image_id": 8, "caption": " "}],
            "line 3: the caption is empty",
        ),
        ([HEADER, {**RECORD, "caption": 5}], 'line 2: "caption" is the number 5, expected text'),
        ([HEADER, {**RECORD, "annotator": ""}], "line 2: \"annotator\" is the text ''"),
        ([HEADER, {**RECORD, "primed": 1}], 'line 2: "primed" is the number 1, expected true'),
        ([HEADER, {**RECORD, "labels": "dog"}], 'line 2: "labels" is the text'),
        ([HEADER, {**RECORD, "labels": [3]}], 'line 2: "labels" has the number 3'),
        ([HEADER, {**RECORD, "seconds": -1}], 'line 2: "seconds" is the number -1'),
        ([HEADER, {**RECORD, "lables": []}], "did you mean labels"),
        ([HEADER, RECORD, RECORD], "line 3: W12 described image 7 already, in line 2"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, records: list[Any], message: str) -> None:
    with pytest.raises(CutlineError) as caught:
        read_collected(write(tmp_path / "file.jsonl", *records))
    assert message in str(caught.value)
    assert "file.jsonl" in str(caught.value)


def test_a_key_that_stands_twice_and_no_json_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(json.dumps(HEADER) + '\n{"arm": "a", "arm": "b"}\n', encoding="utf-8")
    with pytest.raises(FileError, match="line 2: the key 'arm' stands twice"):
        read_collected(path)
    path.write_text(json.dumps(HEADER) + "\n{'arm'}\n", encoding="utf-8")
    with pytest.raises(FileError, match="line 2, column 2: not JSON"):
        read_collected(path)


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    bad = CollectedCaption(7, " ", "W1", "plain", False)
    with pytest.raises(UsageError, match="caption 1: the caption is empty"):
        write_collected(tmp_path / "file", Collected("zoo", "en", (bad,)))
    assert not (tmp_path / "file").exists()
    endless = CollectedCaption(7, "a dog", "W1", "plain", False, seconds=float("inf"))
    with pytest.raises(UsageError, match='caption 1: "seconds"'):
        list(collected_lines("zoo", "en", [endless]))


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=200), st.integers(0, 2))
def test_no_file_makes_it_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, lines: int
) -> None:
    path = tmp_path_factory.mktemp("collected") / "file.jsonl"
    before = [json.dumps(record).encode() for record in (HEADER, RECORD)][:lines]
    path.write_bytes(b"\n".join([*before, content]))
    with suppress(CutlineError):
        assert read_collected(path).captions
