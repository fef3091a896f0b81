"""`cutline analyse`: one set of captions, or two side by side."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.command_line import run_cutline

PETS = {
    "1": ["A dog runs on the grass.", "a brown dog plays", "The dog is running!"],
    "2": ["a cat sleeps on a sofa", "A grey cat naps.", "one cat"],
    "3": ["a dog and a cat", "two pets", "A dog beside a cat"],
}
SHIPS = {
    "a": ["a ship at sea", "a large ship sails", "the sea and a ship", "waves"],
    "b": ["two boats in a harbour", "Boats.", "small boats at a pier", "a calm harbour"],
}
OBJECTS = {"1": {"dog": 2}, "2": {"cat": 1, "couch": 1}, "3": {"dog": 1, "cat": 1}}
FAST = ("--pos-sample", 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sets(tmp_path_factory.mktemp("captions"))


def write_sets(folder: Path) -> Path:
    (folder / "pets.json").write_text(json.dumps(PETS))
    (folder / "ships.json").write_text(json.dumps(SHIPS))
    (folder / "objects.jsonl").write_text(
        "".join(
            json.dumps({"image_id": image_id, "objects": counts}) + "\n"
            for image_id, counts in OBJECTS.items()
        )
    )
    return folder


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_one_set_is_described(folder: Path) -> None:
    done = run_cutline("analyse", folder / "pets.json", *FAST)
    assert (done.exit_code, done.stderr) == (0, "")
    found = rows(done.stdout)
    assert found[0] == ["pets"]
    assert ["images", "3"] in found
    assert ["captions", "an", "image", "3.00"] in found
    assert "difference" not in done.stdout
    assert "3 images with 3 captions each, 9 captions; 5 draws, seed 1" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(
        "pets: ngrams(images=3,captions=3,draws=5,seed=1)"
    )


def test_two_sets_stand_side_by_side(folder: Path) -> None:
    done = run_cutline(
        *("analyse", folder / "pets.json", folder / "ships.json", "--names", "pets, the sea"),
        *("--captions", 2, "--draws", 2, "--seed", 9, *FAST),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    found = rows(done.stdout)
    assert found[0] == ["pets", "the", "sea", "difference"]
    assert ["images", "3", "2"] in found
    assert ["captions", "an", "image", "3.00", "4.00", "+1.00"] in found
    assert "2 images with 2 captions each, 4 captions; 2 draws, seed 9" in done.stdout
    assert [
        word
        for word in next(r for r in found if r[:3] == ["words", "of", "pets"])
        if "%" not in word
    ] == ["words", "of", "pets", "that", "the", "sea", "has"]
    assert "the sea: captions|tok:ptb(context=none)|refs:4|images:2|" in done.stdout


def test_json_and_files_say_the_same(folder: Path, tmp_path: Path) -> None:
    asked = ("analyse", folder / "pets.json", folder / "ships.json", *FAST)
    said = json.loads(run_cutline(*asked, "--json").stdout)
    assert (said["cutline"], said["version"]) == ("analysis", 1)
    assert [one["captions"] for one in said["sets"]] == [9, 8]
    assert said["sample"] == {"images": 2, "captions": 3, "draws": 5, "seed": 1}
    kept = tmp_path / "found.json"
    done = run_cutline(*asked, "-o", kept)
    assert (done.exit_code, done.stdout) == (0, "")
    assert json.loads(kept.read_text()) == said
    assert json.loads(run_cutline(*asked, "-o", "-").stdout) == said
    table = tmp_path / "found.csv"
    assert run_cutline(*asked, "-o", table).exit_code == 0
    with table.open(newline="") as file:
        lines = list(csv.DictReader(file))
    lengths = [float(line["value"]) for line in lines if line["figure"] == "length_mean"]
    assert lengths == [one["lengths"]["mean"] for one in said["sets"]]


def test_objects_of_one_set_or_both(folder: Path) -> None:
    pets, ships, objects = (folder / name for name in ("pets.json", "ships.json", "objects.jsonl"))
    done = run_cutline("analyse", pets, ships, "--objects", objects, *FAST)
    assert (done.exit_code, done.stderr) == (0, "")
    found = rows(done.stdout)
    assert ["classes", "an", "image", "1.67"] in found
    assert ["instances", "an", "image", "2.00"] in found
    assert ["images", "with", "one", "class", "33.3%"] in found
    assert "may not count instances" not in done.stdout
    both = run_cutline("analyse", pets, pets, "--objects", objects, "--objects", objects, *FAST)
    assert ["classes", "an", "image", "1.67", "1.67", "0.00"] in rows(both.stdout)
    # "couch" is no word of a caption, but "sofa" is one for it.
    assert ["classes", "that", "are", "named", "100.0%", "100.0%", "0.0"] in rows(both.stdout)


def test_lists_of_classes_are_told(folder: Path, tmp_path: Path) -> None:
    lists = tmp_path / "lists.json"
    lists.write_text(json.dumps({key: list(value) for key, value in OBJECTS.items()}))
    done = run_cutline("analyse", folder / "pets.json", "--objects", lists, *FAST)
    assert "pets: no class is in an image twice, so the annotations may not count" in done.stdout
    lists.write_text(json.dumps({key: [] for key in OBJECTS}))
    none = run_cutline("analyse", folder / "pets.json", "--objects", lists, *FAST)
    assert ["images", "without", "objects", "100.0%"] in rows(none.stdout)
    assert "may not count" not in none.stdout


def test_standard_input_is_read(folder: Path) -> None:
    done = run_cutline("analyse", "-", *FAST, stdin=(folder / "pets.json").read_bytes())
    assert done.exit_code == 0
    assert ["captions", "9"] in rows(done.stdout)


@pytest.mark.parametrize(
    ("options", "exit_code", "message"),
    [
        (("--names", "one,two"), 2, "--names: found 'one,two', expected one name"),
        (("--objects", "o.json", "--objects", "o.json"), 2, "--objects is given 2 times"),
        (("--synonyms", "words.txt"), 2, "--synonyms goes with --objects"),
        (("--class-names", "names.csv"), 2, "--class-names goes with --objects"),
        (("--tokenizer", "ptp"), 2, "no tokenizer is named 'ptp' (did you mean ptb?)"),
        (("--report", "-"), 2, "--report writes a page to a file"),
        (("--captions", "4"), 1, "pets: 0 of 3 images have 4 captions or more, expected 1"),
        (("--sample", "4"), 1, "pets: 3 of 3 images have 3 captions or more, expected 4"),
        (("--objects", "missing.json"), 3, "missing.json: cannot be read"),
        (("-o", "no/folder.json"), 3, "there is no folder"),
    ],
)
def test_what_makes_no_sense_is_refused(
    options: tuple[str, ...], exit_code: int, message: str, folder: Path
) -> None:
    done = run_cutline("analyse", folder / "pets.json", *options, *FAST)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr


def test_names_of_two_sets_differ(folder: Path) -> None:
    pets = folder / "pets.json"
    done = run_cutline("analyse", pets, pets, "--names", "a, a", *FAST)
    assert done.exit_code == 2
    assert "expected two different names" in done.stderr
