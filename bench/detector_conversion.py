"""How exact and how fast converted detectors are: `python bench/detector_conversion.py`.

Each ready-made model is fetched if it is not there, and timed on one and two threads, picture by
picture and in batches. coco-ssd is then compared with the graph that it was converted from, which
TensorFlow.js runs; that needs Node.js, and the photos in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from measure import machine

from cutline.core.cache import cache_folder
from cutline.detect.ready import get_ready, ready_models
from cutline.detect.tensorflow_resize import resize_bilinear

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

ROUNDS = 15


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and compare converted detectors.")
    parser.add_argument("--pictures", type=int, default=20, metavar="N")
    given = parser.parse_args()
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    for model in ready_models():
        folder = get_ready(model.name)
        for threads in (1, 2):
            session = _session(folder, threads)
            for batch in (1, 8):
                print(f"{model.name:<10} {threads} threads, batches of {batch}:", end=" ")
                print(_speed(session, batch), flush=True)
    picture = np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8)
    seconds = _median(lambda: resize_bilinear(picture, 300, 300))
    print(f"resizing 640 x 480 to 300 x 300: {seconds * 1e3:.2f} ms")
    _compare(given.pictures)


def _session(folder: Path, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    path = str(folder / "model.onnx")
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _speed(session: Any, batch: int) -> str:
    [given] = session.get_inputs()
    pictures = np.random.default_rng(0).uniform(-1, 1, (batch, *given.shape[1:]))
    inputs = {given.name: pictures.astype(np.float32)}
    seconds = _median(lambda: session.run(None, inputs)) / batch
    return f"{seconds * 1e3:.1f} ms a picture, {1 / seconds:.0f} a second"


def _median(work: Any) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _compare(count: int) -> None:
    # The tests keep what they fetch where the cache is.
    os.environ["CUTLINE_CACHE_DIR"] = str(cache_folder())
    from tests.detect.photos import pictures
    from tests.detect.tfjs.tensorflow_js import original_outputs
    from tests.detect.tfjs.test_original_live import BOXES, SCORES, model_file

    session = _session(get_ready("coco-ssd"), 2)
    photos = pictures(count)
    for backend, some in (("wasm", photos), ("cpu", photos[:3])):
        with tempfile.TemporaryDirectory() as work:
            original = original_outputs(model_file(), some, [BOXES, SCORES], backend, Path(work))
        greatest = np.zeros(2)
        for photo, expected in zip(some, original, strict=True):
            batch = resize_bilinear(photo, 300, 300)[None]
            found = session.run(["boxes", "scores"], {"images": batch})
            pairs = zip(found, expected, strict=True)
            greatest = np.maximum(greatest, [np.abs(a.ravel() - b).max() for a, b in pairs])
        said = json.dumps(dict(zip(("boxes", "scores"), greatest.tolist(), strict=True)))
        print(f"greatest difference to TensorFlow.js ({backend}, {len(some)} pictures): {said}")


if __name__ == "__main__":
    main()
