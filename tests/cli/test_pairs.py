"""`cutline pairs`: which concepts captions put together, and which to hold out."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Outcome, run_cutline

REFERENCES: dict[int, list[str]] = {
    1: ["a black cat on a bed", "the cat is black", "a cat beside a bag"],
    2: ["two black cats", "a large dog", "a man eats a sandwich"],
    3: ["a man is eating a sandwich", "a man eating food", "a small dog"],
}


def written(folder: Path, name: str, references: dict[int, list[str]]) -> Path:
    annotations = [
        {"id": number, "image_id": image_id, "caption": text}
        for number, (image_id, text) in enumerate(
            (image_id, text) for image_id, texts in references.items() for text in texts
        )
    ]
    images = [{"id": image_id} for image_id in references]
    path = folder / name
    path.write_text(json.dumps({"images": images, "annotations": annotations}), encoding="utf-8")
    return path


@pytest.fixture
def captions(tmp_path: Path) -> Path:
    return written(tmp_path, "captions.json", REFERENCES)


def pairs(*arguments: object) -> Outcome:
    outcome = run_cutline("pairs", *arguments)
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    return outcome


def content_of(*arguments: object) -> Any:
    return json.loads(pairs(*arguments, "--json").stdout)


def test_pairs_that_occur(captions: Path) -> None:
    lines = pairs(captions).stdout.splitlines()
    assert lines[0] == "captions: 3 images, 9 captions, 4 pairs"
    assert [line.split() for line in lines[2:7]] == [
        ["pair", "category", "1", "2", "3", "images", "mean"],
        ["black", "cat", "*", "colour,", "animate", "1", "1", "0", "2", "1.50"],
        ["eat", "man", "*", "verb,", "transitive", "1", "1", "0", "2", "1.50"],
        ["big", "dog", "size,", "animate", "1", "0", "0", "1", "1.00"],
        ["small", "dog", "*", "size,", "animate", "1", "0", "0", "1", "1.00"],
    ]
    assert lines[7] == "* held out already"
    assert lines[-1].startswith("pairs:parse(parser=cutline=")


def test_filters_and_orders(captions: Path) -> None:
    found = content_of(captions, "--at-least", 2, "--kind", "verb")["captions"]
    assert [entry["pair"] for entry in found[0]["pairs"]] == ["eat man"]
    named = content_of(captions, "--sort", "name")["captions"]
    names = [entry["pair"] for entry in named[0]["pairs"]]
    assert names == sorted(names)
    assert len(names) == 4


def test_pairs_that_are_typed(captions: Path) -> None:
    found = content_of(captions, "--pairs", "cat_black, red bus", "--at-least", 0)["captions"]
    assert [(e["pair"], e["by_agreement"]) for e in found[0]["pairs"]] == [
        ("black cat", [1, 1, 0]),
        ("red bus", [0, 0, 0]),
    ]
    held_out = content_of(captions, "--pairs", "held-out")["captions"]
    assert {e["pair"] for e in held_out[0]["pairs"]} == {"black cat", "eat man", "small dog"}


def test_pairs_of_any_words(captions: Path) -> None:
    found = content_of(captions, "--words", "any")["captions"]
    assert {e["pair"]: e["total"] for e in found[0]["pairs"]} == {
        **{"black cat": 2, "eat man": 2},
        **{"large dog": 1, "small dog": 1},
    }


def test_own_concepts(captions: Path, tmp_path: Path) -> None:
    concepts = tmp_path / "own.txt"
    concepts.write_text("[nouns]\nsandwich: food\n[pairs]\nblack cat\n", encoding="utf-8")
    found = content_of(captions, "--concepts", concepts)["captions"][0]
    assert {e["pair"] for e in found["pairs"] if e["is_held_out"]} == {"black cat"}
    assert "|concepts:own.txt=" in found["signature"]


def test_a_screenful_and_all(tmp_path: Path) -> None:
    nouns = ["cat", "dog", "bird", "horse", "bus", "car", "truck"]
    colours = ["black", "blue", "brown", "white", "green"]
    many = written(
        tmp_path,
        "many.json",
        {
            number: [f"a {colour} {noun}"]
            for number, (colour, noun) in enumerate((c, n) for c in colours for n in nouns)
        },
    )
    lines = pairs(many).stdout.splitlines()
    assert lines[0] == "many: 35 images, 35 captions, 35 pairs"
    assert lines[3 + 25] == "10 more with --all"
    assert len(pairs(many, "--all").stdout.splitlines()) == len(lines) + 9


def test_examples(captions: Path) -> None:
    lines = pairs(captions, "--pairs", "black cat", "--examples", 2).stdout.splitlines()
    start = lines.index("black cat")
    assert lines[start + 1 : start + 3] == ["  1  a black cat on a bed", "  1  the cat is black"]
    found = content_of(captions, "--pairs", "eat man", "--examples", 1)["captions"][0]
    assert found["pairs"][0]["examples"] == [{"image_id": 2, "caption": "a man eats a sandwich"}]


def test_several_files_side_by_side(captions: Path, tmp_path: Path) -> None:
    other = written(tmp_path, "other.json", {9: ["a red bus"], 10: ["a black cat"]})
    lines = pairs(captions, other, "--wording", "corrected").stdout.splitlines()
    assert lines[:2] == [
        "captions: 3 images, 9 captions, 4 pairs",
        "other: 2 images, 2 captions, 2 pairs",
    ]
    rows = {tuple(line.split("  ")[0].split(" *")[0:1]): line.split() for line in lines[4:9]}
    assert rows[("black cat",)][-4:] == ["2", "1.50", "1", "1.00"]
    assert rows[("red bus",)][-2:] == ["1", "1.00"]
    assert lines[4].startswith("black cat")


def test_candidates(captions: Path) -> None:
    found = content_of(captions, "--propose", "--at-least", 2)["candidates"]
    # They are alike in all that decides, so their names do.
    assert [one["pair"] for one in found["candidates"]] == ["black cat", "eat man"]
    black_cat = found["candidates"][0]
    assert (black_cat["cut"], black_cat["noun_left"], black_cat["noun_share"]) == (2, 0, 1.0)
    assert "takes 100% of the images of cat" in black_cat["against"]
    assert found["demands"]["evaluation_images"] == 1
    shown = pairs(captions, "--propose", "--at-least", 2).stdout
    assert shown.startswith("asked of a pair: at least 2 images to evaluate on;")
    assert "takes 100% of the images of cat" in shown


def test_candidates_are_evaluated_on_other_captions(captions: Path, tmp_path: Path) -> None:
    other = written(tmp_path, "other.json", {9: ["a big dog"], 10: ["a big dog"]})
    found = content_of(captions, "--propose", "--eval", other, "--at-least", 2)["candidates"]
    [one] = found["candidates"]
    assert (one["pair"], one["evaluation_images"], one["cut"]) == ("big dog", 2, 1)
    assert found["training"] != found["evaluation"]


def test_no_candidate(captions: Path) -> None:
    assert "no pair has so many images to evaluate on" in pairs(captions, "--propose").stdout


def test_agreement(captions: Path) -> None:
    found = content_of(captions, "--agreement", "--pairs", "black cat")["agreement"]
    assert found["mean_over_pairs"] == found["mean_over_images"] == 1.5
    lines = pairs(captions, "--agreement", "--pairs", "black cat").stdout.splitlines()
    assert lines[3] == (
        "references that have a pair, where any has it: 1.50 over pairs, 1.50 over images; "
        "kappa 0.000 over pairs"
    )


def test_arguments(captions: Path) -> None:
    found = content_of(captions, "--arguments", "--pairs", "eat man")["arguments"]
    assert [(v["subject"], v["captions"], v["objects"]) for v in found["verbs"]] == [
        ("any", 3, {"sandwich": 2, "food": 1}),
        ("man", 3, {"sandwich": 2, "food": 1}),
    ]
    shown = pairs(captions, "--arguments").stdout
    assert "sandwich 2, food 1" in shown
    assert "surf" not in shown
    assert "surf" in pairs(captions, "--arguments", "--all").stdout


def test_boxes(captions: Path, tmp_path: Path) -> None:
    boxes = tmp_path / "instances.json"
    sides = {1: 10, 2: 80, 3: 20}
    content = {
        "images": [{"id": image_id, "width": 100, "height": 100} for image_id in sides],
        "categories": [{"id": 1, "name": "dog"}],
        "annotations": [
            {"id": i, "image_id": i, "category_id": 1, "bbox": [0, 0, side, side], "iscrowd": 0}
            for i, side in sides.items()
        ],
    }
    boxes.write_text(json.dumps(content), encoding="utf-8")
    [dog] = content_of(captions, "--boxes", boxes)["sizes"]["nouns"]
    assert (dog["noun"], dog["big_median"], dog["small_median"]) == ("dog", 0.64, 0.04)
    assert dog["larger"]["value"] == 1
    assert dog["larger"]["low"] < 0.5
    lines = pairs(captions, "--boxes", boxes).stdout.splitlines()
    assert lines[4].split()[:5] == ["dog", "1", "1", "64.0%", "4.0%"]


def test_several_analyses_at_once(captions: Path, tmp_path: Path) -> None:
    output = tmp_path / "all.json"
    outcome = pairs(captions, "--agreement", "--arguments", "--propose", "-o", output)
    assert outcome.stdout == ""
    content = json.loads(output.read_text(encoding="utf-8"))
    assert list(content) == ["cutline", "version", "candidates", "agreement", "arguments"]
    assert (content["cutline"], content["version"]) == ("pairs", 1)


def test_a_table_on_file(captions: Path, tmp_path: Path) -> None:
    output = tmp_path / "pairs.csv"
    pairs(captions, "-o", output)
    rows = list(csv.DictReader(io.StringIO(output.read_text(encoding="utf-8"))))
    assert [(row["pair"], row["images_1"], row["total"]) for row in rows][:2] == [
        ("black cat", "1", "2"),
        ("eat man", "1", "2"),
    ]
    other = written(tmp_path, "other.json", {9: ["a big dog"]})
    pairs(captions, other, "-o", output)
    rows = list(csv.DictReader(io.StringIO(output.read_text(encoding="utf-8"))))
    totals = {(row["captions"], row["pair"]): row["total"] for row in rows}
    assert (totals[("captions", "big dog")], totals[("other", "big dog")]) == ("1", "1")
    assert totals[("other", "black cat")] == "0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--eval", "x.json"], "--eval goes with --propose"),
        (["--examples", 1, "--agreement"], "--examples goes with the list of pairs"),
        (["--arguments", "--matcher", "words"], "--arguments needs a parse"),
        (["--words", "any", "--pairs", "black cat"], "--words any takes all words"),
        (["--words", "any", "--wording", "corrected"], "--words any takes all words"),
        (["--words", "any", "--arguments"], "are about known words"),
        (["--words", "any", "--matcher", "together"], "--words any needs a parse"),
        (["--pairs", "purple cat"], "no concept is named 'purple'"),
        (["--pairs", ","], "--pairs: expected pairs with commas between"),
        (["--matcher", "guess"], "no matcher is named 'guess'"),
        (["--parser", "guess"], "no parser is named 'guess'"),
        (["--wording", "guess"], "the wording is published or corrected"),
    ],
)
def test_wrong_usage(captions: Path, arguments: list[object], message: str) -> None:
    outcome = run_cutline("pairs", captions, *arguments)
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert message in outcome.stderr


def test_analyses_look_at_one_file(captions: Path) -> None:
    outcome = run_cutline("pairs", captions, captions, "--agreement")
    assert outcome.exit_code == 2
    assert "look at one file of captions, not at 2" in outcome.stderr


def test_a_table_holds_one_analysis(captions: Path, tmp_path: Path) -> None:
    output = tmp_path / "both.csv"
    outcome = run_cutline("pairs", captions, "--agreement", "--propose", "-o", output)
    assert (outcome.exit_code, output.exists()) == (2, False)


def test_files_that_are_not_what_they_should_be(captions: Path, tmp_path: Path) -> None:
    missing = run_cutline("pairs", tmp_path / "none.json")
    assert (missing.exit_code, "none.json: cannot be read" in missing.stderr) == (3, True)
    no_boxes = run_cutline("pairs", captions, "--boxes", written(tmp_path, "b.json", REFERENCES))
    assert (no_boxes.exit_code, "captions without boxes" in no_boxes.stderr) == (2, True)
    lines = tmp_path / "lines.jsonl"
    lines.write_text('{"image_id": 1, "captions": ["a large dog"]}\n', encoding="utf-8")
    no_boxes = run_cutline("pairs", captions, "--boxes", lines)
    assert (no_boxes.exit_code, "captions without boxes" in no_boxes.stderr) == (2, True)
    over_itself = run_cutline("pairs", captions, "-o", captions)
    assert (over_itself.exit_code, json.loads(captions.read_text())["images"][0]) == (2, {"id": 1})
