"""Every kind of problem in captions: found, placed, counted, and judged as the flags say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import run_cutline
from tests.datasets.small_run import (
    CAPTIONS,
    FLAGS,
    LAYOUTS,
    as_array,
    as_array_of_lines,
    as_lines,
    good,
    validated,
    with_third,
)


@dataclass(frozen=True)
class Case:
    """A change to the good records, and what is to be said about it."""

    kind: str
    records: list[Any]
    place: str
    message: str
    is_warning: bool = False
    images: int = 3


THIRD = "record 3, image 3"


CASES = {
    "duplicate id": Case(
        "duplicate-id", [*good(), good()[1]], "record 5, image 2", "already", images=4
    ),
    "missing id": Case("missing-id", good()[:3], "image 4", "no caption for this image"),
    "unknown id": Case(
        "unknown-id",
        [*good(), {"image_id": 77, "caption": "x"}],
        "record 5, image 77",
        "no such",
        images=4,
    ),
    "id of the other type": Case(
        "unknown-id",
        [*good(), {"image_id": "4", "caption": "x"}],
        "record 5, image '4'",
        "(it has 4)",
        images=4,
    ),
    "empty": Case("empty-caption", with_third(caption=""), THIRD, "is empty", True, images=4),
    "blank": Case("empty-caption", with_third(caption=" \n\t"), THIRD, "is empty", True, images=4),
    "number": Case(
        "wrong-type", with_third(caption=12.5), THIRD, '"caption" is the number 12.5, expected text'
    ),
    "null": Case("wrong-type", with_third(caption=None), THIRD, '"caption" is null, expected text'),
    "true": Case("wrong-type", with_third(caption=True), THIRD, '"caption" is true'),
    "object": Case("wrong-type", with_third(caption={"a": "b"}), THIRD, '"caption" is an object'),
    "not a number": Case("wrong-type", with_third(caption=float("nan")), THIRD, '"caption" is NaN'),
    "infinity": Case("wrong-type", with_third(caption=float("-inf")), THIRD, "the number -inf"),
    "empty list": Case("wrong-type", with_third(caption=[]), THIRD, "an empty list"),
    "number in a list": Case(
        "wrong-type", with_third(caption=["a tram", 5]), THIRD, "caption 2 of 2: ", images=4
    ),
    "no caption": Case("missing-field", with_third(caption=...), THIRD, '"caption" is nothing'),
    "no id": Case("missing-field", with_third(image_id=...), "record 3", 'no "image_id"'),
    "null id": Case("wrong-type", with_third(image_id=None), "record 3", '"image_id" is null'),
    "fraction as id": Case("wrong-type", with_third(image_id=3.0), "record 3", "is the number 3.0"),
    "NaN as id": Case(
        "wrong-type", with_third(image_id=float("nan")), "record 3", '"image_id" is NaN'
    ),
    "true as id": Case("wrong-type", with_third(image_id=True), "record 3", '"image_id" is true'),
    "list as id": Case("wrong-type", with_third(image_id=[3]), "record 3", "is a list of 1"),
    "half a pair in an id": Case(
        "lone-surrogate",
        with_third(image_id="3\ud800"),
        "record 3, image '3\\ud800'",
        "half a surrogate",
    ),
    "not a record": Case(
        "wrong-type", [*good()[:2], 7, good()[3]], "record 3", "the number 7, expected a record"
    ),
    "list for a record": Case(
        "wrong-type", [*good()[:2], [], good()[3]], "record 3", "a list of 0, expected"
    ),
    "two fields": Case(
        "two-captions",
        with_third(captions=["a tram"]),
        THIRD,
        'both "caption" and "captions"',
        images=4,
    ),
    "half a pair": Case(
        "lone-surrogate",
        with_third(caption="a \ud83d tram"),
        THIRD,
        "character 3 is U+D83D",
        images=4,
    ),
    "line end": Case(
        "line-end", with_third(caption="a tram\u2028x"), THIRD, "character 7 is U+2028", images=4
    ),
    "carriage return": Case("line-end", with_third(caption="a tram\r"), THIRD, "U+000D", images=4),
    "control": Case(
        "control-character", with_third(caption="a \x07 tram"), THIRD, "U+0007", True, images=4
    ),
    "zero": Case("control-character", with_third(caption="\0"), THIRD, "U+0000", True, images=4),
    "too long": Case("too-long", with_third(caption="tram " * 30000), THIRD, "150,000 characters"),
}


@pytest.mark.parametrize("policy", FLAGS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", CASES)
def test_problems_in_content_are_found_placed_and_counted(
    name: str, layout: str, policy: str, references: Path, tmp_path: Path
) -> None:
    case = CASES[name]
    content = LAYOUTS[layout](case.records)
    path, outcome = validated(tmp_path, content, "--refs", references, *FLAGS[policy])
    is_stopped = policy == "strict" or (policy == "default" and not case.is_warning)
    assert outcome.exit_code == int(is_stopped)
    assert outcome.stderr == ""
    first, *problems = outcome.stdout.splitlines()
    assert first.endswith(f"captions for {case.images} images")
    severity = "warning" if case.is_warning else "error"
    record = case.place.partition(",")[0].removeprefix("record ")
    place = case.place
    if record.isdigit():
        place = f"line {1 if layout == 'array' else record}, {place}"
    assert problems[0].startswith(f"{severity}: {path}, {place}: ")
    assert case.message in problems[0]
    assert any(
        line.startswith("  1 ") and f"({severity}: {case.kind})" in line for line in problems
    )


@pytest.mark.parametrize("name", CASES)
def test_a_machine_reads_the_same(name: str, references: Path, tmp_path: Path) -> None:
    case = CASES[name]
    path, outcome = validated(tmp_path, as_lines(case.records), "--refs", references, "--json")
    report = json.loads(outcome.stdout)
    assert outcome.exit_code == int(not case.is_warning)
    assert report["passes"] is case.is_warning
    assert (report["cutline"], report["version"], report["file"]) == ("validation", 1, str(path))
    assert (report["format"], report["images"]) == ("JSON lines", case.images)
    expected = {case.kind: 1}
    if case.images == 3 and case.kind != "missing-id":
        expected["missing-id"] = 1
    assert report["counts"] == expected
    problem = report["problems"][0]
    assert (problem["kind"], problem["severity"]) == (
        case.kind,
        "warning" if case.is_warning else "error",
    )
    assert case.message in problem["message"]
    if case.kind != "missing-id":
        assert problem["line"] == problem["record"] == int(case.place.split(",")[0].split()[1])
    assert len(report["summary"]) == len(expected)


@pytest.mark.parametrize("name", CASES)
def test_score_judges_as_validate_does(name: str, references: Path, tmp_path: Path) -> None:
    case = CASES[name]
    path = tmp_path / "run.json"
    path.write_text(as_array(case.records))
    output = tmp_path / "scores.json"
    for policy, flags in FLAGS.items():
        outcome = run_cutline("score", path, "--refs", references, "-o", output, *flags)
        is_stopped = policy == "strict" or (policy == "default" and not case.is_warning)
        assert outcome.exit_code == int(is_stopped)
        assert (outcome.stdout == "") is is_stopped
        assert f"{path}, " in outcome.stderr
        assert case.message in outcome.stderr
        assert output.exists() is not is_stopped
        output.unlink(missing_ok=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["references.json", "run.json"]


def test_leniency_still_needs_a_caption(references: Path, tmp_path: Path) -> None:
    content = as_array([{"image_id": i, "caption": None} for i in CAPTIONS])
    _, outcome = validated(tmp_path, content, "--refs", references, "--lenient", "--json")
    assert outcome.exit_code == 1
    assert json.loads(outcome.stdout)["counts"] == {"wrong-type": 4, "missing-id": 4}


def test_most_limits_the_list_and_not_the_counts(tmp_path: Path) -> None:
    content = as_array([{"image_id": i, "caption": None} for i in range(30)])
    _, outcome = validated(tmp_path, content, "--most", 2)
    lines = outcome.stdout.splitlines()
    assert [line.startswith("error: ") for line in lines] == [False, True, True, False, False]
    assert lines[3:] == ["... and 28 more", "  30 values of the wrong type (error: wrong-type)"]


def test_errors_come_before_warnings(tmp_path: Path) -> None:
    content = as_array([{"image_id": 1, "caption": ""}, {"image_id": 2, "caption": None}])
    _, outcome = validated(tmp_path, content)
    assert [line.partition(":")[0] for line in outcome.stdout.splitlines()[1:3]] == [
        "error",
        "warning",
    ]


def test_ten_thousand_problems_take_no_time(tmp_path: Path) -> None:
    for content in (
        as_array_of_lines([{"image_id": 1, "caption": ""} for _ in range(10_000)]),
        as_array(list(range(10_000))),
        "[" + ",".join(['{"image_id": 1, "image_id": 2, "caption": "x"}'] * 10_000) + "]",
    ):
        _, outcome = validated(tmp_path, content, "--json")
        assert outcome.exit_code == 1
        assert json.loads(outcome.stdout)["problems"][-1]["record"] == 10_000


def test_places_of_references_count_records_of_the_file(tmp_path: Path) -> None:
    refs = tmp_path / "refs.jsonl"
    refs.write_text(
        '{"image_id": 1, "references": ["a kite", "a red kite"]}\n'
        '{"image_id": 2, "references": ["goats", "three goats", 5]}\n'
        '{"image_id": 3, "references": []}\n'
        '[]\n{"references": ["a tram"]}\n'
    )
    run = tmp_path / "run.json"
    run.write_text(as_array(good()))
    outcome = run_cutline("score", run, "--refs", refs)
    assert outcome.exit_code == 1
    assert f"{refs}, line 2, record 2, image 2: " in outcome.stderr
    assert f"{refs}, line 3, record 3, image 3: an empty list of references" in outcome.stderr
    assert f"{refs}, line 4, record 4: found a list of 0, expected a record" in outcome.stderr
    assert f'{refs}, line 5, record 5: the record has no "image_id"' in outcome.stderr
    assert outcome.stderr.count("error: ") == 4 + 3  # each problem, and each kind


def test_a_caption_for_an_unlisted_image_is_placed(references: Path, tmp_path: Path) -> None:
    content = json.loads(references.read_text())
    content["annotations"][5]["image_id"] = 9
    content["images"].append({"id": 1})
    content["images"].append({"id": None})
    references.write_text(json.dumps(content))
    run = tmp_path / "run.json"
    run.write_text(as_array(good()))
    outcome = run_cutline("score", run, "--refs", references)
    assert outcome.exit_code == 1
    assert f"{references}, line 1, record 6, image 9: a caption for an image" in outcome.stderr
    assert f"{references}, record 5, image 1: the image stands twice" in outcome.stderr
    assert f'{references}, record 6: "id" of an image is null' in outcome.stderr


def test_messages_can_be_printed_whatever_a_file_holds(tmp_path: Path) -> None:
    content = (
        '{"cutline": "run", "system": "\\ud800\\u001b[31m"}\n'
        '{"image_id": "\\u001b[2J\\ud834", "caption": "x"}\n'
        f'{{"image_id": "{"long " * 1000}", "caption": 5}}\n'
    )
    _, outcome = validated(tmp_path, content)
    assert outcome.exit_code == 1
    assert "\x1b" not in outcome.stdout
    assert len(outcome.stdout) < 1500
