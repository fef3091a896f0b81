"""`cutline study compositional`: tables, JSON, a page, and kind words where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.benchmarks.demo import write_demo
from tests.cli.compositional_study.pictures import PAIRS, REFERENCES, SAYINGS, write_pictures
from tests.command_line import Outcome, run_cutline

FEW = ("--resamples", 100)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_pictures(tmp_path_factory.mktemp("pictures"))


def study(files: dict[str, Path], *arguments: object, systems: str = "varied plain") -> Outcome:
    runs = [files[system] for system in systems.split()]
    return run_cutline(
        *("study", "compositional", *runs, "--refs", files["references"], "-k", 3, *FEW),
        *arguments,
    )


def figures(files: dict[str, Path], *arguments: object, systems: str = "varied plain") -> Any:
    done = study(files, "--json", *arguments, systems=systems)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def values(part: dict[str, Any]) -> list[float]:
    return [run["value"] for run in part["runs"]]


def test_the_demo_is_asked_for_five_pairs(tmp_path: Path) -> None:
    write_demo(tmp_path)
    runs = [tmp_path / f"{system}.json" for system in ("steady", "hasty", "parrot")]
    done = run_cutline(
        "study", "compositional", *runs, "--refs", tmp_path / "references.json", *FEW
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("references: 3 runs, 24 images, of which 6 ask for 5 pairs")
    for pair in ("red bus", "brown dog", "fly bird", "black bird", "small dog"):
        assert f"\n{pair} *" in done.stdout
    assert "steady, hasty and parrot have at most 1 caption an image" in done.stdout
    assert done.stdout.endswith(
        "intervals:bca,level=0.95|test:randomisation,holm|resamples:100|seed:1\n"
    )


def test_json_has_all_figures(files: dict[str, Path]) -> None:
    found = figures(files, "--pairs", ",".join(PAIRS), "--metrics", "rouge-l", "--at-least", 3)
    assert (found["study"], found["runs"], found["k"]) == ("compositional", list(SAYINGS), 3)
    assert (found["images"], found["images_that_ask"]) == (8, 6)
    by_k = [values(metric) for metric in found["curve"]]
    assert [of_k[0] for of_k in by_k] == sorted(of_k[0] for of_k in by_k)
    assert len({of_k[1] for of_k in by_k}) == 1
    assert {part["name"]: part["is_small"] for part in found["pairs"]} == {
        "black cat": False,
        "red bus": False,
        "eat man": True,
    }
    for part in (*found["curve"], *found["pairs"], *found["categories"], *found["agreeing"]):
        assert [pair["to"] for pair in part["differences"]] == ["varied"]
        assert "data:" in part["signature"]
    assert [metric["spec"] for metric in found["metrics"]] == ["rouge-l"]
    assert [each["system"] for each in found["diversity"]] == ["varied", "plain", "people"]
    assert found["diversity"][0]["sets"]["captions_per_image"] == 3
    assert found["agreement"]["mean_over_pairs"] == pytest.approx((4 / 3 + 5 / 3 + 3 / 2) / 3)
    assert [verb["verb"] for verb in found["arguments"]["verbs"]] == ["eat"]


def test_files_hold_what_is_printed(files: dict[str, Path], tmp_path: Path) -> None:
    page, written = tmp_path / "page.html", tmp_path / "study.json"
    done = study(files, "--report", page, "-o", written, "--train", files["training"])
    assert done.exit_code == 0
    assert done.stderr == f"cutline: the report is {page}\n"
    assert json.loads(written.read_text()) == figures(files, "--train", files["training"])
    assert "% novel" in done.stdout
    text = page.read_text()
    assert "This command wrote this page" in text
    assert f"--report {page}" in text
    assert study(files, "-o", "-").stdout == study(files, "--json").stdout


def test_runs_with_some_of_the_images_are_studied_on_what_they_share(
    files: dict[str, Path], tmp_path: Path
) -> None:
    part = tmp_path / "part.jsonl"
    lines = files["plain"].read_text().splitlines(keepends=True)
    part.write_text("".join(lines[:4]))
    done = study({**files, "plain": part})
    assert done.exit_code == 0
    assert done.stderr == "cutline: studied on what all runs describe: 4 of 8 images\n"
    assert "2 runs, 4 of 8 images, of which 3 ask for 2 pairs" in done.stdout
    strict = study({**files, "plain": part}, "--strict")
    assert strict.exit_code == 1
    assert "no caption for this image of the references" in strict.stderr


def test_runs_of_one_name_are_told_apart(files: dict[str, Path]) -> None:
    assert figures(files, systems="plain plain")["runs"] == ["plain", "plain (2)"]


def test_one_run_has_intervals_and_no_tests(files: dict[str, Path]) -> None:
    done = study(files, systems="varied")
    assert "to the best" not in done.stdout
    assert "95% interval" in done.stdout
    assert "of the pairs that people say, in 3 captions an image" in done.stdout
    assert "people say, in 1 caption an image" in study(files, systems="plain").stdout
    assert figures(files, systems="varied")["curve"][0]["differences"] == []


def test_what_has_more_captions_is_also_compared_with_as_many(files: dict[str, Path]) -> None:
    done = study(files, "--pairs", ",".join(PAIRS))
    assert "\nBy pair recall@3, " in done.stdout
    assert "\nWith 1 caption an image each, " in done.stdout


def cut_gaps(files: dict[str, Path], folder: Path) -> None:
    done = run_cutline(
        *("gaps", files["references"], "-o", folder, "--pairs", ",".join(PAIRS)),
        *("--groups", "each", "--val-share", 0),
    )
    assert done.exit_code == 0, done.stderr


def test_gaps_name_images_and_pairs_group_by_group(files: dict[str, Path], tmp_path: Path) -> None:
    cut_gaps(files, tmp_path / "gaps")
    found = figures(files, "--gaps", tmp_path / "gaps")
    whole = figures(files, "--pairs", ",".join(PAIRS))
    assert found["images"] == found["images_of_references"] == found["images_that_ask"] == 6
    assert [values(part) for part in found["groups"]] == [values(part) for part in whole["pairs"]]
    assert values(found["curve"][-1]) == values(whole["curve"][-1])
    assert "gaps=" in found["curve"][-1]["signature"]


def test_an_image_is_asked_only_by_the_gaps_that_it_evaluates(
    files: dict[str, Path], tmp_path: Path
) -> None:
    # Image 17 has a black cat and a red bus; these gaps hold the bus out, and evaluate no cat.
    gaps = tmp_path / "dataset_splits_1.json"
    lists = {"train_images_split": [], "val_images_split": [], "test_images_split": ["13", "17"]}
    gaps.write_text(json.dumps({**lists, "heldout_pairs": ["red_bus"]}))
    found = figures(files, "--gaps", gaps)
    assert [(part["name"], part["images"]) for part in found["pairs"]] == [("red bus", 2)]
    assert found["images"] == 2
    assert found["groups"] == []


def write_vectors(path: Path, is_good: bool) -> Path:
    """Vectors that put each image next to its own captions, or far from them."""
    captions = [text for texts in REFERENCES.values() for text in texts]
    places = {image: place for place, image in enumerate(REFERENCES)}
    size = len(places)
    vectors = {}
    for image, texts in REFERENCES.items():
        for text in texts:
            vectors[text] = np.eye(size)[places[image]] * (1 if is_good else -1)
    unique = list(dict.fromkeys(captions))
    np.savez(
        path,
        image_ids=np.array(list(REFERENCES)),
        image_vectors=np.eye(size),
        captions=np.array(unique),
        caption_vectors=np.stack([vectors[text] for text in unique]),
    )
    return path


def test_embeddings_are_rows_of_their_own(files: dict[str, Path], tmp_path: Path) -> None:
    good, bad = (
        write_vectors(tmp_path / f"{name}.npz", name == "good") for name in ("good", "bad")
    )
    options = ("--embeddings", f"good={good}", "--embeddings", f"bad={bad}", "--pairs", "black cat")
    found = figures(files, *options)["rankings"]
    assert [metric["spec"].partition("(")[0] for metric in found] == [
        f"pair-recall@{k}" for k in (1, 2, 3)
    ]
    # Own captions come first, or last; among equals those without the pair are put first.
    assert values(found[-1]) == [1.0, 0.0]
    assert " of 1000,seed=1" in found[0]["signature"]
    done = study(files, *options)
    assert "ranking of captions" in done.stdout
    assert "captions to rank, not 1,000: ranking among fewer is easier" in done.stderr
    assert "fewer is easier" not in study(files, *options, "--others", 1).stderr


def test_ids_of_embeddings_may_be_text(files: dict[str, Path], tmp_path: Path) -> None:
    vectors = write_vectors(tmp_path / "numbers.npz", is_good=True)
    with np.load(vectors) as arrays:
        kept = dict(arrays)
    as_text, as_floats = tmp_path / "text.npz", tmp_path / "floats.npz"
    np.savez(as_text, **{**kept, "image_ids": kept["image_ids"].astype(str)})
    np.savez(as_floats, **{**kept, "image_ids": kept["image_ids"].astype(float)})
    named = [f"{path.stem}={path}" for path in (vectors, as_text, as_floats)]
    options = [option for name in named for option in ("--embeddings", name)]
    found = figures(files, *options, "--pairs", "black cat")["rankings"]
    assert values(found[-1]) == [1.0, 1.0, 1.0]


def test_nothing_that_is_read_is_written_over(files: dict[str, Path], tmp_path: Path) -> None:
    vectors, gaps = write_vectors(tmp_path / "vectors.npz", is_good=True), tmp_path / "gaps"
    cut_gaps(files, gaps)
    lists = next(gaps.glob("*/eval.txt"))
    for output, options in (
        (vectors, ("--embeddings", f"mine={vectors}")),
        (gaps / "gaps.json", ("--gaps", gaps)),
        (gaps / "gaps.json", ("--gaps", gaps / "gaps.json")),
        (lists, ("--gaps", gaps)),
    ):
        before = output.read_bytes()
        for option in ("-o", "--report"):
            done = study(files, *options, option, output)
            assert (done.exit_code, "write to another file" in done.stderr) == (2, True)
        assert output.read_bytes() == before


def test_gaps_that_were_cut_with_other_words_are_noted(
    files: dict[str, Path], tmp_path: Path
) -> None:
    cut_gaps(files, tmp_path / "gaps")
    assert study(files, "--gaps", tmp_path / "gaps").stderr == ""
    done = study(files, "--gaps", tmp_path / "gaps", "--wording", "corrected")
    assert done.exit_code == 0
    assert "'cutline concepts 1', and are studied with those of" in done.stderr


def test_gaps_without_images_to_evaluate_on_are_refused(
    files: dict[str, Path], tmp_path: Path
) -> None:
    gaps = tmp_path / "splits.json"
    lists = {"train_images_split": ["13"], "val_images_split": [], "test_images_split": []}
    gaps.write_text(json.dumps({**lists, "heldout_pairs": ["red_bus"]}))
    done = study(files, "--gaps", gaps)
    assert done.exit_code == 1
    assert done.stderr == f"cutline: {gaps}: the gaps have no image to evaluate on\n"


def test_findings_leave_out_intervals_that_one_image_does_not_give(
    files: dict[str, Path], tmp_path: Path
) -> None:
    one = tmp_path / "one.jsonl"
    lines = files["plain"].read_text().splitlines(keepends=True)
    one.write_text("".join(line for line in lines if json.loads(line).get("image_id") == 13))
    done = study({**files, "plain": one}, systems="plain")
    assert done.exit_code == 0
    assert "of the pairs that people say, in 1 caption an image.\n" in done.stdout
    assert "expect undefined" not in done.stdout
    assert "(undefined)" not in done.stdout


def test_boxes_tell_sizes(files: dict[str, Path], tmp_path: Path) -> None:
    # A caption calls the bus of image 13 big; it fills a quarter of the picture.
    bus = {"id": "0", "label": "bus", "box": [0, 0, 50, 50]}
    image = {"image_id": 13, "width": 100, "height": 100, "boxes": [bus], "descriptions": ["a bus"]}
    boxes = tmp_path / "boxes.jsonl"
    header = {"cutline": "boxes", "version": 1, "name": "mine"}
    boxes.write_text("".join(json.dumps(line) + "\n" for line in (header, image)))
    [noun] = figures(files, "--boxes", boxes)["sizes"]["nouns"]
    assert (noun["noun"], noun["big"], noun["small"], noun["big_median"]) == ("bus", 1, 0, 0.25)
    page = tmp_path / "page.html"
    done = study(files, "--boxes", boxes, "--report", page)
    assert "1 image with boxes" in done.stdout
    assert "Are big things large in the picture?" in page.read_text()


def test_matching_by_words_needs_no_parser(files: dict[str, Path]) -> None:
    found = figures(files, "--matcher", "words", "--no-local-recall")
    assert found["arguments"] is None
    assert found["diversity"][0]["local_recall"] is None
    assert "matcher=words" in found["curve"][0]["signature"]


def test_bad_usage_is_told_kindly(files: dict[str, Path], tmp_path: Path) -> None:
    cases: list[tuple[tuple[object, ...], int, str]] = [
        (("--pairs", "black unicorn"), 2, "no concept is named 'unicorn'"),
        (("--pairs", "blue bus", "--gaps", tmp_path), 2, "--pairs goes without --gaps"),
        (("--gaps", tmp_path), 3, "is no folder of gaps"),
        (
            ("--pairs", "blue bus"),
            1,
            "no reference of the 8 images has a pair that is asked for (blue bus)",
        ),
        (("--matcher", "together"), 2, "--matcher is parse or words here"),
        (("--embeddings", "vectors.npz"), 2, "--embeddings is NAME=FILE"),
        (("--embeddings", "a=none.npz"), 3, "none.npz: cannot be read"),
        (("--report", "-"), 2, "--report writes a page to a file"),
        (("--resamples", 3), 2, "100 resamples or more"),
        (("-o", files["plain"]), 2, "is read in the same run"),
        (("--boxes", files["plain"]), 2, "captions without boxes"),
    ]
    for options, code, message in cases:
        done = study(files, *options)
        assert (done.exit_code, done.stdout) == (code, ""), (options, done.stderr)
        assert message in done.stderr, (options, done.stderr)


def test_gaps_of_other_images_are_told(files: dict[str, Path], tmp_path: Path) -> None:
    gaps = tmp_path / "other.json"
    lists = {"train_images_split": [], "val_images_split": [], "test_images_split": ["900"]}
    gaps.write_text(json.dumps({**lists, "heldout_pairs": ["red_bus"]}))
    done = study(files, "--gaps", gaps)
    assert done.exit_code == 1
    assert "the references have none of the 1 images that the gaps evaluate on" in done.stderr
    gaps.write_text(json.dumps({**lists, "heldout_pairs": None}))
    assert "holds no pair out" in study(files, "--gaps", gaps).stderr


def test_runs_without_any_image_of_the_study_are_told(
    files: dict[str, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"image_id": 18, "captions": ["a dog"]}\n')
    gaps = tmp_path / "gaps.json"
    lists = {"train_images_split": [], "val_images_split": [], "test_images_split": ["13"]}
    gaps.write_text(json.dumps({**lists, "heldout_pairs": ["red_bus"]}))
    done = study({**files, "plain": other}, "--gaps", gaps)
    assert done.exit_code == 1
    assert "holds no caption for any image that is studied" in done.stderr
