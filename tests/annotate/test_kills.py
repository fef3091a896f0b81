"""A real process, killed at random moments and started again."""

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

from cutline.annotate.journal import journal_path, read_journal
from tests.annotate.stand_ins import paint

PROJECT = Path(__file__).resolve().parent.parent.parent

#: A captioner that takes its time, and writes down what it was asked.
SLOW = """
import json, os, sys, time
for line in sys.stdin:
    question = json.loads(line)
    with open(sys.argv[1], "a") as log:
        print(question["image_id"], file=log)
    time.sleep(0.01)
    print(json.dumps({"caption": f"a dog and {question['image_id']}"}), flush=True)
"""


def command(folder: Path, out: str) -> list[str]:
    script = folder / "slow.py"
    script.write_text(SLOW)
    return [
        *(sys.executable, "-m", "tests.annotate.stand_ins", "annotate", str(folder / "p")),
        *("--captioner", f"slow=command:{sys.executable} {script} {folder}/asked.txt"),
        *("--captioner", "describe", "--detector", "any", "-o", str(folder / out), "--batch", "3"),
    ]


def test_killed_at_random_moments_every_image_is_there_once(tmp_path: Path) -> None:
    count = 60
    paint(tmp_path / "p", count)
    whole = subprocess.run(
        command(tmp_path, "whole.jsonl"), cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (whole.returncode, whole.stderr) == (0, "")
    asked, out = tmp_path / "asked.txt", tmp_path / "out.jsonl"
    asked.write_text("")
    draw = random.Random(os.environ.get("CUTLINE_SEED"))
    finished_before: set[str] = set()
    kills = 0
    for _ in range(3):
        already = len(asked.read_text().splitlines())
        running = subprocess.Popen(
            command(tmp_path, "out.jsonl"), cwd=PROJECT, stdout=subprocess.DEVNULL
        )
        # From the first answers on: before that a kill tests nothing.
        _wait_for(lambda: len(asked.read_text().splitlines()) > already, running)  # noqa: B023
        time.sleep(draw.uniform(0, 0.15))
        if running.poll() is None:
            running.send_signal(signal.SIGKILL)
            kills += 1
        running.wait()
        time.sleep(0.05)  # the captioner ends when nobody asks it any more
        asked_now = asked.read_text().splitlines()[already:]
        assert finished_before.isdisjoint(asked_now)
        content = read_journal(journal_path(out))
        finished = [str(image.image_id) for image in content.images]
        assert len(set(finished)) == len(finished)
        assert finished_before <= set(finished) or out.exists()
        finished_before = set(finished)
    assert kills > 0
    last = subprocess.run(
        command(tmp_path, "out.jsonl"), cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (last.returncode, last.stderr) == (0, "")
    lines = out.read_text().splitlines()[1:]
    assert len(lines) == len({json.loads(line)["image_id"] for line in lines}) == count
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not journal_path(out).exists()


def test_ctrl_c_says_what_is_kept_and_ends_what_was_started(tmp_path: Path) -> None:
    paint(tmp_path / "p", 60)
    asked = tmp_path / "asked.txt"
    asked.write_text("")
    running = subprocess.Popen(
        command(tmp_path, "out.jsonl"),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    _wait_for(lambda: len(asked.read_text().splitlines()) > 6, running)
    running.send_signal(signal.SIGINT)
    stdout, stderr = running.communicate(timeout=30)
    kept = len(journal_path(tmp_path / "out.jsonl").read_text().splitlines()) - 1
    place = journal_path(tmp_path / "out.jsonl")
    assert (running.returncode, stdout) == (130, "")
    assert stderr == (
        f"cutline: interrupted; {kept} of 60 images are kept in {place}: the same command goes on "
        f"from there\n"
    )
    count = len(asked.read_text().splitlines())
    time.sleep(0.1)
    assert len(asked.read_text().splitlines()) == count


def _wait_for(is_so: object, running: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    start = time.monotonic()
    while not is_so():  # type: ignore[operator]
        if running.poll() is not None:
            return
        if time.monotonic() - start > 60:
            running.kill()
            pytest.fail("it does not begin")
        time.sleep(0.005)
