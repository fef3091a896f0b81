"""TensorFlow.js itself, which runs models as they were before they were converted."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.core.file_lock import file_lock
from tests.detect.registry_packages import kept_folder, npm

VERSION = "4.22.0"
PARTS = ("core", "converter", "backend-cpu", "backend-wasm")
COCO_SSD_VERSION = "2.2.3"

SCRIPT = Path(__file__).with_name("original.js")


def original_outputs(
    model: Path,
    pictures: Sequence[NDArray[np.uint8]],
    outputs: Sequence[str],
    backend: str,
    work: Path,
) -> list[list[NDArray[np.float32]]]:
    """What each output is for each picture, as a flat row of numbers."""
    _run(model, pictures, {"outputs": list(outputs)}, backend, work)
    return [
        [np.fromfile(work / f"{number}.{index}", np.float32) for index in range(len(outputs))]
        for number in range(len(pictures))
    ]


def original_objects(
    model: Path, pictures: Sequence[NDArray[np.uint8]], score: float, work: Path
) -> list[list[dict[str, Any]]]:
    """The objects that the package coco-ssd is so sure of in each picture: bbox, class, score."""
    _run(model, pictures, {"score": score}, "wasm", work)
    return [json.loads((work / f"{number}.json").read_text()) for number in range(len(pictures))]


def _run(
    model: Path,
    pictures: Sequence[NDArray[np.uint8]],
    wanted: dict[str, Any],
    backend: str,
    work: Path,
) -> None:
    modules = _installed()
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    task: dict[str, Any] = {**wanted, "pictures": []}
    for number, pixels in enumerate(pictures):
        (work / f"{number}").write_bytes(pixels.tobytes())
        height, width, _ = pixels.shape
        task["pictures"].append({"file": f"{number}", "height": height, "width": width})
    (work / "task.json").write_text(json.dumps(task))
    command = [node, str(SCRIPT), str(modules), str(model), str(work), backend]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


def _installed() -> Path:
    folder = kept_folder(f"node/tensorflow-js-{VERSION}-coco-ssd-{COCO_SSD_VERSION}")
    done = folder / "installed"
    with file_lock(folder / "installing.lock", "waiting"):
        if not done.exists():
            parts = [f"@tensorflow/tfjs-{part}@{VERSION}" for part in PARTS]
            parts.append(f"@tensorflow-models/coco-ssd@{COCO_SSD_VERSION}")
            options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
            command = [npm(), "install", "--prefix", str(folder), *options, *parts]
            result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
            if result.returncode != 0:
                pytest.skip(f"npm cannot install TensorFlow.js: {result.stderr[-500:]}")
            done.touch()
    return folder / "node_modules"
