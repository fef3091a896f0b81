"""Whether `cutline annotate` survives being killed: 20 times, at random moments, with real parts.

`python bench/annotate_kills.py [FOLDER...]` annotates the pictures of the folders once without
trouble, then again with SIGKILL at random moments and the same command after each, and checks that
every image is there exactly once, that nobody was asked again about an image that was finished, and
that the file is equal to the first one byte for byte. By default the pictures are the 100 of
Egoshots and those of coco_mini, looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from cutline.annotate.journal import journal_path, read_journal
from cutline.datasets.annotated_images import read_annotations

DEFAULT = ("egoshots/coco100_320px", "coco_mini/val2017_320px")

#: A captioner that writes down what it was asked, and takes a little time.
CAPTIONER = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    with open(sys.argv[1], "a") as log:
        print(json.dumps(question["image_id"]), file=log)
    time.sleep(float(sys.argv[2]))
    print(json.dumps({"caption": "a person with a dog on a chair"}), flush=True)
"""


@dataclass
class Trial:
    """The command, its files, and what was seen of them."""

    folder: Path
    folders: list[Path]
    detector: str
    pause: float
    kills: list[tuple[float, int]] = field(default_factory=list)
    finished: set[str] = field(default_factory=set)
    asked_again: int = 0
    whole_runs: int = 0
    shortest: float = float("inf")

    @property
    def out(self) -> Path:
        return self.folder / "out.jsonl"

    @property
    def log(self) -> Path:
        return self.folder / "asked.txt"

    def command(self, out: Path) -> list[str]:
        script = self.folder / "captioner.py"
        script.write_text(CAPTIONER)
        run = f"exec {sys.executable} {script} {self.log} {self.pause}"
        return [
            *(sys.executable, "-m", "cutline", "annotate", *map(str, self.folders)),
            *("--captioner", f"slow=command:{run}", "--captioner", "describe"),
            *("--captioner", "all=describe(k=9)", "--detector", self.detector, "-o", str(out)),
        ]

    def asked(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(Path(name), options.folders, options.detector, options.pause)
        reference = Path(name) / "whole.jsonl"
        seconds = _whole(trial, reference)
        images = len(reference.read_text().splitlines()) - 1
        print(
            f"without trouble: {images} images in {seconds:.1f} s ({images / seconds:.1f} a second)"
        )
        draw = random.Random(options.seed)
        while len(trial.kills) < options.kills:
            _killed(trial, draw.uniform(0, min(seconds, trial.shortest)), reference)
        _finish(trial, reference)
    for number, (delay, kept) in enumerate(trial.kills, 1):
        print(f"kill {number:2d} after {delay:5.2f} s: {kept:4d} images kept")
    print(
        f"{len(trial.kills)} kills, {trial.whole_runs} complete runs: every image exactly once, "
        f"each file equal to the first byte for byte; {trial.asked_again} images were under way at "
        f"a kill and asked about again, none that was finished"
    )


def _whole(trial: Trial, reference: Path) -> float:
    start = time.monotonic()
    done = subprocess.run(trial.command(reference), capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    print(done.stdout, end="")
    trial.log.unlink()
    return seconds


def _killed(trial: Trial, delay: float, reference: Path) -> None:
    before, is_new = len(trial.asked()), not trial.finished
    start = time.monotonic()
    running = subprocess.Popen(
        trial.command(trial.out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        running.wait(timeout=delay)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGKILL)
        running.wait()
        time.sleep(0.1)  # the captioner ends when nobody asks it any more
        _check_kill(trial, before)
        trial.kills.append((delay, len(trial.finished)))
    else:
        if is_new:  # other work on the machine makes some runs longer than they are
            trial.shortest = min(trial.shortest, time.monotonic() - start)
        _check_whole(trial, reference)


def _check_kill(trial: Trial, before: int) -> None:
    asked = trial.asked()
    again = trial.finished & set(asked[before:])
    if again:
        sys.exit(f"asked again about finished images: {', '.join(sorted(again))}")
    if trial.out.exists():  # killed between the last image and the end
        images = read_annotations(trial.out)[1]
    else:
        images = list(read_journal(journal_path(trial.out)).images)
    ids = [json.dumps(image.image_id) for image in images if not image.has_error]
    if len(set(ids)) < len(ids):
        sys.exit(f"an image is twice in the journal: {Counter(ids).most_common(1)}")
    if not trial.finished <= set(ids):
        sys.exit(f"finished images are lost: {sorted(trial.finished - set(ids))}")
    trial.finished = set(ids)


def _finish(trial: Trial, reference: Path) -> None:
    done = subprocess.run(trial.command(trial.out), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    _check_whole(trial, reference)


def _check_whole(trial: Trial, reference: Path) -> None:
    """The file is as if nothing had happened; then it is taken away, to begin anew."""
    if trial.out.read_bytes() != reference.read_bytes():
        sys.exit(_difference(trial.out, reference))
    if journal_path(trial.out).exists():
        sys.exit(f"{journal_path(trial.out)} was left")
    counts = Counter(trial.asked())
    trial.asked_again += sum(count - 1 for count in counts.values())
    trial.whole_runs += 1
    trial.finished = set()
    trial.out.unlink()
    trial.log.unlink(missing_ok=True)


def _difference(out: Path, reference: Path) -> str:
    pairs = zip_longest(*(path.read_text().splitlines() for path in (out, reference)), fillvalue="")
    number, (found, expected) = next(
        (number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]
    )
    at = next(i for i, (a, b) in enumerate(zip_longest(found, expected)) if a != b)
    here = slice(max(0, at - 200), at + 200)
    return f"line {number} differs:\n{found[here]}\nexpected:\n{expected[here]}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Kill cutline annotate, and look what is left.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders of pictures")
    parser.add_argument("--detector", default="coco-ssd")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pause", type=float, default=0.01, help="seconds the captioner takes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.folders:
        project = Path(__file__).resolve().parent.parent
        data = Path(os.environ.get("CUTLINE_DATA") or project.parent / "shared" / "data")
        options.folders = [data / name for name in DEFAULT]
    return options


if __name__ == "__main__":
    main()
