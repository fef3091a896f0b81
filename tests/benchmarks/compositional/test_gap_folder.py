"""Gaps on disk: what is written, what may be replaced, and that a leak is found."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cutline.benchmarks.compositional import gap_folder
from cutline.benchmarks.compositional.gap_folder import SourceSet, write_gaps
from cutline.benchmarks.compositional.gap_manifest import LAYOUTS
from cutline.benchmarks.compositional.gaps import Gaps, cut_gaps
from cutline.benchmarks.compositional.leak_check import check_folder
from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.core.types import Benchmark
from cutline.datasets.compositional_gaps import read_gaps
from cutline.datasets.read import read_references
from tests.benchmarks.compositional.gap_examples import (
    EVALUATION,
    TRAIN,
    benchmark,
    pairs,
    written,
)

GROUPS = pairs().pair_groups


def cut(**options: Any) -> Gaps:
    return cut_gaps(benchmark(), pairs(), benchmark(EVALUATION), **options)


def change_captions(file: Path, image_id: int, caption: str) -> None:
    content = json.loads(file.read_text())
    record = next(r for r in content["annotations"] if r["image_id"] == image_id)
    record["caption"] = caption
    file.write_text(json.dumps(content))


def test_the_captions_written_are_those_of_the_lists(tmp_path: Path) -> None:
    [split] = read_gaps(written(tmp_path / "gaps"))
    for name, ids in (("train", split.train), ("val", split.val), ("eval", split.evaluation)):
        found, checked = read_references(tmp_path / "gaps" / "1" / f"captions_{name}.json")
        assert checked.problems == []
        assert found.image_ids == ids
        whole = TRAIN | EVALUATION
        assert [list(texts) for texts in found.references] == [whole[i] for i in ids]


def test_the_manifest_says_what_was_done(tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps")
    manifest = json.loads((folder / "gaps.json").read_text())
    assert manifest["groups"][0]["images"] == {"train": 4, "val": 4, "eval": 2, "left_out": 2}
    assert manifest["groups"][0]["leak_check"]["passes"] is True
    assert manifest["groups"][0]["leak_check"]["captions"] == 8
    assert manifest["concepts"]["digest"] == pairs().digest
    files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert set(manifest["files"]) == files - {"gaps.json"}
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = written(tmp_path / "a"), written(tmp_path / "b")
    assert (first / "gaps.json").read_bytes() == (second / "gaps.json").read_bytes()


@pytest.mark.parametrize(
    "caption", ["A black cat.", "A cat on a black sofa.", "A Black-and-white cat", "black; cat.,"]
)
def test_a_leak_in_a_written_file_is_found(caption: str, tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps")
    assert all(check.passes for check in check_folder(folder, GROUPS).values())
    change_captions(folder / "1" / "captions_train.json", 8, caption)
    check = check_folder(folder, GROUPS)["1"]
    assert not check.passes
    [suspect] = check.suspects
    assert (suspect.image_id, suspect.caption, suspect.pairs) == (8, caption, ("black cat",))


def test_a_leak_in_lists_without_captions_is_found(tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps", with_captions=False)
    with pytest.raises(UsageError, match="give the captions"):
        check_folder(folder, GROUPS)
    assert check_folder(folder, GROUPS, train=benchmark())["1"].passes
    changed = {**TRAIN, 9: ["A man eats."]}
    assert not check_folder(folder, GROUPS, train=benchmark(changed))["1"].passes


def test_an_image_that_is_both_trained_on_and_held_out_is_found(tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps")
    (folder / "1" / "val.txt").write_text("1\n2\n3\n4\n8\n")
    with pytest.raises(ContentError, match=r"1 images are both in train and in val, such as '8'"):
        check_folder(folder, GROUPS)


def test_captions_that_are_not_those_of_the_list_are_found(tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps")
    (folder / "1" / "train.txt").write_text("7\n8\n9\n")
    with pytest.raises(ContentError, match="image '10' is in one of them only"):
        check_folder(folder, GROUPS)


def test_a_cut_that_leaks_is_not_written(tmp_path: Path) -> None:
    made = cut()
    leaking = replace(made.gaps[0], train=(*made.gaps[0].train, 5), left_out=(6,))
    with pytest.raises(ContentError, match=r"image 5, 'A cat on a black sofa\.' \(black cat\)"):
        written(tmp_path / "gaps", replace(made, gaps=(leaking,)))
    assert list(tmp_path.iterdir()) == []


def test_suspects_are_listed_where_words_and_parse_differ(tmp_path: Path) -> None:
    # Black is the bed, as the parse knows; patterns of words do not.
    captions = {**TRAIN, 7: ["A black cat bed stands in a corner."]}
    made = cut_gaps(benchmark(captions), pairs(), rule="related")
    assert 7 in made.gaps[0].train
    _, checks = write_gaps(made, tmp_path / "gaps", SourceSet(benchmark(captions)))
    [split] = read_gaps(tmp_path / "gaps")
    assert split.suspects == checks["1"].suspects
    assert [(of.image_id, of.pairs) for of in split.suspects] == [(7, ("black cat",))]
    manifest = json.loads((tmp_path / "gaps" / "gaps.json").read_text())
    assert manifest["groups"][0]["leak_check"]["suspects"] == 1


@pytest.mark.parametrize("end", [KeyboardInterrupt, RuntimeError])
def test_what_ends_early_leaves_nothing(
    end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "old")
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}

    def stop(*_: object, **__: object) -> None:
        raise end

    monkeypatch.setattr(gap_folder, "check_folder", stop)
    for name in ("old", "new"):
        with pytest.raises(end):
            written(tmp_path / name)
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before
    assert [p.name for p in tmp_path.iterdir()] == ["old"]


def test_a_folder_of_gaps_is_replaced_whole(tmp_path: Path) -> None:
    written(tmp_path / "gaps", cut(grouping="each"))
    assert (tmp_path / "gaps" / "black_cat" / "train.txt").is_file()
    written(tmp_path / "gaps")
    assert sorted(p.name for p in (tmp_path / "gaps").iterdir()) == ["1", "gaps.json"]
    assert [p.name for p in tmp_path.iterdir()] == ["gaps"]


def test_what_somebody_else_wrote_is_never_deleted(tmp_path: Path) -> None:
    folder = written(tmp_path / "gaps")
    (folder / "1" / "model.pt").write_text("weights")
    with pytest.raises(FileError, match=r"holds '1/model\.pt', which cutline gaps has not written"):
        written(folder)
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("It was a dark night.")
    with pytest.raises(FileError, match=r"holds 'chapter\.txt'"):
        written(tmp_path / "thesis")
    assert (tmp_path / "thesis" / "chapter.txt").is_file()


def test_a_new_or_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert read_gaps(written(tmp_path / "empty"))
    with pytest.raises(FileError, match="there is no folder"):
        written(tmp_path / "nowhere" / "gaps")
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="is a file"):
        written(tmp_path / "file")


@pytest.mark.parametrize(
    ("ids", "message"),
    [(("a\nb", "c"), "has a line end"), ((7, "7"), "two images have the id '7'")],
)
def test_ids_that_lists_cannot_hold_are_refused(
    ids: tuple[int | str, ...], message: str, tmp_path: Path
) -> None:
    data = Benchmark("odd", ids, (["a black cat"], ["a dog"]))
    made = cut_gaps(data, pairs("black cat"), matcher="words")
    with pytest.raises(CutlineError, match=message):
        write_gaps(made, tmp_path / "gaps", SourceSet(data))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_ids_that_are_text_stay_text(layout: Any, tmp_path: Path) -> None:
    data = Benchmark("text", ("007", "8", "ä b"), (["a black cat"], ["a dog"], ["a cat"]))
    made = cut_gaps(data, pairs("black cat"), matcher="words", val_share=0)
    write_gaps(made, tmp_path / "gaps", SourceSet(data), layout=layout)
    [split] = read_gaps(tmp_path / "gaps")
    assert (split.train, split.evaluation) == (("8", "ä b"), ("007",))
    assert split.agreeing == {"007": {"black cat": 1}}


def test_groups_of_any_name_get_folders(tmp_path: Path) -> None:
    made = cut(grouping="each")
    names = ("../a b", "..\\A_b")
    renamed = tuple(replace(gap, name=name) for gap, name in zip(made.gaps, names, strict=True))
    folder = written(tmp_path / "gaps", replace(made, gaps=renamed))
    assert [split.name for split in read_gaps(folder)] == list(names)
    assert sorted(p.name for p in folder.iterdir() if p.is_dir()) == ["A_b-2", "a_b"]
