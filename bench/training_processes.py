"""Whether two processes learn what one learns: `python bench/training_processes.py`.

Up-Down and BUTR (joint ranking, hardest negatives across processes, GradNorm) of the preset `tiny`
learn a small scene world for 20 steps, alone and under `torchrun` with two processes. Printed is
the largest difference of any weight, which has to be below 1e-5; with `--double` both compute with
twice the digits, where what is left of a difference would be one of method and not of rounding.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

import cutline.models.training.data as training_data
from cutline.datasets.features import FeatureStore
from cutline.datasets.read import read_references
from cutline.datasets.world import WorldSettings, make_world, write_world
from cutline.models.images import Images
from cutline.models.registry import build
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import train
from cutline.models.training.processes import is_one_of_several, process_group
from cutline.models.training.settings import TrainingSettings

STEPS = 20
BAR = 1e-5
SETTINGS = {
    "up-down": TrainingSettings.presets["up-down"],
    "butr": TrainingSettings.presets["butr"],
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare one process with several.")
    parser.add_argument("--double", action="store_true", help="compute with twice the digits")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    torch.set_num_threads(1)
    if given.double:
        compute_with_twice_the_digits()
    if is_one_of_several():
        with process_group():
            torch.save(
                trained(Path(given.folder)), f"{given.folder}/{torch.distributed.get_rank()}.pt"
            )
        return
    with tempfile.TemporaryDirectory() as folder:
        write_world(make_world(WorldSettings(scenes=300)), Path(folder) / "world")
        alone = trained(Path(folder))
        start_processes(given.processes, folder, given.double)
        for model, weights in alone.items():
            print(f"{model}, {STEPS} steps: {compared(model, weights, folder, given.processes)}")


def trained(folder: Path) -> dict[str, dict[str, Tensor]]:
    """The weights of both models."""
    store = FeatureStore.open(folder / "world" / "features")
    references = read_references(folder / "world" / "captions_train.json")[0]
    of_images = dict(zip(references.image_ids, references.references, strict=True))
    data = CaptionData.of(store, of_images)
    found = {}
    for name, settings in SETTINGS.items():
        torch.manual_seed(0)
        model = build(name, "tiny", data.vocabulary, store.size)
        train(model, data, settings.changed({"most_steps": STEPS}))
        found[name] = dict(model.state_dict())
    return found


def start_processes(count: int, folder: str, double: bool) -> None:
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(count)]
    command += ["--standalone", "--local-addr", "127.0.0.1", __file__, "--folder", folder]
    environment = {**os.environ, "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
    subprocess.run([*command, *(["--double"] if double else [])], env=environment, check=True)


def compared(model: str, alone: dict[str, Tensor], folder: str, count: int) -> str:
    several = [torch.load(f"{folder}/{rank}.pt", weights_only=True)[model] for rank in range(count)]
    largest = max(float((value - several[0][name]).abs().max()) for name, value in alone.items())
    same = all(
        torch.equal(value, other[name]) for other in several for name, value in several[0].items()
    )
    return (
        f"{count} processes differ from one by {largest:.2g} at most (bar: {BAR:g}), and from each "
        f"other {'not at all' if same else 'TOO'}"
    )


def compute_with_twice_the_digits() -> None:
    torch.set_default_dtype(torch.float64)
    load = training_data.load_images

    def load_double(*arguments: object) -> Images:
        images = load(*arguments)
        return replace(images, features=images.features.double())

    training_data.load_images = load_double


if __name__ == "__main__":
    main()
