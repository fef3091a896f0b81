"""The same scores on Ray, on one node and on two, of which one is killed."""

from __future__ import annotations

import json
import subprocess
import sys
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


def ran(*words: str) -> str:
    # Ray has threads and warnings of its own: they are kept out of this process.
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_node_that_is_killed_changes_nothing(
    shard: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    ran("tests.scale.ray_cluster", shard, str(tmp_path / "out"), "kill")
    answer = json.loads((tmp_path / "out.json").read_text())
    assert answer == {"found": expected, "killed": True}


def test_the_command_scores_on_ray(shard: str, expected: dict[str, Any], tmp_path: Path) -> None:
    metrics = ",".join(score["spec"] for score in expected["scores"])
    words = ("cutline", "score", shard, "--engine", "ray", "-o", str(tmp_path / "out"), "--json")
    options = ("--metrics", metrics, "--tokenizer", "ptb(context=none)", "--jobs", "2")
    assert json.loads(ran(*words, *options)) == expected
