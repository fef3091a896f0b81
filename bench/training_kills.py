"""Whether a killed training goes on bit for bit: `python bench/training_kills.py`.

`cutline train` learns a small scene world, once without trouble and once with SIGKILL at random
moments and the same command after each, until it comes to its end. Then all weights of the two
models are compared, and so are the values of all epochs.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch

from cutline.datasets.world import WorldSettings, make_world, write_world
from cutline.models.saved import load_model

CONFIG = """
model = "{model}"
preset = "tiny"
output = "{output}"
[data]
features = "world/features"
train = "world/captions_train.json"
val = "world/captions_val.json"
[training]
preset = "tiny"
epochs = 4
batch = 32
weighting = "{weighting}"
[self_critical]
epochs = 2
samples = 3
"""

#: Started with checkpoints at every step, so that many a kill comes while a file is written.
COMMAND = """
import functools, sys
import torch
from cutline.models.training import run
run.run_plan = functools.partial(run.run_plan, seconds=0)
torch.set_num_threads(1)
sys.argv = ["cutline", "train", sys.argv[1], "--json"]
from cutline.cli import main
main()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill trainings.")
    parser.add_argument("--model", default="butr")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    weighting = "gradnorm" if given.model == "butr" else "sum"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_world(make_world(WorldSettings(scenes=200)), folder / "world")
        for output in ("whole", "killed"):
            text = CONFIG.format(model=given.model, output=output, weighting=weighting)
            (folder / f"{output}.toml").write_text(text)
        started = time.monotonic()
        whole = answer(start(folder, "whole"))
        seconds = time.monotonic() - started
        kills = 0
        for _ in range(given.kills):
            process = start(folder, "killed")
            try:
                # Late enough for some steps beyond the start of the program.
                process.wait(seconds * chance.uniform(0.35, 0.7))
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
        killed = answer(start(folder, "killed"))
        print(f"{given.model}: {kills} kills, {steps(whole)} steps")
        print(f"weights are {'bit-identical' if same(folder) else 'DIFFERENT'}")
        print(
            f"values of all epochs are {'equal' if plain(whole) == plain(killed) else 'DIFFERENT'}"
        )


def start(folder: Path, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", COMMAND, str(folder / f"{name}.toml")]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def answer(process: subprocess.Popen[str]) -> dict[str, dict]:
    out, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"training ended with {process.returncode}")
    return json.loads(out)["parts"]


def steps(parts: dict[str, dict]) -> int:
    return sum(part["steps"] for part in parts.values())


def plain(parts: dict[str, dict]) -> list[dict]:
    """All that is known of the epochs, but not how long they took."""
    return [
        {key: value for key, value in epoch.items() if key != "seconds"}
        for part in parts.values()
        for epoch in part["history"]
    ]


def same(folder: Path) -> bool:
    models = [load_model(folder / name / "model.pt").model for name in ("whole", "killed")]
    states = [model.state_dict() for model in models]
    return all(torch.equal(value, states[1][name]) for name, value in states[0].items())


if __name__ == "__main__":
    main()
