"""A bundle stands wherever references are expected, and scores are those of the plain files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

import cutline
from cutline.core.errors import FileError, UsageError
from cutline.datasets import read_references, read_run
from cutline.datasets.bundle import SplitContent, write_bundle
from cutline.datasets.bundle.place import find_bundle
from tests.datasets.bundle.small_bundles import HUMAN_VAL, VAL, small_content


@pytest.fixture(params=["small", "small.zip"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    place = tmp_path / str(request.param)
    write_bundle(small_content(), place)
    return place


def test_a_split_is_chosen(path: Path) -> None:
    assert read_references(f"{path}::val")[0].tags == VAL.tags
    assert read_references(f"{path}::test")[0].image_ids == ("t/1", "t/2")
    with pytest.raises(UsageError, match=r"say which, as .*::val or .*::test"):
        read_references(path)
    with pytest.raises(UsageError, match=r"has no split 'vla' \(did you mean val\?\)"):
        read_references(f"{path}::vla")


def test_the_only_split_needs_no_name(tmp_path: Path) -> None:
    write_bundle(small_content(splits=small_content().splits[:1]), tmp_path / "one.zip")
    assert read_references(tmp_path / "one.zip")[0].image_ids == VAL.image_ids


def test_scores_are_those_of_plain_references(path: Path) -> None:
    candidates = {i: list(captions) for i, captions in HUMAN_VAL.captions.items()}
    metrics = "bleu-4,rouge-l,cider-d"
    plain = cutline.score(candidates, VAL, metrics)
    bundled = cutline.score(candidates, f"{path}::val", metrics)
    for one, other in zip(plain.scores, bundled.scores, strict=True):
        assert one.value == other.value
        assert one.values.tolist() == other.values.tolist()
        assert str(one.signature) == str(other.signature)


def test_a_file_that_was_changed_is_not_scored(tmp_path: Path) -> None:
    write_bundle(small_content(), tmp_path / "small")
    path = tmp_path / "small/references/val.jsonl"
    for changed in (path.read_bytes().replace(b"otters", b"badger"), b""):
        path.write_bytes(changed)
        with pytest.raises(FileError, match=r"val\.jsonl: is not what cutline\.json says"):
            read_references(f"{tmp_path}/small::val")


def test_a_bundle_is_no_run_but_holds_one(path: Path) -> None:
    with pytest.raises(FileError, match="is a benchmark bundle, not a file of captions"):
        read_run(path)
    inside = f"{path}/human/val.jsonl" if path.is_dir() else f"{path}::human/val.jsonl"
    run, checked = read_run(inside)
    assert (run.system, run.captions, checked.problems) == ("human", HUMAN_VAL.captions, [])


def test_other_zips_and_folders_are_no_bundles(tmp_path: Path) -> None:
    """A system may be named cutline, and its results may be zipped."""
    results = [{"image_id": 31, "caption": "an otter"}]
    path = tmp_path / "results.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("cutline.json", json.dumps(results))
    (tmp_path / "cutline.json").write_text(json.dumps(results))
    assert find_bundle(path) is None
    assert read_run(path)[0].captions == {31: ("an otter",)}
    assert read_run(tmp_path / "cutline.json")[0].captions == {31: ("an otter",)}
    for name in ("-", "nothing", "nothing::val", "\0", ""):
        assert find_bundle(name) is None


def test_names_of_any_language(tmp_path: Path) -> None:
    split = SplitContent.from_benchmark("val", VAL)
    labels = {"größe": {31: "klein", 4: "groß"}, "色": {250: "青"}}
    content = small_content(
        splits=(SplitContent("val", split.images, split.references, labels=labels),),
        title="Ein Maß für Bilder 図",
        slices={},
    )
    folder = tmp_path / "Bündel 図"
    write_bundle(content, folder)
    write_bundle(content, tmp_path / "Bündel.zip")
    for path in (folder, tmp_path / "Bündel.zip"):
        assert read_references(path)[0].tags == labels
