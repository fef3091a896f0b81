"""What a detector makes of a scene, right or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.world.chance import Chance
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import Box, Scene, SceneObject
from cutline.datasets.world.words import THINGS

#: The classes that the detector knows, novel ones too.
CLASSES = tuple(THINGS)

#: Scores of what it sees rightly, and wrongly.
_SURE, _UNSURE = (0.6, 1.0), (0.3, 0.7)
#: How far each edge of a box may be off, as a share of its width or height.
_OFF = 0.08


@dataclass(frozen=True)
class Seen:
    """A region: the number of the class that was seen, -1 for none, how surely, and where."""

    label: int
    score: float
    box: Box


def detect(scene: Scene, settings: WorldSettings) -> list[Seen]:
    """A region for each thing of a scene, from left to right.

    With noise, the detector takes a thing for another of its kin, or sees none where it stands.
    Without, all is right and boxes are exact.
    """
    chance = Chance("detector", settings.seed, scene.image_id)
    return [_seen(chance, item, settings.detector_noise) for item in scene.objects]


def _seen(chance: Chance, item: SceneObject, noise: float) -> Seen:
    kin = [label for label in CLASSES if THINGS[label].kin == item.thing.kin]
    others = [label for label in kin if label != item.label]
    errs, misses = chance.happens(noise), chance.happens(noise / 2)
    other = chance.pick(others)
    score = round(chance.between(*(_UNSURE if errs else _SURE)), 4)
    edges = [chance.between(-_OFF, _OFF) for _ in range(4)]
    box = _moved(item.box, edges) if noise else item.box
    if misses:
        return Seen(-1, 0.0, box)
    return Seen(CLASSES.index(other if errs else item.label), score if noise else 1.0, box)


def _moved(box: Box, edges: list[float]) -> Box:
    left, top, width, height = box
    right = min(left + width * (1 + edges[2]), WIDTH)
    bottom = min(top + height * (1 + edges[3]), HEIGHT)
    left, top = max(left + width * edges[0], 0.0), max(top + height * edges[1], 0.0)
    return left, top, right - left, bottom - top
