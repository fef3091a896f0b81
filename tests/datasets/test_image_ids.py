"""Ids of a run beside ids of the references: as numbers, as text, as names of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run_cutline
from tests.datasets.small_run import (
    CAPTIONS,
    as_array,
    as_lines,
    good,
    validated,
)


def renamed(form: str) -> str:
    return as_array([{**r, "image_id": form.format(r["image_id"])} for r in good()])


@pytest.mark.parametrize("form", ["{}", "{}.jpg", "{}.PNG", "{}.jpeg"])
def test_ids_that_differ_in_form_match_with_a_warning(
    form: str, references: Path, tmp_path: Path
) -> None:
    path, outcome = validated(tmp_path, renamed(form), "--refs", references)
    example = form.format(1)
    assert outcome.exit_code == 0
    said = f"ids such as '{example}' are taken for the references' 1, for all 4 images"
    assert f"warning: {path}, line 1, record 1, image '{example}': {said}" in outcome.stdout
    assert validated(tmp_path, renamed(form), "--refs", references, "--strict")[1].exit_code == 1
    plain = tmp_path / "plain.json"
    plain.write_text(as_array(good()))
    scores = [
        json.loads(run_cutline("score", run, "--refs", references, "--json").stdout)["runs"][0]
        for run in (path, plain)
    ]
    assert scores[0]["scores"] == scores[1]["scores"]


def test_formats_that_have_only_text_match_numbers_silently(
    references: Path, tmp_path: Path
) -> None:
    table = "image_id,caption\n" + "".join(f"{i},{c}\n" for i, c in CAPTIONS.items())
    for content in (json.dumps(CAPTIONS), table):
        _, outcome = validated(tmp_path, content, "--refs", references, "--strict")
        assert outcome.exit_code == 0, outcome.stdout
    texts = tmp_path / "texts.jsonl"
    texts.write_text(as_lines([{"image_id": str(i), "caption": c} for i, c in CAPTIONS.items()]))
    for content in (json.dumps(CAPTIONS), table):
        _, outcome = validated(tmp_path, content, "--refs", texts, "--strict")
        assert outcome.exit_code == 0, outcome.stdout


def test_one_bad_id_does_not_spoil_the_others(references: Path, tmp_path: Path) -> None:
    table = "image_id,caption\n1,a kite\n2,goats\n3o,a tram\n4,figs\n"
    path, outcome = validated(tmp_path, table, "--refs", references, "--json")
    report = json.loads(outcome.stdout)
    assert report["counts"] == {"unknown-id": 1, "missing-id": 1}
    assert [p["image_id"] for p in report["problems"]] == ["3o", 3]
    assert report["problems"][0]["line"] == 4
    table = "image_id,caption\n1,a kite\n2,goats\n,a tram\n4,figs\n"
    path, outcome = validated(tmp_path, table, "--refs", references)
    assert f'error: {path}, line 4, record 3: the record has no "image_id"' in outcome.stdout
    assert "  1 images without a caption" in outcome.stdout


def test_two_names_of_one_image_are_not_merged(references: Path, tmp_path: Path) -> None:
    records = [{"image_id": f"{i}.jpg", "caption": c} for i, c in CAPTIONS.items()]
    records.append({"image_id": "2.png", "caption": "other goats"})
    path, outcome = validated(tmp_path, as_array(records), "--refs", references)
    assert outcome.exit_code == 1
    assert f"{path}, line 1, record 5, image '2.png': the references have no" in outcome.stdout


def test_references_whose_names_differ_only_in_ending_match_nothing_else(tmp_path: Path) -> None:
    refs = tmp_path / "refs.json"
    refs.write_text(json.dumps({"1.jpg": ["a kite"], "1.png": ["a goat"]}))
    _, outcome = validated(tmp_path, '[{"image_id": 1, "caption": "a kite"}]', "--refs", refs)
    assert outcome.exit_code == 1
    assert "image 1: the references have no such image" in outcome.stdout
