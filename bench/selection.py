"""Selecting images at the size of Open Images' test set: `python bench/selection.py`.

Makes boxes of 125,436 images with 600 classes whose frequencies fall as 1/rank, in Open Images'
format, and selects 10,600 of them twice, each time in a fresh process. Prints the time, the peak of
memory, how even classes are beside random images, and whether both selections are the same.
`--study` selects with samples of other sizes, from the same images and from those of a file.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from measure import machine, run

from cutline.benchmarks.selection import Procedure, select_images
from cutline.datasets.object_annotations import ImageObjects, read_object_annotations

IMAGES, CLASSES, TARGET = 125_436, 600, 10_600
#: Gives 2 in 100 images more than six classes, as nocaps found them, and about 1.5 million boxes.
CLASS_RATE, BOX_RATE = 0.484, 0.17
MOST_CLASSES, CHUNK = 20, 2_000
#: Upright, unknown, and turned.
ROTATIONS, ROTATION_SHARES = ("0.0", "", "90.0", "270.0"), (0.9, 0.05, 0.03, 0.02)
BOX_HEADER = (
    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,"
    "IsDepiction,IsInside\n"
)
IMAGE_HEADER = "ImageID,Subset,OriginalURL,License,Author,Title,Rotation\n"
SAMPLES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SECONDS_ALLOWED = 60


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the selection of images.")
    parser.add_argument("--study", action="store_true", help="samples of several sizes")
    parser.add_argument("--file", metavar="FILE", help="with --study: objects of other images")
    parser.add_argument("--target", type=int, metavar="N", help="with --file: images to select")
    given = parser.parse_args()
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        boxes, images = Path(folder, "boxes.csv"), Path(folder, "images.csv")
        if given.study and given.file:
            study(list(read_object_annotations(given.file)), given.target or TARGET)
            return
        rows = make(boxes, images)
        print(f"\n{rows:,} boxes, {boxes.stat().st_size / 1e6:.0f} MB", flush=True)
        if given.study:
            study(list(read_object_annotations(boxes, image_file=images)), TARGET)
        else:
            speed(boxes, images)


def make(boxes: Path, images: Path, count: int = IMAGES, seed: int = 1) -> int:
    """Write both tables; how many boxes there are. Rows of an image do not stand together."""
    draw = np.random.default_rng(seed)
    frequencies = np.log(1 / np.arange(1, CLASSES + 1))
    sizes = np.minimum(draw.geometric(CLASS_RATE, count), MOST_CLASSES)
    ids = [f"{number * 0x9E3779B97F4A7C15 % (1 << 64):016x}" for number in range(1, count + 1)]
    with images.open("w", encoding="utf-8") as file:
        file.write(IMAGE_HEADER)
        turned = draw.choice(len(ROTATIONS), count, p=ROTATION_SHARES)
        for image_id, rotation in zip(ids, turned.tolist(), strict=True):
            file.write(
                f'{image_id},test,https://example.org/{image_id}.jpg,CC BY 2.0,"Doe, J.",A title,'
                f"{ROTATIONS[rotation]}\n"
            )
    rows = []
    for start in range(0, count, CHUNK):
        own = sizes[start : start + CHUNK]
        # The largest of Gumbel-disturbed logarithms are a weighted draw without replacement.
        keys = frequencies + draw.gumbel(size=(len(own), CLASSES))
        order = np.argsort(-keys, axis=1)[:, :MOST_CLASSES]
        for place, (size, labels) in enumerate(zip(own.tolist(), order.tolist(), strict=True)):
            for label, objects in zip(labels[:size], draw.geometric(BOX_RATE, size), strict=True):
                rows += [(start + place, label)] * int(objects)
    with boxes.open("w", encoding="utf-8") as file:
        file.write(BOX_HEADER)
        for row in draw.permutation(len(rows)).tolist():
            place, label = rows[row]
            file.write(f"{ids[place]},xclick,/m/{label:04x},1,0.0125,0.1953,0.1484,0.5875,")
            file.write("0,1,0,0,0\n")
    return len(rows)


def speed(boxes: Path, images: Path) -> None:
    """The whole command twice, in processes of their own."""
    lists = []
    for number in (1, 2):
        ids = boxes.with_name(f"ids{number}.txt")
        script = Path(sys.executable).with_name("cutline")
        command = [str(script), "select", str(boxes), "--images", str(images)]
        sample = run([*command, "--target", str(TARGET), "-o", str(ids)])
        print(
            f"run {number}: {sample.wall_seconds:.1f} s, {sample.cpu_seconds:.1f} s of processor "
            f"time, {sample.peak_megabytes:.0f} MB",
            flush=True,
        )
        lists.append(ids.read_text(encoding="utf-8"))
        if sample.wall_seconds > SECONDS_ALLOWED:
            raise SystemExit(f"more than {SECONDS_ALLOWED} s")
    started = time.perf_counter()
    read = list(read_object_annotations(boxes, image_file=images))
    reading = time.perf_counter() - started
    started = time.perf_counter()
    found = select_images(read, Procedure(TARGET))
    print(f"reading {reading:.1f} s, selecting {time.perf_counter() - started:.1f} s")
    for name, balance in found.balance.items():
        print(
            f"{name:<12} {balance.images:>9,.0f} images, entropy {balance.entropy:.3f} bits, "
            f"perplexity {balance.perplexity:.1f}, Gini {balance.gini:.3f}, ten most frequent "
            f"{balance.top_share:.1%}"
        )
    print("both runs selected the same images" if lists[0] == lists[1] else "RUNS DIFFER")
    if lists[0] != lists[1] or lists[0].split() != list(map(str, found.image_ids)):
        raise SystemExit("selections under one seed differ")


def study(images: Iterable[ImageObjects], target: int) -> None:
    """How even classes become with samples of several sizes."""
    images = list(images)
    print(f"\n{len(images):,} images, {target:,} selected, means of three seeds")
    print(f"{'sample':>8} {'entropy':>8} {'perplexity':>10} {'covered':>8} {'seconds':>8}")
    for sample in SAMPLES:
        started = time.perf_counter()
        found = [
            select_images(images, Procedure(target, sample, seed)).balance["selected"]
            for seed in (1, 2, 3)
        ]
        seconds = (time.perf_counter() - started) / len(found)
        entropy, perplexity, covered = (
            np.mean([getattr(one, name) for one in found])
            for name in ("entropy", "perplexity", "covered")
        )
        print(
            f"{sample:>8} {entropy:>8.3f} {perplexity:>10.1f} {covered:>8.1f} {seconds:>8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
