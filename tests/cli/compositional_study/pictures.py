"""A few invented images, what people say of them, and what two systems say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cutline.core.types import Benchmark, Run

REFERENCES = {
    11: ["a black cat on a bed", "the cat is black", "a cat sleeps"],
    12: ["a cat next to a lamp", "a black cat by a lamp", "a lamp and a cat"],
    13: ["a red bus in town", "a red bus", "a big red bus at a stop"],
    14: ["a bus and a red sign", "a bus", "a bus near a sign"],
    15: ["a man eats pizza", "a man is eating a slice", "a man with a red bus"],
    16: ["a man eating cake", "a man at a table", "a guy with a cake"],
    17: ["a black cat beside a red bus", "a cat and a bus", "a bus"],
    18: ["a dog runs", "a dog on grass", "the dog"],
}
#: Three captions of each image, and one.
SAYINGS = {
    "varied": {
        11: ["a cat on a bed", "a black cat lying", "a black cat"],
        12: ["a lamp", "a cat and a black lamp", "a dark room"],
        13: ["a red bus", "a bus", "a street"],
        14: ["a red bus", "a bus", "a sign"],
        15: ["a man with food", "a man sits", "a man eating pizza"],
        16: ["a man eats cake", "cake", "a table"],
        17: ["a cat", "a red bus and a black cat", "a bus"],
        18: ["a brown dog", "a dog", "grass"],
    },
    "plain": {
        image: [caption]
        for image, caption in {
            11: "a black cat",
            12: "a black cat",
            13: "a bus",
            14: "a bus",
            15: "a man",
            16: "a man eats",
            17: "a bus",
            18: "a dog",
        }.items()
    },
}
PAIRS = ("black cat", "red bus", "eat man")


def benchmark() -> Benchmark:
    """The images and their references."""
    return Benchmark("pictures", tuple(REFERENCES), tuple(map(tuple, REFERENCES.values())))


def runs() -> list[Run]:
    """What both systems say."""
    return [Run(system, said) for system, said in SAYINGS.items()]


def write_pictures(folder: Path) -> dict[str, Path]:
    """The same as files: the references, the runs and captions to train on."""
    files = {name: folder / f"{name}.jsonl" for name in ("references", "training", *SAYINGS)}
    _write(files["references"], [{"image_id": i, "captions": c} for i, c in REFERENCES.items()])
    _write(files["training"], [{"image_id": 1, "captions": ["a bus", "a black dog", "a cat"]}])
    for system, said in SAYINGS.items():
        _write(files[system], [{"image_id": i, "captions": c} for i, c in said.items()])
    return files


def _write(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
