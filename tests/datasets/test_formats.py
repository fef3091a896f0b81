"""Every format that Cutline reads: plain, compressed, and from standard input."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.datasets import read_references, read_run
from tests.command_line import run_cutline
from tests.datasets.caption_files import (
    CAPTIONS,
    DOMAINS,
    REFERENCE_FORMATS,
    REFERENCES,
    RUN_FORMATS,
    coco_2014,
    encoded,
    expected_captions,
    karpathy,
    nocaps,
    nocaps_records,
    packings,
    ranked_lines,
    reference_lines,
    reference_table,
    results,
    saved,
    single_lines,
    zipped,
)


def numbers(content: dict[Any, Any]) -> dict[int, Any]:
    """By number, as token files name pictures by their files."""
    return {int(str(i).removesuffix(".jpg")): list(value) for i, value in content.items()}


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", REFERENCE_FORMATS)
def test_references_are_read(name: str, is_packed: bool, tmp_path: Path) -> None:
    content = REFERENCE_FORMATS[name]()
    path = saved(tmp_path, "references", gzip.compress(content) if is_packed else content)
    benchmark, checked = read_references(path)
    found = dict(zip(benchmark.image_ids, benchmark.references, strict=True))
    assert numbers(found) == REFERENCES
    assert list(numbers(found)) == list(REFERENCES)
    assert checked.problems == []


@pytest.mark.parametrize("name", RUN_FORMATS)
def test_runs_are_read(name: str, tmp_path: Path) -> None:
    for content in packings(RUN_FORMATS[name]()):
        run, checked = read_run(saved(tmp_path, "run", content))
        assert {i: list(c) for i, c in run.captions.items()} == expected_captions(name)
        assert checked.problems == []


@pytest.mark.parametrize("name", RUN_FORMATS)
def test_every_run_scores_alike_against_every_form_of_references(name: str, tmp_path: Path) -> None:
    run = saved(tmp_path, "run", RUN_FORMATS[name]())
    answers = set()
    for number, make in enumerate(REFERENCE_FORMATS.values()):
        references = saved(tmp_path, f"references-{number}", make())
        outcome = run_cutline("score", run, "--refs", references, "--json")
        assert outcome.exit_code == 0, outcome.stderr
        scores = json.loads(outcome.stdout)["runs"][0]["scores"]
        answers.add(tuple(score["value"] for score in scores))
    assert len(answers) == 1


@pytest.mark.parametrize("name", RUN_FORMATS)
def test_standard_input_holds_any_format(name: str, tmp_path: Path) -> None:
    references = saved(tmp_path, "references", coco_2014())
    for stdin in packings(RUN_FORMATS[name]()):
        outcome = run_cutline("validate", "-", "--refs", references, "--strict", stdin=stdin)
        assert (outcome.exit_code, outcome.stderr) == (0, "")
        assert outcome.stdout.startswith("standard input")
        assert "captions for 3 images\nno problems" in outcome.stdout


@pytest.mark.parametrize("name", REFERENCE_FORMATS)
def test_references_come_through_standard_input_too(name: str, tmp_path: Path) -> None:
    run = saved(tmp_path, "run.json", results())
    stdin = gzip.compress(REFERENCE_FORMATS[name]())
    outcome = run_cutline("score", run, "--refs", "-", "--json", stdin=stdin)
    assert outcome.exit_code == 0, outcome.stderr


def test_a_shell_can_pipe_files_in(tmp_path: Path) -> None:
    references = saved(tmp_path, "references.json", coco_2014())
    run = saved(tmp_path, "run.jsonl.gz", gzip.compress(single_lines()))
    command = [sys.executable, "-c", "from cutline.cli import main; main()", "validate"]
    with run.open("rb") as stdin:
        done = subprocess.run(
            [*command, "-", "--refs", references], stdin=stdin, capture_output=True, text=True
        )
    assert (done.returncode, done.stderr) == (0, "")
    with subprocess.Popen(["cat", str(run)], stdout=subprocess.PIPE) as cat:
        # What the shell's <(cat run) hands over: a name that can be read once and not rewound.
        done = subprocess.run(
            [*command, "/dev/stdin", "--refs", references],
            stdin=cat.stdout,
            capture_output=True,
            text=True,
        )
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_input_is_read_once() -> None:
    outcome = run_cutline("validate", "-", "--refs", "-", stdin=results())
    assert outcome.exit_code == 2
    assert "can be read once" in outcome.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("COCO results", "COCO results"),
        ("COCO results, ranked", 'JSON records with "captions"'),
        ("JSON lines", "JSON lines"),
        ("table", 'table with the columns "image_id" and "caption"'),
        ("dictionary", "dictionary of captions by image id"),
    ],
)
def test_validate_says_which_format_it_found(name: str, said: str, tmp_path: Path) -> None:
    path = saved(tmp_path, "run", RUN_FORMATS[name]())
    outcome = run_cutline("validate", path)
    assert outcome.stdout == f"{path}: {said}, captions for 3 images\nno problems\n"


def test_the_name_of_a_file_does_not_matter(tmp_path: Path) -> None:
    for name in ("run.csv", "run.json.gz", "run.zip"):
        run, _ = read_run(saved(tmp_path, name, results()))
        assert list(run.captions) == list(CAPTIONS)


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("captions_val2014_otter-net_results.json", "otter-net"),
        ("captions_test2014_otter_results.json.gz", "otter"),
        ("mine.jsonl", "mine"),
        ("mine", "mine"),
    ],
)
def test_a_system_is_named_after_its_file(name: str, system: str, tmp_path: Path) -> None:
    run, _ = read_run(saved(tmp_path, name, results()))
    assert run.system == system


def test_a_header_names_the_system(tmp_path: Path) -> None:
    run, _ = read_run(saved(tmp_path, "run.jsonl", ranked_lines()))
    assert run.system == "otter-net"


def test_domains_and_splits_become_tags(tmp_path: Path) -> None:
    for make in (nocaps, reference_table):
        benchmark, _ = read_references(saved(tmp_path, "references", make()))
        assert benchmark.tags == {"domain": DOMAINS}
    benchmark, _ = read_references(saved(tmp_path, "references", nocaps_records()))
    assert benchmark.tags == {"domain": {i: d.replace("-", "_") for i, d in DOMAINS.items()}}
    benchmark, _ = read_references(saved(tmp_path, "references", karpathy()))
    assert benchmark.tags == {"split": {31: "train", 4: "test", 250: "test"}}


def test_a_member_of_a_zip_can_be_named(tmp_path: Path) -> None:
    path = saved(tmp_path, "two.zip", zipped("a.json", "b.json"))
    with pytest.raises(FileError, match=r"say which one:\n.*two\.zip::a\.json"):
        read_run(path)
    run, checked = read_run(f"{path}::b.json")
    assert (len(run), run.system, checked.problems) == (3, "b", [])
    with pytest.raises(FileError, match=r"no member 'c\.json'; it holds 'a\.json', 'b\.json'"):
        read_run(f"{path}::c.json")
    with pytest.raises(FileError, match="not a zip"):
        read_run(f"{saved(tmp_path, 'run.json', results())}::b.json")


def test_a_zip_of_val_and_test_results_asks_which(tmp_path: Path) -> None:
    names = ["captions_val2014_otter_results.json", "captions_test2014_otter_results.json"]
    path = saved(tmp_path, "results.zip", zipped(*names))
    outcome = run_cutline("validate", path)
    assert outcome.exit_code == 3
    assert all(f"{path}::{name}" in outcome.stderr for name in names)


def test_other_files_in_a_results_zip_are_left_alone(tmp_path: Path) -> None:
    path = saved(tmp_path, "r.zip", zipped("readme.txt", "captions_val2014_otter_results.json"))
    run, _ = read_run(path)
    assert (len(run), run.system) == (3, "otter")


def test_an_empty_zip_and_a_gzip_inside_a_zip(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="an empty zip"):
        read_run(saved(tmp_path, "empty.zip", zipped()))
    packed = zipped("run.json.gz", content=gzip.compress(results()))
    assert len(read_run(saved(tmp_path, "run.zip", packed))[0]) == 3


def test_a_file_with_captions_and_references_is_read_for_either(tmp_path: Path) -> None:
    records = [
        {"image_id": i, "references": REFERENCES[i], "caption": c[0]} for i, c in CAPTIONS.items()
    ]
    for content in (encoded(records), b"\n".join(map(encoded, records))):
        path = saved(tmp_path, "both", content)
        run, _ = read_run(path)
        assert [c[0] for c in run.captions.values()] == [c[0] for c in CAPTIONS.values()]
        benchmark, _ = read_references(path)
        assert list(map(list, benchmark.references)) == list(REFERENCES.values())


def test_a_file_of_references_is_no_run_and_the_other_way_round(tmp_path: Path) -> None:
    lines = saved(tmp_path, "references.jsonl", reference_lines())
    with pytest.raises(FileError, match="line 1: a Cutline file of the text 'references'"):
        read_run(lines)
    with pytest.raises(FileError, match="line 1: a Cutline file of the text 'run'"):
        read_references(saved(tmp_path, "run.jsonl", ranked_lines()))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n", "line 2: not a format that Cutline knows"),
        (b"hello", "line 1: not a format that Cutline knows: begins with 'hello'"),
        (b"name,words\n1,a cat\n", "not a format that Cutline knows: begins with 'name,words'"),
        (b"image_id,caption\n", "a header and no rows"),
        (b"image_id,caption,caption\n1,a,b\n", "line 1: two columns are named 'caption'"),
        (b'"image_id","caption\n1,a cat\n', "line 1: "),
        (b"image_id,caption\n1,a,b\n", "line 2: 3 columns, expected 2"),
        (b'image_id,caption\n1,"a\nb"\n2,"c', "line 4: the row that begins here"),
        (b"[]", "holds no records"),
        (b"{}", "an empty object"),
        (b'"text"', "not a format"),
        (b'[{"id": 1, "bbox": [1, 2]}]', 'no record has "image_id" or "caption"'),
        (b'[{"image_id": 1, "bbox": [1, 2]}]', 'no record has "caption"'),
        (b'[{"caption": "a cat"}]', 'no record has "image_id"'),
        (b'{"images": [{"id": 1}]}', "looks like COCO annotations but has no captions"),
        (b'{"images": [], "annotations": [{"image_id": 1, "caption": "x"}]}', '"images": it is'),
        (b'{"annotations": []}', '"annotations": holds no records'),
        (b'{"cutline": "scores", "version": 1}', "a Cutline file of the text 'scores'"),
        (b'{"cutline": "run", "version": 1}\n', "without records of captions"),
        (b'{"cutline": "run", "version": 2}\n{"image_id": 1}', "line 1: version the number 2"),
        (b'{"cutline": "values"}\n{"image_id": 1}', "line 1: a Cutline file of the text 'values'"),
        (b'{"a": 1, "b": {}}', "not a caption file: the keys are 'a', 'b'"),
        (b"a.jpg#0\tone cat\nb.jpg two cats\n", "line 2: found 'b.jpg two cats'"),
        (b"a.jpg#0\tone c\xe4t\n", "line 1, column 14: the byte 0xe4 is not UTF-8"),
        ("[]".encode("utf-16"), "written in UTF-16; save it as UTF-8"),
        (b"\x1f\x8b\x08\x00garbage", "damaged gzip file"),
        (b"PK\x03\x04garbage", "damaged or unreadable zip"),
    ],
)
def test_what_is_no_caption_file_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = saved(tmp_path, "file", content)
    outcome = run_cutline("validate", path)
    assert outcome.exit_code == 3
    assert outcome.stdout == ""
    assert outcome.stderr.startswith(f"cutline: {path}")
    assert message in outcome.stderr


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.json", "no\0where.json"):
        with pytest.raises(FileError, match="cannot be read"):
            read_run(path)


def test_lines_of_records_begin_where_blank_lines_end(tmp_path: Path) -> None:
    path = saved(tmp_path, "run", b"\n\r\nimage_id,caption\n\n7,a cat\n8,\n")
    outcome = run_cutline("validate", path)
    assert f"warning: {path}, line 6, record 2, image 8: the caption is empty" in outcome.stdout
