"""`cutline world`: a folder that other commands read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.datasets.world import WorldSettings, make_world, read_world
from tests.command_line import run_cutline


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("worlds") / "world"
    done = run_cutline("world", "-o", folder, "--scenes", 60, "--captions", 3, "--seed", 4)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "black cat" in done.stdout
    assert "world(scenes=60,captions=3,seed=4)|generator:" in done.stdout
    return folder


def test_the_folder_holds_the_world_of_the_options(folder: Path) -> None:
    assert read_world(folder) == make_world(WorldSettings(scenes=60, captions=3, seed=4))
    assert not (folder / "images").exists()


def test_captions_are_valid_and_score_against_themselves(folder: Path, tmp_path: Path) -> None:
    references = folder / "captions_test.json"
    run = tmp_path / "run.json"
    annotations = json.loads(references.read_text())["annotations"]
    first = {record["image_id"]: record["caption"] for record in reversed(annotations)}
    run.write_text(json.dumps([{"image_id": i, "caption": text} for i, text in first.items()]))
    assert run_cutline("validate", run, "--refs", references).exit_code == 0
    done = run_cutline("score", run, "--refs", references, "--metrics", "rouge-l", "--csv")
    assert done.exit_code == 0
    assert ",rouge-l,1.0," in done.stdout


def test_the_concepts_are_read_by_pair_recall(folder: Path) -> None:
    done = run_cutline("pairs", folder / "captions_held_out.json", "--concepts",
                       folder / "concepts.txt", "--matcher", "words")  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert "black cat" in done.stdout


def test_json_tells_what_was_made(tmp_path: Path) -> None:
    done = run_cutline(
        *("world", "-o", tmp_path / "world", "--scenes", 40, "--held-out", "none"),
        *(
            "--objects",
            "1,0,0",
            "--novel",
            "tent, penguin",
            "--noise",
            0,
            "--detector-noise",
            0,
            "--json",
        ),
    )
    told = json.loads(done.stdout)
    assert told["settings"]["novel"] == ["tent", "penguin"]
    assert told["settings"]["held_out"] == []
    assert told["settings"]["objects"] == [1.0, 0.0, 0.0]
    assert told["splits"]["train"] == {
        "scenes": 28, "in-domain": 28, "near-domain": 0, "out-of-domain": 0
    }  # fmt: skip
    assert told["splits"]["test"]["out-of-domain"] + told["splits"]["val"]["out-of-domain"] > 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("-o", "-"), 2, "-o is a folder"),
        (("-o", "world", "--held-out", "purple cow"), 2, "'purple cow' is no pair of the world"),
        (("-o", "world", "--novel", "walrus"), 2, "no class of the world is named 'walrus'"),
        (("-o", "world", "--scenes", "0"), 2, "scenes is 1 at least"),
        (("-o", "world", "--objects", "all"), 2, "--objects is 'all', expected numbers"),
        (("-o", "no/where"), 3, "there is no folder no"),
    ],
)
def test_what_cannot_be_is_said(
    arguments: tuple[str, ...],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_cutline("world", *arguments)
    assert done.exit_code == code
    assert message in done.stderr
    assert not list(tmp_path.iterdir())
