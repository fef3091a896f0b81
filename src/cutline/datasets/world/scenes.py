"""Which things a scene shows, and how they are."""

from __future__ import annotations

from cutline.datasets.world.chance import Chance
from cutline.datasets.world.layout import lay_out
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import DOMAINS, Domain, SceneObject, Split
from cutline.datasets.world.words import COLOURS, DEEDS, PLACES, SIZES, THINGS

#: The split of a scene by its number, so that a larger world begins as a smaller one.
_COUNTS_OF_SPLITS: tuple[tuple[Split, int], ...] = (("train", 14), ("val", 2), ("test", 4))
_SPLITS = [split for split, count in _COUNTS_OF_SPLITS for _ in range(count)]


def split_of(number: int) -> Split:
    """The split of a scene, before any pair is held out."""
    return _SPLITS[number % len(_SPLITS)]


def domain_of(number: int, settings: WorldSettings) -> Domain:
    """The domain of a scene: all in-domain to train on, and where there are no novel classes."""
    if not settings.novel or split_of(number) == "train":
        return "in-domain"
    return Chance("domain", settings.seed, number).pick(DOMAINS)


def draw_objects(
    number: int, settings: WorldSettings, domain: Domain
) -> tuple[str, tuple[SceneObject, ...]]:
    """The place of a scene and its things, no two of a class."""
    chance = Chance("scene", settings.seed, number)
    place = chance.pick(list(PLACES))
    labels = _labels(chance, settings, domain)
    described = []
    for label in labels:
        colour = chance.pick(list(COLOURS))
        size = chance.pick(list(SIZES))
        deed = chance.pick(list(DEEDS)) if THINGS[label].acts else ""
        described.append((label, colour, size, deed))
    return place, lay_out(chance, described)


def _labels(chance: Chance, settings: WorldSettings, domain: Domain) -> list[str]:
    """Classes in the order from left to right."""
    count = chance.pick((1, 2, 3), settings.objects)
    novel = _ordered(chance, settings.novel)
    known = _ordered(chance, settings.known)
    if domain == "in-domain":
        labels = known[:count]
    elif domain == "out-of-domain":
        labels = novel[:count]
    else:
        labels = [novel[0], *known[: max(count - 1, 1)]]
    return chance.order(labels, [1.0] * len(labels))


def _ordered(chance: Chance, labels: tuple[str, ...]) -> list[str]:
    return chance.order(labels, [THINGS[label].weight for label in labels])
