"""The same scores on Ray, on one node and on two, of which one is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.scale.made_rows import made_rows, scored, write_lines

ray = pytest.importorskip("ray", reason="needs Ray: pip install 'cutline[ray]'")


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_lines(tmp_path_factory.mktemp("rows") / "a.jsonl", made_rows(900))


@pytest.fixture(scope="module")
def expected(shard: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return scored([shard], tmp_path_factory.mktemp("plain")).to_dict()


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """What `cutline` with these words gives."""
    # Ray has threads and warnings of its own: they are kept out of this process.
    line = [sys.executable, "-m", "cutline", *words]
    return subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)


def on_two_nodes(*words: str) -> dict[str, Any]:
    """What the program of two nodes finds."""
    line = [sys.executable, "-m", "tests.scale.ray_cluster", *words]
    done = subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(Path(f"{words[1]}.json").read_text())
    return answer


@pytest.mark.parametrize("is_killed", [False, True])
def test_two_nodes_of_which_one_is_killed_change_nothing(
    shard: str, expected: dict[str, Any], tmp_path: Path, is_killed: bool
) -> None:
    answer = on_two_nodes(shard, str(tmp_path / "out"), *["kill"] * is_killed)
    assert answer["killed"] == is_killed
    assert answer["nodes"] == 2
    assert answer["found"] == expected


def words_of(shards: Sequence[str], output: Path, expected: dict[str, Any]) -> list[str]:
    metrics = ",".join(score["spec"] for score in expected["scores"])
    options = ["--metrics", metrics, "--tokenizer", "ptb(context=none)", "--jobs", "2", "--json"]
    return ["score", *shards, "--engine", "ray", "-o", str(output), *options]


def test_a_command_that_is_killed_goes_on(expected: dict[str, Any], tmp_path: Path) -> None:
    rows = made_rows(900)
    shards = [write_lines(tmp_path / f"{n}.jsonl", rows[n::60]) for n in range(60)]
    output = tmp_path / "out"
    words = words_of(shards, output, expected)
    done = killed_when_begun(words, output)
    finished = command(*words)
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout) == expected
    # What was done is not done again.
    now = written(output)
    assert len(now) == len(shards)
    assert {name: now[name] for name in done} == done


def killed_when_begun(words: list[str], output: Path) -> dict[str, int]:
    """Kill a command when some parts are scored; which these are, and when they were written."""
    log = output.with_suffix(".log")
    with log.open("w") as file:
        line = [sys.executable, "-m", "cutline", *words]
        process = subprocess.Popen(line, stdout=file, stderr=file, start_new_session=True)
        try:
            while len(list(output.glob("parts/*.json"))) < 3:
                assert process.poll() is None, log.read_text()
                time.sleep(0.005)
            done = {path.stem for path in output.glob("parts/*.json")}
        finally:
            process.kill()
            process.wait()
    assert not (output / "scores.json").exists()
    return {name: when for name, when in written(output).items() if name in done}


def written(output: Path) -> dict[str, int]:
    return {path.stem: path.stat().st_mtime_ns for path in output.glob("per-image/*.parquet")}


def test_errors_of_workers_keep_their_code(shard: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(b"no gzip")
    words = ["score", shard, str(tmp_path / "a.jsonl.gz"), "--engine", "ray", "--jobs", "1"]
    done = command(*words, "-o", str(tmp_path / "out"), "--metrics", "bleu-1")
    assert done.returncode == 3
    assert "a.jsonl.gz: a damaged gzip file" in done.stderr
