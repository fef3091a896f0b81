"""A world on disk."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cutline.core.atomic import forget_written
from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import FileError
from cutline.core.progress import counting
from cutline.core.types import Detection
from cutline.datasets.detections.types import DetectedImage
from cutline.datasets.detections.write import detection_lines
from cutline.datasets.features import FeatureWriter
from cutline.datasets.world.concepts import concepts_text
from cutline.datasets.world.detector import CLASSES
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.region_vectors import RegionVectors
from cutline.datasets.world.types import SPLITS, Scene, World

KIND, VERSION = "world", 1

#: The files of a world, and its folders.
WORLD, OBJECTS, CONCEPTS = "world.json", "objects.jsonl", "concepts.txt"
FEATURES, IMAGES = "features", "images"


def write_world(world: World, folder: str | os.PathLike[str], *, pictures: bool = False) -> None:
    """Write a world; the folder is there when all of it is, or not at all.

    It holds `world.json` (settings and scenes), `features` (a store of all scenes),
    `captions_SPLIT.json` (COCO's form), `objects.jsonl` (what is really there, with boxes),
    `concepts.txt` (for pair recall) and, where asked for, `images`. A world that was there is
    replaced.

    Raises:
        FileError: when something else is there, or nothing can be written.
        MissingPartError: when pictures are asked for and Pillow is not installed.
    """
    refuse_other_folder(folder)
    with atomic_folder(folder) as place:
        (place / WORLD).write_text(_world_text(world, pictures), encoding="utf-8")
        for split in SPLITS:
            text = _captions_text(world, world.of(split), split)
            (place / captions_file(split)).write_text(text, encoding="utf-8")
        lines = detection_lines("world", world.settings.made_by, map(_gold, world))
        (place / OBJECTS).write_text("".join(lines), encoding="utf-8")
        (place / CONCEPTS).write_text(concepts_text(world.settings.pairs), encoding="utf-8")
        if pictures:
            _write_pictures(world, place / IMAGES)
        _write_features(world, place / FEATURES)
    forget_written(place)


def captions_file(split: str) -> str:
    """The file with the captions of a split."""
    return f"captions_{split.replace('-', '_')}.json"


def refuse_other_folder(folder: str | os.PathLike[str]) -> None:
    """Refuse to replace what is no world.

    Raises:
        FileError: naming what is there.
    """
    target = Path(folder)
    if not target.parent.resolve().is_dir():
        raise FileError(f"{folder}: cannot be written: there is no folder {target.parent}")
    if not target.exists():
        return
    if not target.is_dir():
        raise FileError(f"{folder}: is a file; expected a folder that is new or holds a world")
    own = {WORLD, OBJECTS, CONCEPTS, FEATURES, IMAGES, *map(captions_file, SPLITS)}
    found = {entry.name for entry in target.iterdir()}
    strangers = sorted(found - own if WORLD in found else found)
    if strangers:
        raise FileError(
            f"{folder}: holds {strangers[0]!r}, which is no part of a world and would be deleted: "
            f"name another folder"
        )


def digest(world: World) -> str:
    """What tells the scenes of this world from any others."""
    lines = "\n".join(_scene_lines(world))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def _world_text(world: World, pictures: bool) -> str:
    head = {
        "cutline": KIND,
        "version": VERSION,
        "settings": asdict(world.settings),
        "made_by": world.settings.made_by,
        "digest": digest(world),
        "pictures": pictures,
        "splits": {split: len(world.of(split)) for split in SPLITS},
    }
    text = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    scenes = ",\n".join(f"  {line}" for line in _scene_lines(world))
    return f'{text},\n "scenes": [\n{scenes}\n ]\n}}\n'


def _scene_lines(world: World) -> Iterator[str]:
    for scene in world:
        yield json.dumps(asdict(scene), ensure_ascii=False)


def _captions_text(world: World, scenes: Iterable[Scene], split: str) -> str:
    scenes = tuple(scenes)
    about = f"Cutline's scene world, {split}: {world.settings.made_by}"
    content: dict[str, Any] = {
        "info": {"description": about, "version": str(VERSION)},
        "images": [
            {
                "id": scene.image_id,
                "file_name": f"{IMAGES}/{scene.image_id}.png",
                "width": WIDTH,
                "height": HEIGHT,
                "domain": scene.domain,
            }
            for scene in scenes
        ],
        "annotations": [
            {
                "id": (scene.image_id - 1) * world.settings.captions + number,
                "image_id": scene.image_id,
                "caption": caption,
            }
            for scene in scenes
            for number, caption in enumerate(scene.captions, 1)
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _gold(scene: Scene) -> DetectedImage:
    objects = tuple(Detection(item.label, 1.0, item.box) for item in scene.objects)
    return DetectedImage(scene.image_id, objects, f"{scene.image_id}.png", WIDTH, HEIGHT)


def _write_features(world: World, place: Path) -> None:
    settings = world.settings
    vectors = RegionVectors(settings)
    with (
        counting("Making features", len(world), "scenes") as done,
        FeatureWriter(place, settings.feature_size, CLASSES, settings.made_by) as writer,
    ):
        for number, scene in enumerate(world, 1):
            writer.add(scene.image_id, vectors.regions(scene))
            done(number)


def _write_pictures(world: World, place: Path) -> None:
    # Imported here: only pictures need Pillow.
    from cutline.datasets.world.pictures import scene_picture

    place.mkdir()
    with counting("Painting", len(world), "scenes") as done:
        for number, scene in enumerate(world, 1):
            scene_picture(scene).save(place / f"{scene.image_id}.png", optimize=False)
            done(number)
