"""The demonstration set's pictures in pixels: detectors and captioners see no drawings."""

from __future__ import annotations

from pathlib import Path

from cutline.benchmarks.demo import demo_scenes
from cutline.core.atomic import atomic_write_bytes
from cutline.datasets.world.drawing.scene import draw_scene
from cutline.datasets.world.pixels import paint


def write_pictures(folder: Path) -> list[Path]:
    """Paint all scenes as PNG files of 480 by 320 pixels; returns their paths.

    Raises:
        MissingPartError: where Pillow is not installed.
        FileError: where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for scene in demo_scenes():
        image = paint(draw_scene(scene))
        paths.append(folder / f"{scene['image_id']}.png")
        with atomic_write_bytes(paths[-1]) as file:
            image.save(file, format="PNG")
    return paths
