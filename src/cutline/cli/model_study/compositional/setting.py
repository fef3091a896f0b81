"""What the study is made of: worlds, models to train on them, and ways to decode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cutline.datasets.world import Scene, World, WorldSettings, make_world

#: What a model learns from: scenes without the held-out pairs, or as many of all.
Data = Literal["held-out", "full"]

#: Captions of an image that count, as in the paper.
K = 5
#: The beam of all captioners, and the one that BUTR's captions to re-rank come from.
BEAM, WIDE_BEAM = 5, 100
#: Words of a caption at most.
MOST_WORDS = 20

#: How often a scene has one thing, two, and three. Most have one: a ranker has one vector for a
#: scene, which tells less of what belongs to what the more there is.
OBJECTS = (0.6, 0.35, 0.05)

#: How each model is trained: its own settings, beside those that all share.
WEIGHTING = {"butr": "gradnorm"}


@dataclass(frozen=True)
class StudySettings:
    """How much the study does.

    Args:
        scenes: of each world.
        seeds: each is a world and a start of its own.
        epochs: how often captions are seen.
    """

    scenes: int = 5000
    seeds: tuple[int, ...] = (1, 2, 3)
    epochs: int = 8

    def world(self, seed: int) -> WorldSettings:
        """The settings of a seed's world."""
        return WorldSettings(scenes=self.scenes, seed=seed, objects=OBJECTS)


@dataclass(frozen=True)
class Task:
    """A model to train and to decode from.

    Args:
        model: one of the models of Cutline.
        data: what it learns from.
        world: the settings of the world.
        features: the folder with the world's features.
        epochs: how often captions are seen.
    """

    model: str
    data: Data
    world: WorldSettings
    features: str
    epochs: int

    @property
    def seed(self) -> int:
        """Of the world and of the training."""
        return self.world.seed

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return self.model if self.data == "held-out" else f"{self.model}, full"


#: The models, those that take longest first, so that no core is left alone with one at the end.
MODELS: tuple[tuple[str, Data], ...] = (
    ("butr", "held-out"),
    ("butr", "full"),
    ("up-down", "held-out"),
    ("up-down", "full"),
    ("show-attend-tell", "held-out"),
)

#: The systems in the order of tables: a model, or a model with another order of its wide beam.
SYSTEMS = (
    "show-attend-tell",
    "up-down",
    "butr",
    "butr, beam 100",
    "butr, random order",
    "butr + re-ranking",
    "up-down, full",
    "butr, full",
    "butr + re-ranking, full",
)


def trained_on(world: World, data: Data) -> tuple[Scene, ...]:
    """The scenes that a model learns from.

    Those of full data are as many as those without the pairs, so that what differs is what they
    show and not how much there is of it.
    """
    scenes = world.of("train")
    if data == "held-out":
        return scenes
    return _evenly(world.of("train", "held-out"), len(scenes))


def _evenly(scenes: tuple[Scene, ...], wanted: int) -> tuple[Scene, ...]:
    """So many of the scenes, evenly spread over all of them."""
    return tuple(scenes[place * len(scenes) // wanted] for place in range(wanted))


def evaluated(world: World) -> tuple[Scene, ...]:
    """The scenes to describe: those to test with that show a held-out pair."""
    pairs = world.settings.pairs
    return tuple(scene for scene in world.of("test") if any(map(scene.shows, pairs)))


def tasks_of(settings: StudySettings, folders: dict[int, str]) -> list[Task]:
    """All that is to be trained; `folders` has the features of each seed's world."""
    return [
        Task(model, data, settings.world(seed), folders[seed], settings.epochs)
        for model, data in MODELS
        for seed in settings.seeds
    ]


def world_of(task: Task) -> World:
    """The world of a task, the same in every process."""
    return make_world(replace(task.world))
