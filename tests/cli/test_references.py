"""`cutline references`: from a pool of captions to references, a human run and what it reaches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from cutline.benchmarks.references import hold_out, leave_one_out, reference_curve
from cutline.datasets.held_out import read_held_out
from cutline.reports.statistics import Resampling
from cutline.reports.statistics.means import mean_intervals
from tests.benchmarks.references.small_pools import POOL
from tests.command_line import run_cutline

SPECS = ("--metrics", "rouge-l,cider-d")
FEW = ("--resamples", 200)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


@pytest.fixture(scope="module")
def captions(demo: Path) -> Path:
    return demo / "references.json"


def told(*arguments: object) -> Any:
    done = run_cutline("references", *arguments, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_nothing_asked_counts_captions(captions: Path) -> None:
    done = run_cutline("references", captions)
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["captions", "an", "image", "images"],
        ["5", "24"],
    ]
    assert told(captions)["captions_an_image"] == {"5": 24}


def test_what_is_written_is_scored(captions: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run_cutline("references", captions, "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split() for line in done.stdout.splitlines()[1:]] == [
        ["references.json", "24", "96", "4"],
        ["human.json", "24", "24", "1"],
    ]
    scored = run_cutline(
        *("score", out / "human.json", "--refs", out / "references.json", "--strict", *SPECS),
        *("--json", "--by", "domain"),
    )
    assert scored.exit_code == 0, scored.stderr
    [run] = json.loads(scored.stdout)["runs"]
    expected = leave_one_out(demo_benchmark(), "rouge-l,cider-d").human
    assert [score["value"] for score in run["scores"]] == [
        expected.values("rouge-l")[0],
        expected.values("cider-d")[0],
    ]
    assert len(run["slices"]) == 3


def test_sets_are_written_and_scored(captions: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    written = told(captions, "-o", out, "--sets", "4, 2")["written"]
    assert [of_set["name"] for of_set in written["sets"]] == ["c2", "c4"]
    for name in ("c2", "c4"):
        files = (out / f"human_{name}.json", "--refs", out / f"references_{name}.json")
        scored = run_cutline("score", *files, "--strict", *SPECS)
        assert scored.exit_code == 0, scored.stderr
        assert f"refs:{name[1:]}|images:24" in scored.stdout


def test_the_seed_says_which_caption(captions: Path, tmp_path: Path) -> None:
    for seed in (1, 8):
        run_cutline("references", captions, "-o", tmp_path / f"s{seed}", "--seed", seed)
        [found] = read_held_out(tmp_path / f"s{seed}")
        assert found.human.captions == hold_out(demo_benchmark(), seed).human.captions


def test_human_scores_have_intervals_and_slices(captions: Path, demo: Path) -> None:
    found = told(
        *(captions, "--human", "--by", "domain", "--run", demo / "steady.json", *SPECS, *FEW)
    )["human"]
    expected = leave_one_out(demo_benchmark(), "rouge-l,cider-d", candidates=[demo_run("steady")])
    rows = {(row["system"], row["slice"], row["spec"]): row for row in found["scores"]}
    assert len(rows) == 2 * 4 * 2
    for one in expected.systems:
        for place, spec in enumerate(one.specs):
            row = rows[one.system, "", spec]
            interval = mean_intervals(one.scores(), Resampling(200))[place]
            assert row["rounds"] == one.values(spec)
            assert row["value"] == one.value(spec)
            assert row["interval"] == interval.to_dict()
            assert row["signature"] == str(one.signatures[spec])
    assert rows["human", "in-domain", "cider-d"]["images"] == 8


def test_the_table_of_people_says_how_it_was_made(captions: Path) -> None:
    done = run_cutline("references", captions, "--human", "--by", "domain", *SPECS, *FEW)
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["system", "slice", "images", "rouge-l", "cider-d"]
    assert lines[1].split()[:3] == ["human", "all", "24"]
    assert " to " in lines[2]
    assert "* too few images to say much" in lines
    assert lines[-1] == ("leave-one-out:rounds=5|intervals:bca,level=0.95|resamples:200|seed:1")
    plain = run_cutline("references", captions, "--human", "--no-intervals", *SPECS)
    assert " to " not in plain.stdout
    assert plain.stdout.splitlines()[-1] == "leave-one-out:rounds=5|seed:1"


def test_the_curve_is_that_of_the_library(captions: Path, demo: Path) -> None:
    options = (captions, "--curve", "--draws", 2, "--run", demo / "hasty.json", *SPECS)
    found = told(*options)["curve"]
    expected = reference_curve(
        demo_benchmark(), "rouge-l,cider-d", candidates=[demo_run("hasty")], draws=2
    )
    for row in found["scores"]:
        one = expected[row["system"]]
        assert row["references"] == list(one.sizes)
        assert row["draws"] == one.values[row["spec"]].tolist()
        assert row["values"] == one.means(row["spec"])
    done = run_cutline("references", *options)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["system", "references", "rouge-l", "cider-d"]
    assert [line[:2] for line in lines[1:3]] == [["human", "1"], ["2", lines[2][1]]]
    assert lines[9][:4] == ["5", f"{expected['hasty'].means('rouge-l')[-1]:.3f}", "±", "0.000"]


def test_one_draw_is_null_in_json(captions: Path) -> None:
    found = told(captions, "--curve", "--draws", 1, "--most", 2, "--metrics", "rouge-l")["curve"]
    assert found["scores"][0]["deviations"] == [None, None]


def test_all_at_once(captions: Path, tmp_path: Path) -> None:
    done = run_cutline(
        *("references", captions, "-o", tmp_path / "out", "--human", "--curve", *SPECS, *FEW),
        *("--report", tmp_path / "report.html"),
    )
    assert done.stderr == f"cutline: the report is {tmp_path / 'report.html'}\n"
    heads = [line.split()[0] for line in done.stdout.split("\n\n") if line]
    assert heads[0] == "file"
    assert done.stdout.count("\nsystem ") == 2


def test_single_captions_are_named_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text(json.dumps({**POOL, "lone": ["One caption."]}))
    refused = run_cutline("references", path, "-o", tmp_path / "out")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "1 of 4 images have fewer captions than the 2 that are needed: 'lone' (1)" in (
        refused.stderr
    )
    assert not (tmp_path / "out").exists()
    done = run_cutline("references", path, "-o", tmp_path / "out", "--lenient", "--human", *SPECS)
    assert done.exit_code == 0
    assert "1 images are left out: they have too few captions, such as 'lone'" in done.stderr
    assert "1 images are left out of human scores" in done.stderr
    [found] = read_held_out(tmp_path / "out")
    assert len(found.references) == 3


def test_images_with_too_few_for_a_large_set_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text(json.dumps(POOL))
    done = run_cutline("references", path, "-o", tmp_path / "out", "--sets", "c2,c4")
    assert done.exit_code == 0
    assert "2 images are left out of c4: they have too few captions" in done.stderr


def test_standard_input_and_a_part_of_the_images(captions: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("--only", "domain=in-domain", "-o", out)
    done = run_cutline("references", "-", *options, stdin=captions.read_bytes())
    assert done.exit_code == 0, done.stderr
    assert json.loads((out / "manifest.json").read_text())["source"] == {
        **{"file": "standard input", "sha256": None, "images": 8, "captions": 40}
    }


def test_a_run_may_be_called_human(demo: Path, captions: Path, tmp_path: Path) -> None:
    run = tmp_path / "human.json"
    run.write_bytes((demo / "steady.json").read_bytes())
    found = told(captions, "--human", "--run", run, "--no-intervals", "--metrics", "rouge-l")
    assert [row["system"] for row in found["human"]["scores"]] == ["human", "human (2)"]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--sets", "5"), 2, "--sets goes with -o"),
        (("-o", "OUT", "--sets", "five"), 2, "--sets is a list of whole numbers"),
        (("-o", "OUT", "--sets", "2,2"), 2, "a set of each size is made once"),
        (("-o", "OUT", "--sets", "5"), 1, "24 of 24 images have fewer captions"),
        (("--rounds", "2"), 2, "--rounds goes with --human"),
        (("--human", "--rounds", "0"), 2, "rounds: found 0"),
        (("-o", "OUT", "--human", "--rounds", "6"), 1, "the 6 that are needed"),
        (("--by", "domain"), 2, "--by goes with --human"),
        (("--human", "--by", "weather"), 2, "nothing to slice by is named 'weather'"),
        (("--human", "--objects", "x.json"), 2, "--objects goes with --by objects"),
        (("--no-intervals",), 2, "--no-intervals goes with --human"),
        (("--draws", "2"), 2, "--draws goes with --curve"),
        (("--most", "2"), 2, "--most goes with --curve"),
        (("--curve", "--most", "5"), 1, "the 6 that are needed"),
        (("--run", "RUN"), 2, "--run goes with --human or --curve"),
        (("--metrics", "rouge-l"), 2, "--metrics goes with --human or --curve"),
        (("--report", "r.html"), 2, "--report goes with --human or --curve"),
        (("--human", "--report", "-"), 2, "--report writes a page to a file"),
        (("--human", "--metrics", "rogue-l"), 2, "did you mean rouge-l"),
        (("--human", "--run", "missing.json"), 3, "missing.json: cannot be read"),
        (("--human", "--level", "2"), 2, "a level is between 0 and 1"),
        (("--seed", "-1"), 2, "a seed is a whole number from 0"),
        (("-o", "-"), 2, "-o is a folder"),
        (("-o", "CAPTIONS"), 3, "is a file; expected a folder"),
        (("-o", "DEMO"), 2, "is used in the same run and is in"),
        (("-o", "IMAGES"), 3, "which cutline references has not written"),
    ],
)
def test_what_is_wrong_is_said(
    options: tuple[str, ...], code: int, message: str, captions: Path, demo: Path, tmp_path: Path
) -> None:
    known = {
        **{"OUT": tmp_path / "out", "RUN": demo / "steady.json", "CAPTIONS": captions},
        **{"DEMO": demo, "IMAGES": demo / "images"},
    }
    done = run_cutline("references", captions, *(known.get(one, one) for one in options))
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
