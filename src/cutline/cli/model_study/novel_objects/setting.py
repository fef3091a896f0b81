"""What the study of novel objects is made from: a world, its words, and constraints."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cutline.core.types import Benchmark, Detection, Example
from cutline.datasets.class_map import ClassMap
from cutline.datasets.features import FeatureStore
from cutline.datasets.world import Scene, World
from cutline.datasets.world.words import THINGS
from cutline.models.class_words import ClassWords
from cutline.models.decoding.constrained import (
    Constraint,
    constraints_of,
    words_of,
)

#: One or two of each kin, so that each has kin to train on.
NOVEL = ("penguin", "bicycle", "couch", "bench", "umbrella", "tent")

#: What each novel class is most like among those to train on, for networks that have slots.
NEIGHBOURS = {
    "penguin": "bird",
    "bicycle": "car",
    "couch": "chair",
    "bench": "chair",
    "umbrella": "ball",
    "tent": "bucket",
}


@dataclass(frozen=True)
class Setting:
    """A world with novel classes, on disk, with all that captioners and judges need of it.

    Args:
        world: the scenes.
        store: their features, with what a detector saw.
    """

    world: World
    store: FeatureStore

    @property
    def novel(self) -> tuple[str, ...]:
        """The novel classes."""
        return self.world.settings.novel

    @cached_property
    def tests(self) -> tuple[Scene, ...]:
        """The scenes to describe, of all domains."""
        return self.world.of("test")

    @property
    def training(self) -> dict[int | str, tuple[str, ...]]:
        """The captions to learn from, none of which names a novel class."""
        return {scene.image_id: scene.captions for scene in self.world.of("train")}

    @cached_property
    def benchmark(self) -> Benchmark:
        """References of the scenes to describe, by domain; the first one is left out, as that is
        what people say in the human row."""
        return Benchmark.from_examples(
            "novel objects",
            [
                Example(scene.image_id, scene.captions[1:], tags={"domain": scene.domain})
                for scene in self.tests
            ],
        )

    @cached_property
    def _phrases(self) -> ClassMap:
        """What captions call each class: its label, or another word for it."""
        return ClassMap("world", {label: thing.names for label, thing in THINGS.items()})

    def constraint(self, label: str) -> Constraint:
        """The constraint to mention a class, by any of its names.

        In the singular: no scene shows two things of a class, so that nobody in this world ever
        uses a plural, and no captioner could learn where one fits.
        """
        return Constraint(label, tuple((name,) for name in THINGS[label].names))

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that a constraint may need: a vocabulary has them, whatever captions have."""
        return words_of(map(self.constraint, THINGS))

    @cached_property
    def classes(self) -> ClassWords:
        """The detector's classes for networks with slots."""
        more = {label: THINGS[label].words for label in self.store.classes}
        like = {label: self._neighbour(label) for label in self.novel}
        return ClassWords.of(self.store.classes, more, like)

    def _neighbour(self, label: str) -> str:
        known = self.world.settings.known
        kin = [other for other in known if THINGS[other].kin == THINGS[label].kin]
        usual = NEIGHBOURS.get(label)
        return usual if usual in known else (kin or list(known))[0]

    def predicted(self, scenes: Iterable[Scene]) -> list[tuple[Constraint, ...]]:
        """The constraints of what the detector saw, the three surest of each scene."""
        return [self._surest(self._seen(scene)) for scene in scenes]

    def gold(self, scenes: Sequence[Scene]) -> list[tuple[Constraint, ...]]:
        """The constraints of what is really there: up to three classes, chosen by chance."""
        found = []
        for scene in scenes:
            seen = [Detection(item.label, 1.0, item.box) for item in scene.objects]
            random.Random(f"gold {scene.image_id}").shuffle(seen)
            found.append(self._surest(seen))
        return found

    def _surest(self, seen: Iterable[Detection]) -> tuple[Constraint, ...]:
        found = constraints_of(seen, phrases=self._phrases)
        return tuple(self.constraint(one.name) for one in found)

    def _seen(self, scene: Scene) -> list[Detection]:
        regions = self.store.regions(scene.image_id)
        if regions.labels is None or regions.scores is None or regions.boxes is None:
            return []
        return [
            Detection(
                self.store.classes[label],
                float(score),
                (float(left), float(top), float(right - left), float(bottom - top)),
            )
            for label, score, (left, top, right, bottom) in zip(
                regions.labels.tolist(), regions.scores, regions.boxes, strict=True
            )
            if label >= 0
        ]
