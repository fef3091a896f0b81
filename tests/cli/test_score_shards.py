"""`cutline score --engine`: shards in, a folder of answers out, and plain words about the rest."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import run_cutline
from tests.scale.made_rows import made_rows, write_lines

pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'cutline[scale]'")


@pytest.fixture
def shard(tmp_path: Path) -> str:
    return write_lines(tmp_path / "rows.jsonl", [*made_rows(40), '{"image_id": 99}'])


def test_scores_are_printed_and_kept(shard: str, tmp_path: Path) -> None:
    words = ("score", shard, "--engine", "shards", "-o", tmp_path / "out", "--metrics", "bleu-1")
    done = run_cutline(*words)
    assert done.exit_code == 0
    assert done.stdout.split()[:3] == ["images", "bleu-1", "40"]
    assert "|images:40|data:rows-" in done.stdout
    assert "of 41 rows 40 were scored" in done.stderr
    assert "2 records without a field they need (missing-field)" in done.stderr
    kept = json.loads((tmp_path / "out" / "scores.json").read_text())
    again = run_cutline(*words, "--json")
    assert json.loads(again.stdout) == kept


def test_what_is_wrong_fails_only_when_asked(shard: str, tmp_path: Path) -> None:
    words = ("score", shard, "--engine", "shards", "-o", tmp_path / "out", "--metrics", "bleu-1")
    done = run_cutline(*words, "--strict")
    assert done.exit_code == 1
    assert "problems.jsonl" in done.stderr


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--engine", "shards"], "--engine needs -o FOLDER"),
        (["--engine", "spark", "-o", "out"], "--engine is shards or ray, not 'spark'"),
        (["--engine", "shards", "-o", "out", "--address", "auto"], "it goes with --engine ray"),
        (["--address", "auto"], "--address goes with --engine ray"),
        (["--engine", "shards", "-o", "out", "--intervals"], "--intervals does not go with"),
        (["--engine", "shards", "-o", "out", "--refs", "r.json"], "--refs does not go with"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    shard: str, options: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_cutline("score", shard, *options)
    assert done.exit_code == 2
    assert expected in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    shards = [write_lines(tmp_path / f"{i}.jsonl", made_rows(300, seed=i)) for i in range(6)]
    for number, shard in enumerate(shards):  # ids of their own
        text = Path(shard).read_text().replace('"image_id": ', f'"image_id": {number + 1}000')
        Path(shard).write_text(text)
    whole = run_cutline(*words(shards, tmp_path / "whole"))
    assert whole.exit_code == 0, whole.stderr
    numbers = random.Random(2)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-m", "cutline", *words(shards, tmp_path / "out")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(numbers.uniform(0.3, 2.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    done = run_cutline(*words(shards, tmp_path / "out"))
    assert done.stdout == whole.stdout
    read = [
        b"".join(path.read_bytes() for path in sorted((tmp_path / name / "per-image").iterdir()))
        for name in ("whole", "out")
    ]
    assert read[0] == read[1]
    assert not [path for path in (tmp_path / "out").rglob("*") if path.name.startswith(".")]


def words(shards: list[str], output: Path) -> list[str]:
    chosen = ["--metrics", "bleu-4,cider-d", "--jobs", "2"]
    return ["score", *shards, "--engine", "shards", "-o", str(output), *chosen]
