"""Published files: as many images and captions as a plain JSON reader counts."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.types import Benchmark, Run
from cutline.datasets import read_references, read_run
from tests.command_line import run_cutline
from tests.shared_data import shared_data


def plain_json(path: Path) -> Any:
    content = path.read_bytes()
    return json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def references_of(path: Path) -> tuple[Benchmark, dict[Any, list[str]]]:
    benchmark, _ = read_references(path)
    found = zip(benchmark.image_ids, benchmark.references, strict=True)
    return benchmark, {image_id: list(captions) for image_id, captions in found}


def run_from(path: Path) -> Run:
    run, checked = read_run(path)
    assert not checked.stops("default")
    return run


@pytest.mark.parametrize(
    "name",
    [
        "coco_captions_2014/captions_val2014.json.gz",
        "coco_captions_2014/captions_train2014.json.gz",
        "coco_captions_val2017/captions_val2017.json",
        "coco_karpathy/coco_karpathy_val_gt.json",
        "coco_karpathy/coco_karpathy_test_gt.json",
        "coco_mini/captions_val2017.json",
    ],
)
def test_coco_annotations_hold_what_a_plain_reader_finds(name: str) -> None:
    path = shared_data(name)
    content = plain_json(path)
    expected: dict[Any, list[str]] = {image["id"]: [] for image in content["images"]}
    for annotation in content["annotations"]:
        expected[annotation["image_id"]].append(annotation["caption"])
    _, found = references_of(path)
    assert list(found) == list(expected)
    assert found == expected


def test_nocaps_references_hold_ten_captions_and_a_domain_each() -> None:
    path = shared_data("nocaps_val_runs/nocaps_nocaps_corpus.json")
    content = plain_json(path)
    benchmark, found = references_of(path)
    assert found == {record["image_id"]: record["caption"] for record in content}
    assert benchmark.tags["domain"] == {record["image_id"]: record["split"] for record in content}
    assert len(found) == 4500
    assert {len(captions) for captions in found.values()} == {10}


@pytest.mark.parametrize("name", ["flickr30k_test_captions.json", "flickr30k_val_captions.json"])
def test_a_dictionary_of_references_is_read(name: str) -> None:
    path = shared_data(f"nocaps_val_runs/{name}")
    assert references_of(path)[1] == plain_json(path)


def test_the_flickr8k_token_file_has_five_captions_an_image() -> None:
    path = shared_data("flickr8k/Flickr8k.token.txt")
    expected: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines():
        name, caption = line.split("\t", 1)
        expected.setdefault(name.rpartition("#")[0], []).append(caption)
    assert references_of(path)[1] == expected
    assert {len(captions) for captions in expected.values()} == {5}


@pytest.mark.parametrize(
    "name",
    [
        "coco_system_outputs/captions_val2014_baseline_results.json",
        "coco_system_outputs/paddle_updown_vis.json",
        "coco_system_outputs/prefixcap_kval_vis.json",
        "coco_system_outputs/diversity_merge_results.json",
        "nocaps_val_runs/coco_karpathy_test__coco_train_1.json",
        "nocaps_val_runs/flickr30k_test__coco_train_1.json",
        "nocaps_val_runs/nocaps_val__coco_train_1.json",
        "nocaps_val_runs/nocaps_val__train_coco.json",
        "coco_captions_val2017/captions_val2017_fakecap_results.json",
        "coco_fakecap_known_answers/captions_val2014_fakecap_results.json",
    ],
)
def test_results_hold_what_a_plain_reader_finds(name: str) -> None:
    path = shared_data(name)
    run = run_from(path)
    expected = {
        record["image_id"]: record["captions"] if "captions" in record else [record["caption"]]
        for record in plain_json(path)
    }
    assert {i: list(captions) for i, captions in run.captions.items()} == expected


@pytest.mark.parametrize(
    ("results", "references", "images"),
    [
        (
            "coco_system_outputs/paddle_updown_vis.json",
            "coco_karpathy/coco_karpathy_test_gt.json",
            5000,
        ),
        (
            "coco_system_outputs/captions_val2014_baseline_results.json",
            "coco_captions_2014/captions_val2014.json.gz",
            40504,
        ),
        (
            "nocaps_val_runs/nocaps_val__coco_train_1.json",
            "nocaps_val_runs/nocaps_nocaps_corpus.json",
            4500,
        ),
        (
            "nocaps_val_runs/flickr30k_test__coco_train_1.json",
            "nocaps_val_runs/flickr30k_test_captions.json",
            1000,
        ),
    ],
)
def test_published_runs_fit_published_references(
    results: str, references: str, images: int
) -> None:
    arguments = [shared_data(results), "--refs", shared_data(references)]
    outcome = run_cutline("validate", *arguments, "--json")
    report = json.loads(outcome.stdout)
    assert outcome.exit_code == 0
    assert report["images"] == images
    # nocaps and Flickr30k name pictures by file there and by number here.
    is_renamed = results.startswith("nocaps_val_runs")
    assert report["counts"] == ({"other-ids": 1} if is_renamed else {})


@pytest.mark.parametrize(
    "name",
    [
        "coco_mini/instances_val2017.json",
        "coco_system_outputs/captions_val2014_baseline_eval.json",
        "nocaps/nocaps_val.json",
        "nocaps_val_runs/official_scores.json",
        "flickr8k/ExpertAnnotations.txt",
        "egoshots/Meta-data.csv",
    ],
)
def test_published_files_without_captions_are_refused(name: str) -> None:
    path = shared_data(name)
    outcome = run_cutline("validate", path)
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert outcome.stderr.startswith(f"cutline: {path}")
