"""Parts of a file of references, as COCO's annotations."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.core.types import Benchmark
from cutline.datasets.coco_subset import (
    CocoSubsets,
    read_coco_source,
    sha256_of_file,
)
from cutline.datasets.read import read_references

COCO: dict[str, Any] = {
    "info": {"year": 2026},
    "images": [
        {"id": 9, "file_name": "9.jpg", "license": 3},
        {"id": 4, "file_name": "4.jpg", "license": 1},
    ],
    "licenses": [{"id": 1, "name": "free"}],
    "annotations": [
        {"image_id": 9, "id": 77, "caption": "a fox"},
        {"image_id": 4, "id": 5, "caption": "an owl"},
        {"image_id": 9, "id": 12, "caption": "a fox"},
        {"image_id": 9, "id": 11, "caption": "ein Füchschen"},
    ],
}


def subset(benchmark: Benchmark, path: Path | None, ids: list[int | str]) -> dict[str, Any]:
    file = io.StringIO()
    source = None if path is None else read_coco_source(str(path))
    CocoSubsets(benchmark, source).write(file, ids)
    content: dict[str, Any] = json.loads(file.getvalue())
    return content


def test_records_are_those_of_the_source(tmp_path: Path) -> None:
    path = tmp_path / "coco.json"
    path.write_text(json.dumps(COCO))
    benchmark, _ = read_references(path)
    whole = subset(benchmark, path, [9, 4])
    assert whole["info"] == COCO["info"]
    assert whole["licenses"] == COCO["licenses"]
    assert whole["images"] == COCO["images"]
    assert sorted(map(str, whole["annotations"])) == sorted(map(str, COCO["annotations"]))
    part = subset(benchmark, path, [4])
    assert part["images"] == COCO["images"][1:]
    assert part["annotations"] == COCO["annotations"][1:2]
    assert subset(benchmark, path, []) == {**whole, "images": [], "annotations": []}


def test_captions_without_an_id_get_one_that_is_free(tmp_path: Path) -> None:
    path = tmp_path / "coco.json"
    path.write_text(json.dumps(COCO))
    changed = Benchmark("changed", (9, 4), (("a fox", "a red fox"), ("an owl",)))
    found = subset(changed, path, [9, 4])["annotations"]
    assert [record["id"] for record in found] == [77, 78, 5]


@pytest.mark.parametrize(
    "content",
    [
        '{"9": ["a fox", "one fox"], "4": ["an owl"]}',
        '{"image_id": 9, "captions": ["a fox", "one fox"]}\n'
        '{"image_id": 4, "captions": ["an owl"]}\n',
        "image_id,caption\n4,an owl\n9,a fox\n9,one fox\n",
    ],
)
def test_files_of_other_kinds_are_numbered_by_image(content: str, tmp_path: Path) -> None:
    path = tmp_path / "captions"
    path.write_text(content)
    benchmark, _ = read_references(path)
    assert subset(benchmark, path, [9, 4]) == {
        "images": [{"id": 9}, {"id": 4}],
        "annotations": [
            {"image_id": 9, "id": 2, "caption": "a fox"},
            {"image_id": 9, "id": 3, "caption": "one fox"},
            {"image_id": 4, "id": 1, "caption": "an owl"},
        ],
    }


def test_a_file_has_the_digest_that_others_compute(tmp_path: Path) -> None:
    path = tmp_path / "captions"
    path.write_bytes(b"abc" * 1_000_000)
    assert sha256_of_file(str(path)) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert sha256_of_file("-") is None
    with pytest.raises(FileError, match="cannot be read"):
        sha256_of_file(str(tmp_path / "missing"))
