"""`cutline gaps`: from captions to a folder of gaps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.datasets.compositional_gaps import read_gaps
from tests.benchmarks.compositional.gap_examples import EVALUATION, HELD, TRAIN
from tests.command_line import run_cutline

PAIRS = ("--pairs", "black cat, eat man")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("captions")
    for name, captions in (("train", TRAIN), ("eval", EVALUATION)):
        (folder / f"{name}.json").write_text(json.dumps(captions))
    return folder / "train.json", folder / "eval.json"


@pytest.mark.parametrize("layout", ["cutline", "published"])
def test_gaps_are_written_and_told(layout: str, files: tuple[Path, Path], tmp_path: Path) -> None:
    train, evaluation = files
    out = tmp_path / "gaps"
    done = run_cutline(
        *("gaps", train, "--eval", evaluation, "-o", out, *PAIRS, "--layout", layout)
    )
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[:2] == [["group", "train", "val", "eval", "left", "out"], ["1", *"4422"]]
    assert ["1", "black", "cat", "val", "3", "1", "2", "0"] in lines
    assert ["eval", "1", "0", "0", "1"] in lines
    assert "No leak: 8 training captions, read back" in done.stdout
    [split] = read_gaps(out)
    assert set(split.val) == HELD
    assert (out / "dataset_splits_1.json").is_file() == (layout == "published")


def test_json_is_the_manifest(files: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "gaps"
    done = run_cutline("gaps", files[0], "-o", out, *PAIRS, "--json", "--seed", 4)
    assert json.loads(done.stdout) == json.loads((out / "gaps.json").read_text())
    assert json.loads(done.stdout)["seed"] == 4
    assert json.loads(done.stdout)["sources"]["train"]["file"] == "train.json"


def test_lists_come_without_captions(files: tuple[Path, Path], tmp_path: Path) -> None:
    done = run_cutline("gaps", files[0], "-o", tmp_path / "gaps", *PAIRS, "--no-captions")
    assert done.exit_code == 0
    assert "8 training captions, of the images listed" in done.stdout
    assert not list(tmp_path.rglob("captions_*.json"))


def test_standard_input_is_read(files: tuple[Path, Path], tmp_path: Path) -> None:
    done = run_cutline(*("gaps", "-", "-o", tmp_path / "gaps", *PAIRS), stdin=files[0].read_bytes())
    assert done.exit_code == 0
    assert len(read_gaps(tmp_path / "gaps")[0].train) == 4


def test_suspects_fail_only_if_strict(tmp_path: Path) -> None:
    captions = {**TRAIN, 7: ["A black cat bed stands in a corner."]}
    (tmp_path / "train.json").write_text(json.dumps(captions))
    base = ("gaps", tmp_path / "train.json", "-o", tmp_path / "gaps", *PAIRS, "--gap", "related")
    for options, code in (((), 0), (("--strict",), 1)):
        done = run_cutline(*base, *options)
        assert done.exit_code == code
        assert "1 suspects: " in done.stdout
        assert "1 training captions may hold a held-out pair" in done.stderr
        assert len(read_gaps(tmp_path / "gaps")[0].suspects) == 1
    together = run_cutline(*base[:-1], "together", "--strict")
    assert (together.exit_code, together.stderr) == (0, "")


def test_images_of_both_files_are_left_out_if_lenient(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    both = tmp_path / "both.json"
    both.write_text(json.dumps({**EVALUATION, 1: TRAIN[1]}))
    base = ("gaps", files[0], "--eval", both, "-o", tmp_path / "gaps", *PAIRS)
    refused = run_cutline(*base)
    assert refused.exit_code == 1
    assert "1 of its images are in train too, such as '1'" in refused.stderr
    done = run_cutline(*base, "--lenient")
    assert done.exit_code == 0
    assert "1 images are left out" in done.stderr
    assert set(read_gaps(tmp_path / "gaps")[0].evaluation) == {21, 22}


def test_a_file_of_concepts_names_groups(files: tuple[Path, Path], tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("[nouns]\nsofa: couch\n[pairs, cats]\nblack cat\n[pairs, seats]\nblack sofa\n")
    done = run_cutline(*("gaps", files[0], "-o", tmp_path / "gaps", "--concepts", mine, "--json"))
    assert [group["name"] for group in json.loads(done.stdout)["groups"]] == ["cats", "seats"]
    assert "cutline: group seats: " in done.stderr


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--gap", "relate"), 2, "--gap is together or related, not 'relate' (did you mean"),
        (("--groups", "every"), 2, "--groups is given or each or all"),
        (("--layout", "coco"), 2, "--layout is cutline or published"),
        (("--matcher", "grep"), 2, "no matcher is named 'grep'"),
        (("--wording", "better"), 2, "the wording is published or corrected"),
        (("--pairs", "purple cat"), 2, "no concept is named 'purple'"),
        (("--pairs", "big truck"), 1, "there is nothing to hold out"),
        (("--val-share", "2"), 2, "from 0 to 1, not 2.0"),
        (("--eval", "EVAL", "--val-share", ".5"), 2, "--val-share goes without --eval"),
        (("--eval", "missing.json"), 3, "missing.json: cannot be read"),
        (("--concepts", "missing.txt"), 3, "missing.txt: cannot be read"),
        (("-o", "-"), 2, "-o is a folder"),
        (("-o", "TRAIN"), 3, "is a file"),
        (("-o", "FOLDER"), 2, "is read in the same run"),
    ],
)
def test_what_is_wrong_is_said(
    options: tuple[str, ...],
    code: int,
    message: str,
    files: tuple[Path, Path],
    tmp_path: Path,
) -> None:
    train, evaluation = files
    known = {"EVAL": evaluation, "TRAIN": train, "FOLDER": train.parent}
    given = (known.get(option, option) for option in options)
    done = run_cutline("gaps", train, "-o", tmp_path / "gaps", *PAIRS, *given)
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
