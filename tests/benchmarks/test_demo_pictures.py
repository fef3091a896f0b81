"""The demonstration's pictures in pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutline.benchmarks.demo import demo_scenes
from cutline.benchmarks.demo.pictures import write_pictures
from cutline.datasets.world.drawing.scene import HEIGHT, WIDTH

Image = pytest.importorskip("PIL.Image")


def test_every_scene_is_painted_with_its_moon_and_all(tmp_path: Path) -> None:
    paths = write_pictures(tmp_path / "pictures")
    assert [path.stem for path in paths] == [str(scene["image_id"]) for scene in demo_scenes()]
    for path, scene in zip(paths, demo_scenes(), strict=True):
        with Image.open(path) as image:
            assert image.size == (WIDTH, HEIGHT)
            pixels = np.asarray(image.convert("L")).astype(float)
        for item in scene["objects"]:
            x, y, width, height = map(round, item["box"])
            inside = pixels[y : y + height, x : x + width]
            assert inside.std() > 2, (path.name, item["label"])
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {p.name for p in paths}
