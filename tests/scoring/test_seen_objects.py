"""Scores against what is seen in images, with and without references."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutline
from cutline.core.errors import ContentError, FileError, UsageError
from tests.command_line import run_cutline

OBJECTS = {1: ["dog", "ball", "ball"], 2: ["cat"]}
SAID = {1: "a dog with a ball", 2: "a cat"}


def test_references_are_not_needed() -> None:
    score = cutline.score(SAID, metrics="semantic-fidelity", objects=OBJECTS)["semantic-fidelity"]
    assert score.statistics[:, 1:3].tolist() == [[2, 3], [1, 1]]
    assert "refs:0" in str(score.signature)
    assert "objects=" in str(score.signature)


def test_references_change_nothing_but_the_signature() -> None:
    references = {1: ["a dog"], 2: ["a cat"]}
    with_them = cutline.score(SAID, references, "semantic-fidelity,bleu-1", objects=OBJECTS)
    without = cutline.score(SAID, metrics="semantic-fidelity", objects=OBJECTS)
    name = "semantic-fidelity"
    assert with_them[name].values.tolist() == without[name].values.tolist()
    assert with_them["bleu-1"].value == 0.5 or with_them["bleu-1"].value > 0


def test_the_signature_tells_objects_apart_but_not_their_order() -> None:
    def signature(objects: dict[int, list[str]]) -> str:
        scores = cutline.score(SAID, metrics="semantic-fidelity", objects=objects)
        return str(scores["semantic-fidelity"].signature)

    assert signature(OBJECTS) == signature({1: ["ball", "dog", "ball"], 2: ["cat"]})
    assert signature(OBJECTS) != signature({1: ["ball", "dog"], 2: ["cat"]})


def test_ids_match_kindly() -> None:
    scores = cutline.score(
        {"1": "a dog", "2": "a cat"},
        {"1": ["x"], "2": ["y"]},
        "semantic-fidelity",
        objects={"1.jpg": ["dog"], "2.jpg": ["cat"]},  # type: ignore[dict-item]
    )
    assert scores["semantic-fidelity"].values.tolist() == [1, 1]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(UsageError, match="bleu-1 cannot be computed without references"):
        cutline.score(SAID, metrics="bleu-1", objects=OBJECTS)
    with pytest.raises(UsageError, match="without references, or objects"):
        cutline.score(SAID, metrics="semantic-fidelity")
    with pytest.raises(UsageError, match="add --objects FILE"):
        cutline.score(SAID, {1: ["x"], 2: ["y"]}, "semantic-fidelity")
    with pytest.raises(UsageError, match=r"objects\[1\] is 'dog', expected a list of labels"):
        cutline.score(SAID, metrics="semantic-fidelity", objects={1: "dog"})
    with pytest.raises(ContentError, match="lists none of the"):
        cutline.score(SAID, {1: ["x"], 2: ["y"]}, "semantic-fidelity", objects={7: ["dog"]})


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    run, objects = tmp_path / "run.json", tmp_path / "objects.json"
    run.write_text(json.dumps([{"image_id": i, "caption": c} for i, c in SAID.items()]))
    objects.write_text(json.dumps({str(i): labels for i, labels in OBJECTS.items()}))
    return run, objects


def test_the_command_scores_without_references(files: tuple[Path, Path]) -> None:
    run, objects = files
    done = run_cutline("score", run, "--objects", objects, "--metrics", "semantic-fidelity")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "semantic-fidelity(similarity=wordllama" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metrics", "bleu-1"], "--refs FILE is missing; without it bleu-1 cannot be computed"),
        (["--metrics", "semantic-fidelity"], "--refs FILE is missing, or give --objects"),
        (["--objects", "OBJECTS", "--metrics", "bleu-1"], "--objects goes with --by objects"),
        (
            ["--objects", "OBJECTS", "--metrics", "semantic-fidelity", "--report", "x.html"],
            "--report needs --refs",
        ),
        (
            ["--objects", "OBJECTS", "--metrics", "semantic-fidelity", "--only", "split=val"],
            "--only goes with --refs",
        ),
    ],
)
def test_the_command_says_what_is_missing(
    files: tuple[Path, Path], arguments: list[str], message: str
) -> None:
    run, objects = files
    given = [str(objects) if word == "OBJECTS" else word for word in arguments]
    done = run_cutline("score", run, *given)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_file_that_holds_no_objects_is_named(files: tuple[Path, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"1": "dog"}')
    done = run_cutline("score", files[0], "--objects", bad, "--metrics", "semantic-fidelity")
    assert done.exit_code in (FileError.exit_code, ContentError.exit_code)
    assert "bad.json" in done.stderr
