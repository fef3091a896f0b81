"""`cutline explain --metric spice`: tuples that matched, were invented and were missed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from tests.command_line import run_cutline

TYPED = (
    *("explain", "--metric", "spice", "--candidate", "a brown dog on a couch"),
    *("--reference", "a dog on a red sofa", "--reference", "a dog"),
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


def test_typed_sentences_are_told_tuple_by_tuple() -> None:
    done = run_cutline(*TYPED)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "matched   = dog" in lines
    assert "          = couch  (as sofa)" in lines
    assert "          = dog - on - couch  (as dog - on - sofa)" in lines
    assert "invented  + dog: brown" in lines
    assert "missed    - sofa: red" in lines
    assert "precision 0.750  recall 0.750  F 0.750" in lines
    assert lines[-1].startswith("spice(parser=cutline)|files:parser=")
    assert "\x1b" not in done.stdout


def test_numbers_are_those_of_the_score(demo: Path) -> None:
    done = run_cutline(
        *("explain", demo / "hasty.json", "--refs", demo / "references.json"),
        *("--metric", "spice", "--worst", 24, "--json"),
    )
    content = json.loads(done.stdout)
    assert (content["cutline"], content["version"], content["metric"]) == (
        "explanation",
        1,
        "spice",
    )
    score = cutline.Corpus(demo_benchmark(), "spice").score(demo_run("hasty"))["spice"]
    values = dict(zip(score.image_ids, score.values.tolist(), strict=True))
    rows = dict(zip(score.image_ids, score.statistics.tolist(), strict=True))
    assert len(content["images"]) == 24
    for image in content["images"]:
        assert image["score"] == values[image["image_id"]]
        assert list(image["statistics"].values()) == rows[image["image_id"]]
        assert len(image["matched"]) == image["statistics"]["all_tp"]
        assert len(image["invented"]) == image["statistics"]["all_fp"]
    shown = [image["score"] for image in content["images"]]
    assert shown == sorted(shown)


def test_captions_that_say_nothing() -> None:
    arguments = ("explain", "--metric", "spice", "--candidate", "the", "--reference", "it is")
    done = run_cutline(*arguments)
    assert "neither has an object" in done.stdout
    assert "precision 0.000  recall 0.000  F 0.000" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        ((*TYPED, "--all-references"), 2, "spice merges all references into one"),
        ((*TYPED[:2], "spice(parser=nonsense)", *TYPED[3:]), 2, "no parser is named 'nonsense'"),
        ((*TYPED[:2], "spice(parser=spacy/none)", *TYPED[3:]), 4, "spacy"),
    ],
)
def test_wrong_usage_is_explained(arguments: tuple[str, ...], exit_code: int, message: str) -> None:
    done = run_cutline(*arguments)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr
