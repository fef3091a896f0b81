"""`cutline study fidelity`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.cli.fidelity_study.human import COUNTED, GIVEN
from tests.browser import OpenPage, browser, open_page  # noqa: F401
from tests.command_line import run_cutline

HUMAN = """Images,Captions,Objects,HSF
1.jpg,a dog and a ball,"['dog','ball','tree','car']",0.5
2.jpg,a cat,"['cat','sofa','lamp']",0.3
3.jpg,a man and a horse and a fence,"['man','horse','fence']",1.0
4.jpg,a view,"['car']",
5.jpg,a bus,"['bus','road']",0.5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "captions.csv").write_text(
        "Images,Steady,Hasty\n"
        "1.jpg,a dog and a ball,a man\n"
        "2.jpg,a cat on a couch,a dog\n"
        "3.jpg,a bus,a bus\n"
    )
    (tmp_path / "near.json").write_text('{"1": ["dog", "ball"], "2": ["cat", "sofa"], "9": []}')
    (tmp_path / "far.json").write_text('{"1.jpg": ["animal"], "2.jpg": ["animal", "chair"]}')
    (tmp_path / "human.csv").write_text(HUMAN)
    return tmp_path


def test_means_are_by_captioner_and_detector(folder: Path) -> None:
    done = run_cutline(
        *("study", "fidelity", folder / "captions.csv", "--objects", folder / "near.json"),
        *("--objects", f"other={folder / 'far.json'}", "--json"),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    value = {
        (s["detector"], s["system"]): s["value"]
        for s in found["scores"]
        if s["spec"] == "semantic-fidelity"
    }
    assert set(value) == {(d, s) for d in ("near", "other") for s in ("Steady", "Hasty")}
    assert value["near", "Steady"] > value["near", "Hasty"]
    assert value["near", "Steady"] > value["other", "Steady"]
    # Two images are in all files; three have captions.
    assert {s["images"] for s in (*found["systems"], *found["detectors"])} == {2}
    assert [s["different"] for s in found["systems"]] == [4, 2]
    assert found["detectors"][0]["per_image"] == 2


def test_metrics_are_compared_with_people(folder: Path) -> None:
    done = run_cutline("study", "fidelity", "--human", folder / "human.csv", "--json")
    assert done.exit_code == 0
    found = {(a["spec"], a["against"]): a for a in json.loads(done.stdout)["agreement"]}
    assert set(found) == {
        (spec, against)
        for spec in ("semantic-fidelity", "matched-fidelity")
        for against in (GIVEN, COUNTED)
    }
    given = found["semantic-fidelity", GIVEN]
    assert (given["captions"], given["undefined"]) == (4, 1)
    assert given["rho"] > 0.9
    assert given["r2"] == pytest.approx(given["rho"] ** 2)
    assert given["interval"][0] < given["rho"] < given["interval"][1]


def test_tables_are_shown(folder: Path) -> None:
    done = run_cutline(
        *("study", "fidelity", folder / "captions.csv", "--objects", folder / "near.json"),
        *("--human", folder / "human.csv"),
    )
    assert "mean semantic-fidelity" in done.stdout
    assert "nouns of Steady" in done.stdout
    assert "HSF = #N / #O" in done.stdout
    assert "semantic-fidelity(similarity=wordllama" in done.stdout


def test_the_page_opens_without_complaint(folder: Path, open_page: OpenPage) -> None:  # noqa: F811
    page = folder / "page.html"
    done = run_cutline(
        *("study", "fidelity", folder / "captions.csv", "--objects", folder / "near.json"),
        *("--human", folder / "human.csv", "--report", page),
    )
    assert done.exit_code == 0
    opened = open_page(page)
    assert opened.locator("svg.chart-drawing").count() >= 8
    assert "Metrics and people" in opened.inner_text("main")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "nothing to study"),
        (["captions.csv"], 2, "runs and --objects go together"),
        (["--objects", "near.json"], 2, "runs and --objects go together"),
        (["captions.csv", "--objects", "near.json", "--metrics", "bleu-1"], 2, "bleu-1 does not"),
        (["captions.csv", "--objects", "gone.json"], 3, "gone.json"),
        (["--human", "captions.csv"], 3, "expected a table with the columns Images, Captions"),
        (["captions.csv", "captions.csv", "--objects", "near.json"], 2, "named 'Steady'"),
        (["captions.csv", "--objects", "near.json", "--objects", "near.json"], 2, "NAME=FILE"),
        (["captions.csv", "--objects", "near.json", "-o", "near.json"], 2, "is read"),
    ],
)
def test_what_cannot_be_studied_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(folder)
    done = run_cutline("study", "fidelity", *arguments)
    assert done.exit_code == code
    assert message in done.stderr
    assert done.stdout == ""


def test_files_about_other_images_are_told(folder: Path) -> None:
    (folder / "other.json").write_text('{"77": ["dog"]}')
    done = run_cutline(
        *("study", "fidelity", folder / "captions.csv", "--objects", folder / "other.json")
    )
    assert done.exit_code == 1
    assert "ids such as '1', objects such as '77'" in done.stderr
