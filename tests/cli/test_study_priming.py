"""`cutline study priming`: tables, JSON, a page, and files that are no good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.datasets.collected import write_collected
from cutline.reports.priming import priming_study
from cutline.reports.statistics import Resampling
from cutline.scoring.priming.example import simulated
from tests.command_line import Outcome, run_cutline

FEW = ("--resamples", 200, "--segment", 200)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("priming") / "collected.jsonl"
    write_collected(path, simulated(20))
    return path


def study(*arguments: object) -> Outcome:
    return run_cutline("study", "priming", *arguments)


def test_the_tables_have_arms_and_figures(file: Path) -> None:
    done = study(file, *FEW)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[1][:4] == ["plain", "no", "60", "20"]
    assert lines[2][:4] == ["primed", "yes", "60", "20"]
    heads = lines[4]
    assert heads[:4] == ["figure", "plain", "primed", "difference"]
    assert lines[5][0] == "length"
    assert lines[-1][0].startswith("priming(")


def test_the_figures_are_those_of_the_library(file: Path) -> None:
    done = study(file, *FEW, "--seed", 3, "--json")
    content = json.loads(done.stdout)
    expected = priming_study(simulated(20), resampling=Resampling(200, 3), segment=200)
    assert (content["cutline"], content["study"]) == ("study", "priming")
    assert content["signature"] == expected.signature
    assert content["figures"] == expected.to_dict()["figures"]


def test_a_list_of_words_adds_a_figure(file: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("One\na\non\n", encoding="utf-8")
    done = study(file, *FEW, "--vocabulary", words)
    assert "outside words" in done.stdout
    assert ",vocabulary=" in done.stdout


def test_files_are_written_whole(file: Path, tmp_path: Path) -> None:
    page, output = tmp_path / "priming.html", tmp_path / "priming.json"
    done = study(file, *FEW, "--report", page, "-o", output)
    assert done.exit_code == 0
    assert f"the report is {page}" in done.stderr
    html = page.read_text(encoding="utf-8")
    assert "Priming in simulated" in html
    assert html.count("<svg") >= 2
    assert "Labels that captions name" in html
    assert json.loads(output.read_text(encoding="utf-8"))["project"] == "simulated"


def test_names_are_text_on_the_page(tmp_path: Path) -> None:
    collected = simulated(6)
    captions = tuple(
        type(caption)(
            **{name: getattr(caption, name) for name in caption.__slots__}
            | {"arm": f"<b>{caption.arm}"}
        )
        for caption in collected.captions
    )
    path, page = tmp_path / "file.jsonl", tmp_path / "page.html"
    write_collected(path, type(collected)("<i>zoo", "en", captions))
    assert study(path, *FEW, "--report", page).exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert "<b>plain" not in html
    assert "<i>zoo" not in html
    assert "&lt;b&gt;plain" in html


def test_what_is_wrong_is_told(file: Path, tmp_path: Path) -> None:
    assert study(tmp_path / "none.jsonl").exit_code == 3
    bad = tmp_path / "bad.jsonl"
    bad.write_text(file.read_text(encoding="utf-8") + "{}\n", encoding="utf-8")
    done = study(bad)
    assert done.exit_code == 3
    assert 'bad.jsonl, line 122: "image_id" is nothing' in done.stderr
    lines = file.read_text(encoding="utf-8").splitlines()
    bad.write_text("\n".join(lines[:2]), encoding="utf-8")
    done = study(bad)
    assert done.exit_code == 1
    assert "found one arm, 'plain'" in done.stderr
    assert study(file, "--report", "-").exit_code == 2
    assert study(file, "-o", file).exit_code == 2
