"""What is written is read back: captions, ids, tags and the manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.benchmarks.references import hold_out, reference_sets
from cutline.benchmarks.references.folder import CaptionPool, refuse_other_folder, write_held_out
from cutline.core.errors import FileError
from cutline.datasets.coco_subset import read_coco_source
from cutline.datasets.held_out import read_held_out, read_held_out_manifest
from cutline.datasets.read import read_references
from tests.benchmarks.references.small_pools import captions_of, pool


def written(folder: Path, *, sizes: tuple[int, ...] = ()) -> dict[str, Any]:
    if not sizes:
        return write_held_out({"all": hold_out(pool())}, folder, CaptionPool(pool(), "a.json"), 1)
    sets = {f"c{size}": held for size, held in reference_sets(pool(), sizes).items()}
    return write_held_out(sets, folder, CaptionPool(pool(), "a.json"), 1)


def test_captions_and_tags_come_back(tmp_path: Path) -> None:
    manifest = written(tmp_path / "out")
    [found] = read_held_out(tmp_path / "out")
    held = hold_out(pool())
    assert found.name == "all"
    assert captions_of(found.references) == captions_of(held.references)
    assert found.references.tags == held.references.tags
    assert found.human.captions == held.human.captions
    assert read_held_out_manifest(tmp_path / "out") == manifest
    assert manifest["source"] == {"file": "a.json", "sha256": None, "images": 3, "captions": 13}


def test_sets_have_files_of_their_own(tmp_path: Path) -> None:
    manifest = written(tmp_path / "out", sizes=(2, 4))
    assert sorted(manifest["files"]) == [
        *("human_c2.json", "human_c4.json", "references_c2.json", "references_c4.json")
    ]
    small, large = read_held_out(tmp_path / "out")
    assert large.references.image_ids == tuple(large.human.captions) == ("eight",)
    assert small.human.captions["eight"] == large.human.captions["eight"]
    assert [of_set["left_out"] for of_set in manifest["sets"]] == [0, 2]


def test_records_and_ids_of_coco_are_kept(tmp_path: Path) -> None:
    source = {
        "info": {"year": 2031},
        "images": [{"id": 5, "file_name": "five.png"}, {"id": 6, "file_name": "six.png"}],
        "annotations": [
            {"id": image_id * 10 + number, "image_id": image_id, "caption": f"{text} {image_id}"}
            for image_id in (5, 6)
            for number, text in enumerate(["a dog", "one dog", "the dog"])
        ],
    }
    (tmp_path / "coco.json").write_text(json.dumps(source))
    benchmark, _ = read_references(tmp_path / "coco.json")
    coco = read_coco_source(str(tmp_path / "coco.json"))
    held = hold_out(benchmark)
    write_held_out(
        {"all": held}, tmp_path / "out", CaptionPool(benchmark, "coco.json", None, coco), 1
    )
    content = json.loads((tmp_path / "out" / "references.json").read_text())
    assert (content["info"], content["images"]) == (source["info"], source["images"])
    by_id = {record["id"]: record for record in source["annotations"]}  # type: ignore[index]
    assert all(by_id[record["id"]] == record for record in content["annotations"])
    assert len(content["annotations"]) == 4


def test_the_same_draws_give_the_same_files(tmp_path: Path) -> None:
    first, second = (written(tmp_path / name) for name in ("one", "two"))
    assert first == second


def test_a_file_that_was_changed_is_told(tmp_path: Path) -> None:
    written(tmp_path / "out")
    (tmp_path / "out" / "human.json").write_text("[]")
    with pytest.raises(FileError, match=r"human\.json: is not the file that manifest\.json"):
        read_held_out(tmp_path / "out")


def test_only_a_folder_of_its_own_is_replaced(tmp_path: Path) -> None:
    refuse_other_folder(tmp_path / "new")
    written(tmp_path / "out")
    refuse_other_folder(tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(FileError, match=r"holds 'notes\.txt', which cutline references has not"):
        refuse_other_folder(tmp_path / "out")
    with pytest.raises(FileError, match="is a file"):
        refuse_other_folder(tmp_path / "out" / "notes.txt")
    with pytest.raises(FileError, match="there is no folder"):
        refuse_other_folder(tmp_path / "missing" / "out")
