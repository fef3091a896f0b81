"""`cutline study diversity`: a table, JSON and a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutline
from cutline.scoring.diversity import diversity, human_diversity
from tests.cli.compositional_study.pictures import benchmark, runs, write_pictures
from tests.command_line import Outcome, run_cutline


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_pictures(tmp_path_factory.mktemp("pictures"))


def study(files: dict[str, Path], *arguments: object) -> Outcome:
    return run_cutline(
        *("study", "diversity", files["varied"], files["plain"], "--refs", files["references"]),
        *arguments,
    )


def test_the_figures_are_those_of_the_library(files: dict[str, Path]) -> None:
    done = study(files, "--train", files["training"], "--segment", 10, "--json")
    content = json.loads(done.stdout)
    corpus = cutline.Corpus(benchmark(), "cider")
    training = ["a bus", "a black dog", "a cat"]
    expected = [diversity(corpus, run, training=training, segment=10) for run in runs()]
    assert content["runs"] == [each.to_dict() for each in expected]
    people = human_diversity(corpus, training=training, segment=10)
    assert content["people"] == people.to_dict()


def test_the_table_has_a_row_for_each_run_and_for_people(files: dict[str, Path]) -> None:
    done = study(files)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["varied", "plain", "people"]
    # Nothing was trained on, and no text has a thousand words.
    assert "novel" not in lines[0]
    assert "ttr1" not in lines[0]
    sets = lines.index("") + 1
    assert [line.split()[0] for line in lines[sets + 1 : sets + 3]] == ["varied", "people"]


def test_sets_are_of_as_many_captions_as_asked_for(files: dict[str, Path]) -> None:
    done = run_cutline(
        *("study", "diversity", files["varied"], "--refs", files["references"]),
        *("--captions", 2, "--json"),
    )
    [run] = json.loads(done.stdout)["runs"]
    assert run["sets"]["captions_per_image"] == 2
    too_many = study(files, "--captions", 2)
    assert too_many.exit_code == 1
    assert "plain: image 11 has 1 caption, expected 2" in too_many.stderr


def test_local_recall_can_be_left_out(files: dict[str, Path]) -> None:
    assert "local" not in study(files, "--no-local-recall").stdout.splitlines()[0]
    assert "no local recall: not asked for" in study(files, "--no-local-recall").stdout


def test_a_page_has_the_tables(files: dict[str, Path], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = study(files, "--segment", 10, "--report", page, "-o", tmp_path / "found.json")
    assert done.stderr == f"cutline: the report is {page}\n"
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert "Sets of captions of an image" in text
    assert "Types over tokens in segments" in text
    assert json.loads((tmp_path / "found.json").read_text())["study"] == "diversity"


def test_bad_usage_is_told_kindly(files: dict[str, Path], tmp_path: Path) -> None:
    assert study(files, "--report", "-").exit_code == 2
    assert study(files, "-o", files["references"]).exit_code == 2
    missing = study(files, "--train", tmp_path / "none.json")
    assert missing.exit_code == 3
    assert "none.json" in missing.stderr
