"""How fast and how good the ready-made detector is: `python bench/detector.py`.

On the 159 annotated pictures of coco_mini: pictures a second from file to objects and in the
network alone, and precision and recall of boxes at several thresholds. On the 100 pictures of
Egoshots whose objects people listed: precision and recall of labels. The detector is got with
`cutline detect get coco-ssd`, the data are found through `CUTLINE_DATA`.
"""

from __future__ import annotations

import argparse
import ast
import csv
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from data import find
from measure import machine

from cutline.core.types import Detection, ImageId
from cutline.datasets.detections import DetectedImage, GoldObjects, read_gold
from cutline.datasets.pictures import PictureFile, find_pictures, open_picture
from cutline.detect.detector import Detector
from cutline.detect.evaluation import Evaluation, evaluate_boxes, evaluate_labels
from cutline.detect.named import detector_named
from cutline.detect.run import detect_files
from cutline.detect.settings import Settings

MINI = ("coco_mini/instances_train2017.json", "coco_mini/instances_val2017.json")
EGOSHOTS = "egoshots/SF_HSF_COCO.csv"
THRESHOLDS = (0.3, 0.5, 0.7)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a detector.")
    parser.add_argument("--detector", default="coco-ssd", metavar="SPEC")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each")
    given = parser.parse_args()
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    detector = detector_named(given.detector, settings=Settings(threshold=min(THRESHOLDS)))
    print(f"\n{detector.signature}", flush=True)
    if paths := find(*MINI):
        _on_coco(detector, paths, given.repeat)
    else:
        print("\ncoco_mini is not there: set CUTLINE_DATA to the folder of data")
    if paths := find(EGOSHOTS):
        _on_egoshots(detector, paths[0])


def _on_coco(detector: Detector, paths: Sequence[Path], repeat: int) -> None:
    files: list[PictureFile] = []
    gold_of: dict[ImageId, Any] = {}
    for path in paths:
        gold = read_gold(path)
        folder = path.with_name(path.stem.removeprefix("instances_") + "_320px")
        own = [file for file in find_pictures(folder) if gold.find(file) is not None]
        files += own
        gold_of |= {file.image_id: (gold, file) for file in own}
    found = _timed(detector, files, repeat)
    objects = {}
    for image in found:
        gold, file = gold_of[image.image_id]
        objects[image.image_id] = gold.objects_of(file, image.width or 1, image.height or 1)
    print(f"\n{len(found)} pictures of coco_mini, boxes that overlap by .5")
    for threshold in THRESHOLDS:
        answers = _above(found, threshold)
        _show(threshold, evaluate_boxes(answers, objects, known=detector.labels))


def _timed(detector: Detector, files: Sequence[PictureFile], repeat: int) -> list[DetectedImage]:
    found: list[DetectedImage] = []
    whole, pixels = [], []
    pictures = [open_picture(file) for file in files]
    detector.detect(pictures[:8])
    for _ in range(repeat):
        started = time.perf_counter()
        found = [one for one in detect_files(detector, files) if isinstance(one, DetectedImage)]
        whole.append(len(files) / (time.perf_counter() - started))
        started = time.perf_counter()
        for first in range(0, len(pictures), 8):
            detector.detect(pictures[first : first + 8])
        pixels.append(len(files) / (time.perf_counter() - started))
    print(f"\n{len(files)} pictures; the median of {repeat}")
    print(f"{'from file to objects':<28} {statistics.median(whole):6.1f} a second")
    print(f"{'from pixels to objects':<28} {statistics.median(pixels):6.1f} a second")
    if (seconds := _network(detector, repeat)) is not None:
        print(f"{'network alone, 8 together':<28} {8 / seconds:6.1f} a second", flush=True)
    return found


def _network(detector: Any, repeat: int) -> float | None:
    """Seconds of the network alone for eight pictures; None where the detector is no such model."""
    session, description = (getattr(detector, name, None) for name in ("_session", "_description"))
    if session is None or description is None or description.input.size is None:
        return None
    batch = np.zeros((8, *description.input.size, 3), dtype=description.input.type)
    if description.input.layout == "nchw":
        batch = np.ascontiguousarray(batch.transpose(0, 3, 1, 2))
    seconds = []
    for _ in range(10 * repeat):
        started = time.perf_counter()
        session.run(batch)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def _on_egoshots(detector: Detector, path: Path) -> None:
    gold: dict[ImageId, GoldObjects] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            labels = [str(label).strip() for label in ast.literal_eval(row["Objects"])]
            gold[row["Images"]] = GoldObjects(tuple(map(Detection, filter(None, labels))))
    files = [one for one in find_pictures(path.parent / "coco100_320px") if one.image_id in gold]
    found = [one for one in detect_files(detector, files) if isinstance(one, DetectedImage)]
    print(f"\n{len(found)} pictures of Egoshots, labels")
    for threshold in THRESHOLDS:
        answers = _above(found, threshold)
        _show(threshold, evaluate_labels(answers, gold, known=detector.labels))


def _above(
    found: Sequence[DetectedImage], threshold: float
) -> dict[ImageId, tuple[Detection, ...]]:
    return {
        image.image_id: tuple(item for item in image.objects if item.score >= threshold)
        for image in found
    }


def _show(threshold: float, result: Evaluation) -> None:
    quality = result.overall
    shares = (quality.precision, quality.recall, quality.f, result.recall_of_known)
    told = [
        f"{name} {'-' if share is None else f'{share:.3f}'}"
        for name, share in zip(("precision", "recall", "F", "of known"), shares, strict=True)
    ]
    counts = f"right {quality.right}, wrong {quality.wrong}, missed {quality.missed}"
    print(f"threshold {threshold:g}  {'  '.join(told)}  ({counts})", flush=True)


if __name__ == "__main__":
    main()
