"""Commands in surroundings that fail them: no disk, no network, no cache, no UTF-8, no patience."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

from tests.command_line import run_cutline  # noqa: E402
from tests.trust.inputs import write_inputs  # noqa: E402
from tests.trust.verbs import VERBS, Verb, typed  # noqa: E402

WRITING = [
    pytest.param(verb, id=f"{verb.command}-{verb.files[0]}")
    for verb in VERBS
    if "{out}" in verb.words
]
#: What goes on where it was stopped leaves what it has done, and says so.
RESUMED = ("annotate", "score", "features", "train")
#: Says when Python is up: before that, an interruption is not ours to answer.
_PROGRAM = "import sys; from cutline.cli import main; print('up', flush=True); main()"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    write_inputs(folder)
    return folder


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """As if the disk were full: what is written beyond so many bytes of a file fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("verb", WRITING)
def test_a_full_disk_is_told_and_nothing_is_half_written(
    verb: Verb, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CUTLINE_PARSE_CACHE_MB", "0")  # it warns, and is tested by itself
    with no_file_above(1):
        outcome = run_cutline(*typed(verb, good))
    assert outcome.exit_code == 3, outcome.stderr
    assert outcome.stderr.startswith("cutline: "), outcome.stderr
    assert "too large" in outcome.stderr.lower(), outcome.stderr
    if verb.command not in RESUMED:
        assert sorted(path.name for path in tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", WRITING)
def test_a_folder_that_is_not_there_is_told(
    verb: Verb, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("no folder")
    outcome = run_cutline(*typed(verb, good, "file/out"))
    assert outcome.exit_code in (2, 3), outcome
    assert "file" in outcome.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def cutline(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cutline", *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=300,
    )


def test_a_locale_without_unicode_changes_nothing(good: Path, tmp_path: Path) -> None:
    """Files, captions and labels are text of any script, whatever the terminal can show."""
    references = tmp_path / "réference.json"
    references.write_text(json.dumps({"1": ["ein großer Hund", "一只狗"]}), encoding="utf-8")
    run = tmp_path / "läufe.json"
    run.write_text(json.dumps([{"image_id": 1, "caption": "großer Hund 一只狗"}]), encoding="utf-8")
    table = tmp_path / "valeurs.jsonl"
    words = ("score", run, "--refs", references, "--metrics", "rouge-l", "--per-image", table)
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    found = [cutline(*words, "--json", **locale) for locale in ({"PYTHONUTF8": "1"}, plain)]
    assert [one.returncode for one in found] == [0, 0], found
    scores = [json.loads(one.stdout)["runs"][0]["scores"] for one in found]
    assert scores[0] == scores[1]
    assert table.exists()
    broken = tmp_path / "kaputt-ß.json"
    broken.write_text('[{"image_id": 1, "caption": 7}]', encoding="utf-8")
    told = cutline("validate", broken, **plain)
    assert told.returncode == 1
    assert b"kaputt-" in told.stdout
    assert b"Traceback" not in told.stdout + told.stderr


def test_a_home_that_cannot_be_written_is_no_obstacle(good: Path, tmp_path: Path) -> None:
    """What is kept is kept for speed: where it cannot be, commands work, or say what they need."""
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    without = {"HOME": str(nowhere), "CUTLINE_CACHE_DIR": str(nowhere / "cache")}
    without |= {"XDG_CACHE_HOME": str(nowhere / "c"), "XDG_CONFIG_HOME": str(nowhere / "d")}
    words = ("score", good / "steady.json", "--refs", good / "references.json", "--metrics")
    plain = cutline(*words, "bleu-4,cider-d", **without)
    assert (plain.returncode, plain.stderr) == (0, b"")
    graph = cutline("graph", "a brown dog on a red couch", **without)
    assert graph.returncode == 0, graph.stderr
    assert b"brown" in graph.stdout
    meteor = cutline(*words, "meteor", **without)
    assert b"Traceback" not in meteor.stderr
    assert meteor.returncode == 0 or (meteor.returncode == 3 and b"cache" in meteor.stderr), meteor


def test_processes_that_share_a_cold_cache_say_the_same(good: Path, tmp_path: Path) -> None:
    words = ["score", str(good / "steady.json"), "--refs", str(good / "references.json")]
    words += ["--metrics", "meteor,spice"]
    environment = {**os.environ, "CUTLINE_CACHE_DIR": str(tmp_path / "cache")}
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "cutline", *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    said = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], said
    assert len({out for out, _ in said}) == 1
    assert b"meteor(" in said[0][0]


INTERRUPTED = ("score", "compare", "references", "study word-agreement", "bundle make", "annotate")


@pytest.mark.parametrize("command", INTERRUPTED)
def test_an_interruption_at_any_moment_leaves_all_or_nothing(
    command: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    verb = next(verb for verb in VERBS if verb.command == command and "{out}" in verb.words)
    chance = random.Random(f"{os.environ.get('CUTLINE_SEED', '1')} {command}")
    whole = _files_after(verb, good, None)
    for _ in range(2):
        found = _files_after(verb, good, chance.uniform(0, 1.5))
        if command not in RESUMED:
            assert found.files in ([], whole.files)
        if found.code == -signal.SIGINT:
            assert found.files == whole.files


@dataclass(frozen=True)
class Left:
    """How a command ended, and the files it left."""

    code: int
    files: list[str]


#: The last is Python's own, once a command has ended and Python is being taken down.
_CODES = (0, 130, -signal.SIGINT)


def _files_after(verb: Verb, good: Path, seconds: float | None) -> Left:
    """Run a command, interrupt it after so long, and see what it left; its folder is emptied."""
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *typed(verb, good)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    if seconds is not None:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=300)
    assert process.returncode in (_CODES[:1] if seconds is None else _CODES), told
    # Python itself passes over an interruption in a callback of its imports, and says so.
    assert "Traceback" not in told or "Exception ignored in" in told, told
    if process.returncode == 130:
        assert "interrupted" in told, told + out
    found = sorted(str(path) for path in Path().rglob("*"))
    for left in Path().iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    return Left(process.returncode, found)
