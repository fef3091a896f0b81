"""`cutline score`: what goes in, what comes out, and what is refused."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from cutline.core.spec import SETS
from tests.command_line import run_cutline


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


def test_the_table_has_a_row_for_each_run_and_no_colour_when_piped(demo: Path) -> None:
    done = run_cutline(
        *("score", demo / "steady.json", demo / "parrot.json"),
        *("--refs", demo / "references.json"),
    )
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["system", *cutline.Corpus({1: ["a"]}).score({1: "a"})]
    assert [line.split()[0] for line in lines[1:3]] == ["steady", "parrot"]
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert all(f"cutline:{cutline.__version__}" in line for line in lines[4:])


def test_json_holds_values_parts_and_signatures(demo: Path) -> None:
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json"),
        *("--json", "--metrics", "bleu-4,cider-d", "--by", "domain"),
    )
    content = json.loads(done.stdout)
    (run,) = content["runs"]
    expected = cutline.Corpus(demo_benchmark(), "bleu-4,cider-d").score(demo_run("steady"))
    assert [score["value"] for score in run["scores"]] == [expected[s].value for s in expected]
    assert run["scores"][0]["parts"]["candidate_length"] > 0
    assert run["scores"][1]["signature"] == str(expected["cider-d"].signature)
    assert {label: part["images"] for label, part in run["slices"].items()} == {
        "in-domain": 8,
        "near-domain": 8,
        "out-of-domain": 8,
    }


def test_csv_and_output_file(demo: Path, tmp_path: Path) -> None:
    target = tmp_path / "scores.csv"
    done = run_cutline(
        *("score", demo / "hasty.json", "--refs", demo / "references.json"),
        *("--csv", "--metrics", "rouge-l", "-o", target),
    )
    assert target.read_text() == done.stdout
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["system"], row["slice"], row["metric"]) == ("hasty", "all", "rouge-l")
    to_stdout = run_cutline(
        *("score", demo / "hasty.json", "--refs", demo / "references.json", "-o", "-")
    )
    assert json.loads(to_stdout.stdout)["cutline"] == "scores"


@pytest.mark.parametrize("name", ["values.jsonl", "values.jsonl.gz", "values.csv"])
def test_values_of_each_image(demo: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json"),
        *("--metrics", "bleu-1,cider-d", "--per-image", target),
    )
    assert done.exit_code == 0
    raw = target.read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    expected = cutline.Corpus(demo_benchmark(), "cider-d").score(demo_run("steady"))["cider-d"]
    if "jsonl" in name:
        header, *rows = [json.loads(line) for line in text.splitlines()]
        assert "cider-d" in header["signatures"]
    else:
        rows = list(csv.DictReader(io.StringIO(text)))
    assert [float(row["cider-d"]) for row in rows] == expected.values.tolist()
    assert [int(row["image_id"]) for row in rows] == list(expected.image_ids)


def test_slices_from_a_file_and_slices_scored_apart(demo: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("image_id,size\n" + "".join(f"{1001 + i},small\n" for i in range(10)))
    arguments = ("score", demo / "steady.json", "--refs", demo / "references.json", "--json")
    chosen = ("--metrics", "cider-d", "--by", labels)
    shared = json.loads(run_cutline(*arguments, *chosen).stdout)["runs"][0]["slices"]
    assert {label: part["images"] for label, part in shared.items()} == {"small": 10, "(none)": 14}
    apart = json.loads(run_cutline(*arguments, *chosen, "--separate").stdout)["runs"][0]["slices"]
    small = cutline.Corpus(demo_benchmark(), "cider-d").only(range(1001, 1011))
    expected = small.score(demo_run("steady"), policy="lenient")["cider-d"].value
    assert apart["small"]["scores"][0]["value"] == expected
    assert shared["small"]["scores"][0]["value"] != expected


def test_only_some_images_and_ids_that_are_file_names(demo: Path, tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.json"
    records = json.loads((demo / "steady.json").read_text())
    renamed.write_text(json.dumps([{**r, "image_id": f"{r['image_id']}.jpg"} for r in records]))
    arguments = ("--refs", demo / "references.json", "--only", "domain=in-domain", "--csv")
    plain = run_cutline("score", demo / "steady.json", *arguments)
    other = run_cutline("score", renamed, *arguments)
    assert plain.exit_code == other.exit_code == 0
    assert "ids such as '1001.jpg'" in other.stderr
    values = [
        [row["value"] for row in csv.DictReader(io.StringIO(d.stdout))] for d in (plain, other)
    ]
    assert values[0] == values[1]
    assert "images:8" in plain.stdout


def test_standard_input_and_odd_names(demo: Path, tmp_path: Path) -> None:
    content = (demo / "steady.json").read_bytes()
    done = run_cutline("score", "-", "--refs", demo / "references.json", stdin=content)
    assert done.exit_code == 0
    odd = tmp_path / "[bold]x[~x].json"
    odd.write_bytes(content)
    named = run_cutline("score", odd, "--refs", demo / "references.json")
    assert named.stdout.splitlines()[1].startswith("[bold]x[~x] ")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (["--json", "--csv"], 2, "exclude each other"),
        (["--separate"], 2, "--separate goes with --by"),
        (["--metrics", "cidr"], 2, "did you mean cider"),
        (["--by", "domian"], 2, "did you mean domain?"),
        (["--only", "domain"], 2, "--only is TAG=VALUE"),
        (["--only", "domain=outer"], 2, "values are: in-domain, near-domain, out-of-domain"),
        (["--per-image", "values.txt"], 2, ".jsonl or .csv"),
        (["--tokenizer", "ptp"], 2, "did you mean ptb?"),
        (["--metrics", "cider-d(df=nowhere.jsonl)"], 3, "nowhere.jsonl: cannot be read"),
        (["-o", "no/such/folder/x.json"], 3, "cannot be written"),
    ],
)
def test_wrong_usage_is_explained(
    demo: Path, arguments: list[str], exit_code: int, message: str
) -> None:
    base = ["score", demo / "steady.json", "--refs", demo / "references.json"]
    done = run_cutline(*base, *arguments)
    assert done.exit_code == exit_code
    assert message in done.stderr
    assert done.stdout == ""


def test_files_that_are_read_or_written_already_are_not_written_over(
    demo: Path, tmp_path: Path
) -> None:
    references, results = tmp_path / "r.json", tmp_path / "s.json"
    references.write_bytes((demo / "references.json").read_bytes())
    results.write_bytes((demo / "steady.json").read_bytes())
    before = references.read_bytes()
    for extra in (
        ["-o", references],
        ["-o", results],
        ["-o", tmp_path / "x.csv", "--per-image", tmp_path / "x.csv"],
    ):
        done = run_cutline("score", results, "--refs", references, *extra)
        assert done.exit_code == 2
        assert "write to another file" in done.stderr
    assert references.read_bytes() == before
    assert not (tmp_path / "x.csv").exists()


def test_a_full_disk_ends_with_one_line(demo: Path) -> None:
    if not Path("/dev/full").is_char_device():
        return  # only Linux has this device
    command = [str(Path(sys.executable).parent / "cutline"), "score", str(demo / "steady.json")]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command, "--refs", str(demo / "references.json")],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.decode() == "cutline: cannot write the answer: No space left on device\n"


def test_a_narrow_terminal_cuts_no_figure(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    base = ("score", demo / "steady.json", "--refs", demo / "references.json")
    done = run_cutline(*base, "--metrics", "all", "--by", "domain")
    assert "…" not in done.stdout
    assert done.stdout.count("|cutline:") == len(SETS["all"])


def test_standard_input_cannot_be_read_twice() -> None:
    done = run_cutline("score", "-", "--refs", "-")
    assert done.exit_code == 2
    assert "can be read once" in done.stderr


def test_an_interrupt_ends_quietly_with_130(demo: Path) -> None:
    command = [str(Path(sys.executable).parent / "cutline"), "score", "-", "--refs"]
    process = subprocess.Popen(
        [*command, str(demo / "references.json")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
        # What runs in the background of a script inherits an interrupt that is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        process.wait(timeout=2)  # it waits for the rest of its input
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.decode().strip() == "cutline: interrupted; nothing was written"


def test_the_pages_list_every_kind_of_problem() -> None:
    from cutline.datasets.problems import KINDS

    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []


def test_spice_comes_by_the_parser_that_is_named(demo: Path) -> None:
    files = (demo / "steady.json", "--refs", demo / "references.json", "--csv")
    for metrics in ("spice", "spice(parser=official)"):
        done = run_cutline("score", *files, "--metrics", metrics, "--spice", "cutline")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        assert (done.exit_code, [row["metric"] for row in rows]) == (0, ["spice"])
        assert rows[0]["signature"].startswith("spice(parser=cutline)|files:parser=")
    done = run_cutline("score", *files, "--metrics", "bleu-1", "--spice", "offical")
    assert done.exit_code == 2
    assert "did you mean official?" in done.stderr


def test_intervals_stand_below_scores_and_in_json_and_csv(demo: Path) -> None:
    base = ("score", demo / "steady.json", "--refs", demo / "references.json")
    base = (*base, "--metrics", "bleu-4,cider-d", "--intervals", "--resamples", "500")
    found = json.loads(run_cutline(*base, "--json").stdout)["runs"][0]["scores"]
    for score in found:
        interval = score["interval"]
        assert interval["low"] < score["value"] < interval["high"]
        assert (interval["resamples"], interval["seed"], interval["level"]) == (500, 1, 0.95)
    table = run_cutline(*base).stdout
    assert f"{found[1]['interval']['low']:.3f} to {found[1]['interval']['high']:.3f}" in table
    assert "intervals:bca,level=0.95|resamples:500|seed:1" in table
    rows = list(csv.DictReader(io.StringIO(run_cutline(*base, "--csv").stdout)))
    assert float(rows[1]["low"]) == found[1]["interval"]["low"]


def test_several_slicings_are_told_apart(demo: Path) -> None:
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json"),
        *("--metrics", "cider-d", "--by", "domain", "--by", "word:dog", "--json"),
    )
    slices = json.loads(done.stdout)["runs"][0]["slices"]
    assert next(iter(slices)) == "domain: in-domain"
    assert list(slices)[-1] == "word:dog: without dog"


def test_one_run_has_a_report_too(demo: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json"),
        *("--metrics", "cider-d", "--report", page, "--resamples", "200"),
    )
    assert done.exit_code == 0
    assert "steady has cider-d 1.136" in page.read_text(encoding="utf-8")


def test_a_page_of_separate_benchmarks_is_refused(demo: Path, tmp_path: Path) -> None:
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json", "--by", "domain"),
        *("--separate", "--report", tmp_path / "report.html"),
    )
    assert done.exit_code == 2
    assert "--separate and --report exclude each other" in done.stderr
    assert list(tmp_path.iterdir()) == []
