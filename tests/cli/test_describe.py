"""`cutline describe` and `cutline study content-selection`: from boxes to sentences and curves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.benchmarks.demo.boxes import demo_boxed_set
from cutline.datasets.gold_boxes import write_boxed
from cutline.text.box_markup import parse_marked
from tests.command_line import run_cutline


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boxes") / "boxes.jsonl"
    write_boxed(demo_boxed_set(), path)
    return path


def test_a_description_mentions_the_chosen_boxes(boxes: Path) -> None:
    done = run_cutline("describe", boxes, "--by", "size", "-k", 2)
    assert (done.exit_code, done.stderr) == (0, "")
    header, *records = map(json.loads, done.stdout.splitlines())
    assert header == {"cutline": "run", "system": "size, k = 2"}
    for image, record in zip(demo_boxed_set(), records, strict=True):
        largest = sorted(image.boxes, key=lambda box: -box.area)[:2]
        said = parse_marked(record["captions"][0])
        assert set(said.mentioned) == {box.id for box in largest}


def test_what_is_described_can_be_scored_against_the_same_file(boxes: Path, tmp_path: Path) -> None:
    for by in ("size", "random"):
        done = run_cutline("describe", boxes, "--by", by, "-o", tmp_path / f"{by}.jsonl")
        assert done.exit_code == 0
    scored = run_cutline(
        *("score", tmp_path / "size.jsonl", tmp_path / "random.jsonl", "--refs", boxes),
        *("--metrics", "content-selection", "--json"),
    )
    size, chance = json.loads(scored.stdout)["runs"]
    assert size["scores"][0]["value"] > chance["scores"][0]["value"]
    assert size["scores"][0]["parts"]["precision"] > 0


def test_learning_and_what_was_learnt_give_the_same(boxes: Path, tmp_path: Path) -> None:
    base = ("describe", boxes, "--by", "bigram+size")
    learnt = run_cutline(*base, "--train", boxes, "--save-priors", tmp_path / "priors.json")
    again = run_cutline(*base, "--priors", tmp_path / "priors.json")
    assert learnt.exit_code == again.exit_code == 0
    assert learnt.stdout == again.stdout


def test_linked_sentences_depend_on_the_seed(boxes: Path) -> None:
    base = ("describe", boxes, "--style", "linked")
    assert run_cutline(*base).stdout == run_cutline(*base, "--seed", 1).stdout
    assert run_cutline(*base).stdout != run_cutline(*base, "--seed", 2).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "bigrm"], "no way to choose boxes"),
        (["--by", "bigram"], "give --train BOXES, or --priors FILE"),
        (["--style", "rhymed"], "--style is plain or linked, not 'rhymed'"),
        (["--save-priors", "p.json"], "--save-priors goes with --train"),
        (["--train", "a", "--priors", "b"], "exclude each other"),
    ],
)
def test_wrong_options_are_refused_by_name(
    boxes: Path, arguments: list[object], message: str
) -> None:
    done = run_cutline("describe", boxes, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_the_study_shows_every_selector_at_every_k(boxes: Path, tmp_path: Path) -> None:
    page = tmp_path / "study.html"
    base = ("study", "content-selection", boxes, "--most", 3, "--resamples", 200)
    base = (*base, "--selectors", "random,size,bigram+size")
    done = run_cutline(*base, "--report", page)
    assert done.exit_code == 0
    assert "people against each other: P 0.72" in done.stdout
    assert "folds:2|seed:1" in done.stdout
    found = json.loads(run_cutline(*base, "--json").stdout)
    assert list(found["selectors"]) == ["random", "size", "bigram+size"]
    for selector in found["selectors"].values():
        assert list(selector["by_k"]) == ["1", "2", "3"]
        recalls = [of_k["recall"]["mean"] for of_k in selector["by_k"].values()]
        assert recalls == sorted(recalls)
    assert len(found["tests"]["pairs"]) == 3
    text = page.read_text(encoding="utf-8")
    assert "F by the number of boxes mentioned" in text
    assert "people" in text


def test_a_study_goes_on_where_it_was_stopped(
    boxes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = ("study", "content-selection", boxes, "--most", 2, "-k", 1, "--resamples", 200, "--json")
    base = (*base, "--selectors", "size,position", "--work", tmp_path / "work")
    first = run_cutline(*base)
    assert sorted(p.name for p in (tmp_path / "work").iterdir()) == ["position.json", "size.json"]
    (tmp_path / "work" / "size.json").unlink()
    kept = (tmp_path / "work" / "position.json").stat().st_mtime_ns
    again = run_cutline(*base)
    assert again.stdout == first.stdout
    assert (tmp_path / "work" / "position.json").stat().st_mtime_ns == kept
    (tmp_path / "work" / "size.json").write_text("[]")
    damaged = run_cutline(*base)
    assert damaged.exit_code == 3
    assert "holds no curve of a study" in damaged.stderr
