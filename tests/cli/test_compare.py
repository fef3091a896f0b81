"""`cutline compare`: what differs, by how much, and whether that means anything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from cutline.reports.statistics import Resampling, compare
from tests.command_line import Outcome, run_cutline


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


def compare_demo(demo: Path, *arguments: object, systems: str = "steady hasty parrot") -> Outcome:
    results = [demo / f"{system}.json" for system in systems.split()]
    return run_cutline(
        *("compare", *results, "--refs", demo / "references.json", "--resamples", 500),
        *arguments,
    )


def test_the_table_shows_values_differences_and_ties(demo: Path) -> None:
    done = compare_demo(demo, "--metrics", "bleu-4,cider-d", "--top", 1)
    assert done.exit_code == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split()[:3] == ["metric", "system", "value"]
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[1:7]]
    assert [row[0] for row in rows] == ["bleu-4", "hasty", "parrot", "cider-d", "hasty", "parrot"]
    runs = [
        cutline.Corpus(demo_benchmark(), "bleu-4,cider-d").score(demo_run(system))
        for system in ("steady", "hasty")
    ]
    [bleu, _] = compare(runs, Resampling(500))
    assert f"{bleu.scores[1].value:.3f}" in lines[2]
    assert f"{bleu.differences[0].value:+.3f}" in lines[2]
    assert lines[-1] == "intervals:bca,level=0.95|test:randomisation,holm|resamples:500|seed:1"
    assert "data:" in lines[-2]
    assert done.stdout.count("\nimage ") == 1


def test_json_has_every_pair_by_every_metric(demo: Path) -> None:
    done = compare_demo(demo, "--metrics", "rouge-l,cider-d", "--by", "domain", "--json")
    content = json.loads(done.stdout)
    assert (content["cutline"], content["baseline"], content["images"]) == (
        *("comparison", "steady"),
        24,
    )
    assert [metric["spec"] for metric in content["metrics"]] == ["rouge-l", "cider-d"]
    for metric in content["metrics"]:
        pairs = [(found["of"], found["to"]) for found in metric["differences"]]
        assert pairs == [("hasty", "steady"), ("parrot", "steady"), ("parrot", "hasty")]
        value = {run["system"]: run["value"] for run in metric["runs"]}
        for found in metric["differences"]:
            assert found["value"] == value[found["of"]] - value[found["to"]]
            assert found["interval"][0] <= found["value"] <= found["interval"][1]
            assert found["p"] <= found["corrected_p"] <= 1
            assert found["wins"] + found["losses"] <= 24
    slices = content["slices"]["domain"]
    assert [part["images"] for part in slices.values()] == [8, 8, 8]
    assert all(part["is_small"] for part in slices.values())


def test_the_same_seed_gives_the_same_answer_and_another_does_not(demo: Path) -> None:
    options = ("--metrics", "cider-d", "--json")
    first, again = (compare_demo(demo, *options).stdout for _ in range(2))
    assert first == again
    assert compare_demo(demo, *options, "--seed", 2).stdout != first
    assert compare_demo(demo, *options, "--jobs", 3).stdout == first


def test_slices_show_wins_and_mark_the_small(demo: Path) -> None:
    done = compare_demo(demo, "--metrics", "cider-d", "--by", "domain", "--by", "word:dog")
    assert "cider-d by domain" in done.stdout
    assert "in-domain*" in done.stdout
    assert "with dog*" in done.stdout
    assert "wins" in done.stdout
    assert "* too few images to say much" in done.stdout


def test_images_are_those_where_runs_differ_most(demo: Path) -> None:
    done = compare_demo(demo, "--metrics", "cider-d,rouge-l", "--on", "rouge-l", "--top", 2)
    corpus = cutline.Corpus(demo_benchmark(), "rouge-l")
    runs = [corpus.score(demo_run(s))["rouge-l"].values for s in ("steady", "hasty", "parrot")]
    spread = [max(values) - min(values) for values in zip(*runs, strict=True)]
    widest = sorted(range(24), key=lambda place: -spread[place])[:2]
    shown = re.findall(r"^image (\d+)$", done.stdout, re.MULTILINE)
    assert shown == [str(demo_benchmark().image_ids[place]) for place in widest]


def test_a_run_that_is_worse_can_fail_a_build(demo: Path) -> None:
    options = ("--metrics", "cider-d", "--fail-if-worse")
    worse = compare_demo(demo, *options, systems="steady hasty")
    assert worse.exit_code == 1
    assert "cutline: worse than steady: hasty by cider-d" in worse.stderr
    assert compare_demo(demo, *options, systems="hasty steady").exit_code == 0
    assert compare_demo(demo, *options, systems="steady steady").exit_code == 0


def test_runs_of_one_name_are_told_apart(demo: Path) -> None:
    done = compare_demo(demo, "--metrics", "cider-d", "--top", 0, systems="steady steady")
    assert "steady (2)" in done.stdout
    assert "1.000" in done.stdout
    assert "image" not in done.stdout.split("cider-d(")[0].replace("images", "")


def test_only_images_that_all_runs_describe_are_compared(demo: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.json"
    captions = [{"image_id": i, "caption": "a dog"} for i in demo_benchmark().image_ids[:10]]
    part.write_text(json.dumps(captions))
    base = ("compare", demo / "steady.json", part, "--refs", demo / "references.json")
    assert run_cutline(*base).exit_code == 1
    done = run_cutline(*base, "--lenient", "--json", "--metrics", "rouge-l", "--resamples", 200)
    assert "compared on what all runs describe: 10 images" in done.stderr
    assert json.loads(done.stdout)["images"] == 10


def test_a_report_is_written_whole_with_the_command_that_made_it(
    demo: Path, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    done = compare_demo(
        *(demo, "--metrics", "rouge-l,cider-d", "--report", page, "--title", "A & B"),
        *("--images", demo / "images", "--objects", demo / "objects.json"),
    )
    assert done.exit_code == 0
    assert f"the report is {page}" in done.stderr
    text = page.read_text(encoding="utf-8")
    assert "<h1>A &amp; B</h1>" in text
    assert f"--report {page}" in text
    assert "cutline synonyms" in text or "labels alone" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--resamples", 5], "100 resamples or more, not 5"),
        (["--seed", -1], "seed is a whole number"),
        (["--level", 95], "between 0 and 1, such as 0.95, not 95"),
        (["--test", "t"], "--test is randomisation or bootstrap, not 't'"),
        (["--interval", "normal"], "--interval is bca or percentile, not 'normal'"),
        (["--on", "spice"], "spice is not computed"),
        (["--by", "colour"], "nothing to slice by is named 'colour'"),
        (["--images", "x"], "--images goes with --report"),
        (["--title", "x"], "--title goes with --report"),
        (["--objects", "x"], "--objects goes with --by objects, with --report, or"),
        (["--report", "-"], "--report writes a page to a file"),
        (["--report", "r.html", "--synonyms", "x"], "--synonyms goes with --objects"),
    ],
)
def test_wrong_options_are_refused_by_name(
    demo: Path, arguments: list[object], message: str
) -> None:
    done = run_cutline(
        *("compare", demo / "steady.json", demo / "hasty.json"),
        *("--refs", demo / "references.json", "--metrics", "rouge-l,cider-d", *arguments),
    )
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_one_run_is_nothing_to_compare(demo: Path) -> None:
    done = run_cutline("compare", demo / "steady.json", "--refs", demo / "references.json")
    assert done.exit_code == 2
    assert "two runs or more" in done.stderr


def test_no_input_is_ever_written_over(demo: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("1001,a\n1002,b\n")
    for arguments in (
        ("--by", labels, "-o", labels),
        ("--objects", labels, "--report", labels),
        ("--report", tmp_path / "r.html", "--training", labels, "-o", labels),
    ):
        done = compare_demo(demo, "--metrics", "rouge-l", *arguments)
        assert done.exit_code == 2
        assert "is read in the same run" in done.stderr
    assert labels.read_text().startswith("1001")


def test_where_nothing_can_be_written_is_said_before_the_work(demo: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "r.html"
    done = compare_demo(
        demo, "--metrics", "rouge-l", "-o", tmp_path / "o.json", "--report", nowhere
    )
    assert done.exit_code == 3
    assert "there is no folder" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_made_leaves_nothing_behind(demo: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = compare_demo(demo, "--metrics", "rouge-l", "--report", page, "--images", tmp_path)
    assert done.exit_code == 3
    assert "holds no picture of these images" in done.stderr
    assert list(tmp_path.iterdir()) == []
