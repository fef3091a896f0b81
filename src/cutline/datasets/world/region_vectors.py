"""Scenes as a network sees them: a vector for each thing, and one for the whole scene.

The vector of a thing is the sum of vectors for its class, colour, size, deed and place, and of
noise: what belongs to which word is for the network to find out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cutline.datasets.features import Regions
from cutline.datasets.world.detector import detect
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import Scene, SceneObject
from cutline.datasets.world.words import COLOURS, DEEDS, PLACES, SIZES, THINGS

Vector = NDArray[np.float32]

#: How long the vector of each kind of attribute is, on average.
_LENGTHS = {"class": 1.5, "kin": 0.8, "colour": 1.0, "size": 1.0, "deed": 1.0, "place": 1.0}
#: How much of the place is seen in the region of a thing.
_PLACE_AROUND = 0.3


class RegionVectors:
    """Makes the regions of scenes.

    Args:
        settings: of the world; the vectors of attributes depend on its seed and their size alone.
    """

    def __init__(self, settings: WorldSettings) -> None:
        self.settings = settings

    @cached_property
    def _vectors(self) -> dict[tuple[str, str], Vector]:
        kin = dict.fromkeys(thing.kin for thing in THINGS.values())
        named: dict[str, Iterable[str]] = {
            "class": THINGS, "kin": kin, "colour": COLOURS,
            "size": SIZES, "deed": DEEDS, "place": PLACES,
        }  # fmt: skip
        keys = [(kind, name) for kind, names in named.items() for name in names]
        drawn = self._normal(0, len(keys))
        return {key: row * _LENGTHS[key[0]] for key, row in zip(keys, drawn, strict=True)}

    def _normal(self, number: int, rows: int) -> Vector:
        """Rows of about length 1; the numbers of scenes begin at 1."""
        size = self.settings.feature_size
        # The older generator, because its draws stay the same from version to version.
        random = np.random.RandomState([self.settings.seed % 2**32, number])
        drawn: Vector = (random.standard_normal((rows, size)) / np.sqrt(size)).astype(np.float32)
        return drawn

    def of_thing(self, item: SceneObject, place: str) -> Vector:
        """The vector of a thing, without noise."""
        attributes = [("colour", item.colour), ("size", item.size), ("deed", item.deed)]
        parts = [
            self._vectors["class", item.label],
            self._vectors["kin", item.thing.kin],
            *(self._vectors[kind, name] for kind, name in attributes if name),
            self._vectors["place", place] * np.float32(_PLACE_AROUND),
        ]
        whole: Vector = np.sum(parts, axis=0, dtype=np.float32)
        return whole

    def regions(self, scene: Scene) -> Regions:
        """The regions of a scene: its things from left to right, then the whole picture."""
        things = [self.of_thing(item, scene.place) for item in scene.objects]
        whole = np.mean(things, axis=0, dtype=np.float32) + self._vectors["place", scene.place]
        clean = np.stack([*things, whole])
        spread = np.float32(self.settings.noise * np.sqrt(self.settings.feature_size))
        noise = self._normal(scene.image_id, len(clean)) * spread
        seen = detect(scene, self.settings)
        boxes = [_shares(one.box) for one in seen]
        return Regions(
            features=(clean + noise).astype(np.float32),
            boxes=np.array([*boxes, (0.0, 0.0, 1.0, 1.0)], dtype=np.float32),
            labels=np.array([*(one.label for one in seen), -1], dtype=np.int32),
            scores=np.array([*(one.score for one in seen), 0.0], dtype=np.float32),
        )


def _shares(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, as shares of the picture."""
    left, top, width, height = box
    return left / WIDTH, top / HEIGHT, (left + width) / WIDTH, (top + height) / HEIGHT
