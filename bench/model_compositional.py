"""Captioners and pairs they never saw: `python bench/model_compositional.py`.

Runs `cutline study models compositional` in a process of its own and holds its figures against the
bars: what full data gives, what re-ranking gives beside the random-order control, and how long all
of it takes. `--seeds 4,5,6` asks other worlds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from measure import machine, run

#: Recall@5 that full data and re-ranking have to give at least, and the minutes that are allowed.
FULL_DATA, RERANKING, MINUTES = 0.2, 0.1, 15.0
GAINS = {
    "full data against held out, up-down": FULL_DATA,
    "re-ranking against butr's beam of 5": RERANKING,
    "re-ranking against the wide beam's own order": RERANKING,
    "re-ranking against random order": None,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold the study's figures against the bars.")
    parser.add_argument("--seeds", default="1,2,3")
    given = parser.parse_args()
    known = machine()
    print(", ".join(f"{key} {known[key]}" for key in ("cores", "load before")))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "study.json"
        command = [str(Path(sys.executable).parent / "cutline"), "study", "models", "compositional"]
        sample = run([*command, "--seeds", given.seeds, "-o", str(output)])
        found = json.loads(output.read_text(encoding="utf-8"))
    for system, figures in found["systems"].items():
        recall = figures["recall@5"]
        print(f"{system:28} {recall['mean']:.3f} ± {recall['deviation']:.3f}  {recall['by_seed']}")
    failed = False
    for name, bar in GAINS.items():
        gain = found["differences"][name]
        is_below = bar is not None and gain["mean"] < bar
        failed |= is_below
        told = "" if bar is None else f"bar {bar}: {'FAILED' if is_below else 'met'}"
        print(f"{name:46} {gain['mean']:+.3f} ± {gain['deviation']:.3f}  {told}")
    minutes = sample.wall_seconds / 60
    told = "met" if minutes < MINUTES else "FAILED, unless others were at work here"
    print(
        f"{minutes:.1f} minutes, {sample.cpu_seconds / 60:.1f} of one core; bar {MINUTES}: {told}"
    )
    sys.exit(failed)


if __name__ == "__main__":
    main()
