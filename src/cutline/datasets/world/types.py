"""Scenes, and worlds of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cutline.datasets.world.settings import HeldOut, WorldSettings
from cutline.datasets.world.words import THINGS, Thing

#: `held-out` scenes would be there to train on if they did not show a held-out pair.
Split = Literal["train", "held-out", "val", "test"]
SPLITS: tuple[Split, ...] = ("train", "held-out", "val", "test")

#: Whether a scene shows classes that are there to train on, novel ones as well, or only novel ones.
Domain = Literal["in-domain", "near-domain", "out-of-domain"]
DOMAINS: tuple[Domain, ...] = ("in-domain", "near-domain", "out-of-domain")

#: Left, top, width and height in pixels.
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class SceneObject:
    """A thing in a scene.

    `deed` is what it does, empty for things that do nothing.
    """

    label: str
    colour: str
    size: str
    deed: str
    box: Box
    facing: Literal["left", "right"] = "right"

    @property
    def thing(self) -> Thing:
        """Its class."""
        return THINGS[self.label]

    def shows(self, pair: HeldOut) -> bool:
        """Whether it is such a thing."""
        return self.label == pair.noun and pair.other in (self.colour, self.size, self.deed)


@dataclass(frozen=True)
class Scene:
    """Some things in a place, and what people said of them."""

    image_id: int
    split: Split
    domain: Domain
    place: str
    objects: tuple[SceneObject, ...]
    captions: tuple[str, ...]

    def shows(self, pair: HeldOut) -> bool:
        """Whether one of its things is of the pair."""
        return any(item.shows(pair) for item in self.objects)


@dataclass(frozen=True)
class World:
    """All scenes that come of some settings, in the order of their ids."""

    settings: WorldSettings
    scenes: tuple[Scene, ...]

    def __len__(self) -> int:
        return len(self.scenes)

    def __iter__(self) -> Iterator[Scene]:
        return iter(self.scenes)

    def of(self, *splits: Split) -> tuple[Scene, ...]:
        """The scenes of some splits."""
        return tuple(scene for scene in self.scenes if scene.split in splits)

    @cached_property
    def by_id(self) -> dict[int, Scene]:
        """The scenes by their ids."""
        return {scene.image_id: scene for scene in self.scenes}
