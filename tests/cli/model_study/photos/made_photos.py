"""Photos made for tests: one colour each, captions that name it, and features that show it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cutline.datasets.features import FeatureWriter, Regions
from cutline.detect.features.pooling import cell_boxes
from tests.datasets.pictures.made_pictures import save

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


def write_photos(folder: Path, count: int = 60) -> None:
    """`captions.json`, `photos/`, `made.features`, and lists of ids for each part."""
    chance = np.random.default_rng(1)
    annotations, images = [], []
    lists: dict[str, list[int]] = {"train": [], "val": [], "test": []}
    with FeatureWriter(folder / "made.features", 8, made_by="made") as writer:
        for number in range(1, count + 1):
            name, colour = list(COLOURS.items())[number % 3]
            pixels = np.zeros((16, 16, 3), dtype=np.uint8)
            pixels[:, 8:] = colour
            save(folder / "photos" / f"{number}.png", pixels)
            images.append({"id": number, "file_name": f"{number}.png"})
            for text in (f"a {name} wall", f"there is a {name} wall on the right"):
                caption = {"image_id": number, "id": len(annotations), "caption": text}
                annotations.append(caption)
            features = chance.normal(0, 0.1, (4, 8)).astype(np.float32)
            features[[1, 3], number % 3] += 3  # the cells on the right
            writer.add(number, Regions(features, cell_boxes(2, 2)))
            part = "test" if number > count - 12 else "val" if number > count - 18 else "train"
            lists[part].append(number)
    content = {"images": images, "annotations": annotations}
    (folder / "captions.json").write_text(json.dumps(content))
    for part, ids in lists.items():
        (folder / f"{part}.txt").write_text("\n".join(map(str, ids)))
