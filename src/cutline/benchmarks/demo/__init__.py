"""A small built-in benchmark: drawn scenes, captions in our own words, three made-up systems."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from cutline.core.atomic import atomic_write
from cutline.core.types import Benchmark, Example, LabelledBox, Run
from cutline.datasets.world.drawing.scene import HEIGHT, WIDTH, draw_scene

SYSTEMS = ("steady", "hasty", "parrot")
#: By it the file of references is known again.
DESCRIPTION = "Cutline's demonstration set"


def demo_scenes() -> list[dict[str, Any]]:
    """The scenes as they are described on file."""
    scenes: list[dict[str, Any]] = _load("scenes.json")
    return scenes


def demo_benchmark() -> Benchmark:
    """The scenes as a benchmark, with objects and domains.

    >>> len(demo_benchmark()), sorted(demo_benchmark().tags)
    (24, ['domain'])
    """
    return Benchmark.from_examples(
        "demo",
        (
            Example(
                image_id=scene["image_id"],
                references=tuple(scene["references"]),
                objects=tuple(LabelledBox(o["label"], *o["box"]) for o in scene["objects"]),
                tags={"domain": scene["domain"]},
            )
            for scene in demo_scenes()
        ),
    )


def demo_run(system: str) -> Run:
    """What one of the three systems says of the scenes."""
    records = _load(f"systems/{system}.json")
    return Run(system, {record["image_id"]: (record["caption"],) for record in records})


def write_demo(folder: Path) -> list[Path]:
    """Write pictures, references, objects and the three runs as files; returns the runs' paths."""
    images = folder / "images"
    images.mkdir(parents=True, exist_ok=True)
    scenes = demo_scenes()
    for scene in scenes:
        with atomic_write(images / f"{scene['image_id']}.svg") as file:
            file.write(draw_scene(scene))
    with atomic_write(folder / "references.json") as file:
        file.write(json.dumps(_annotations(scenes), indent=1, ensure_ascii=False) + "\n")
    with atomic_write(folder / "objects.json") as file:
        labels = {scene["image_id"]: [o["label"] for o in scene["objects"]] for scene in scenes}
        file.write(json.dumps(labels, indent=1, ensure_ascii=False) + "\n")
    paths = []
    for system in SYSTEMS:
        paths.append(folder / f"{system}.json")
        with atomic_write(paths[-1]) as file:
            file.write(json.dumps(_load(f"systems/{system}.json"), indent=1, ensure_ascii=False))
    return paths


def _annotations(scenes: list[dict[str, Any]]) -> dict[str, Any]:
    """The references in the form of COCO's annotations, with nocaps' domains."""
    return {
        "info": {"description": DESCRIPTION, "version": "1"},
        "images": [
            {
                "id": scene["image_id"],
                "file_name": f"images/{scene['image_id']}.svg",
                "width": WIDTH,
                "height": HEIGHT,
                "domain": scene["domain"],
            }
            for scene in scenes
        ],
        "annotations": [
            {
                "id": scene["image_id"] * 10 + number,
                "image_id": scene["image_id"],
                "caption": caption,
            }
            for scene in scenes
            for number, caption in enumerate(scene["references"])
        ],
    }


def _load(name: str) -> Any:
    return json.loads(files("cutline.benchmarks.demo").joinpath(name).read_text("utf-8"))
