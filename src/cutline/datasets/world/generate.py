"""Worlds from settings."""

from __future__ import annotations

from cutline.datasets.world.chance import Chance
from cutline.datasets.world.grammar import say
from cutline.datasets.world.scenes import domain_of, draw_objects, split_of
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import Scene, World


def make_world(settings: WorldSettings | None = None) -> World:
    """All scenes of a world. The same settings always give the same.

    Which pairs are held out changes only which scenes are there to train on: the scenes themselves
    and what is said of them stay. More scenes leave the first ones as they are.

    >>> world = make_world(WorldSettings(scenes=40))
    >>> len(world), len(world.of("test")), world.scenes[0].place
    (40, 8, 'beach')
    """
    settings = settings or WorldSettings()
    return World(settings, tuple(_scene(number, settings) for number in range(settings.scenes)))


def _scene(number: int, settings: WorldSettings) -> Scene:
    domain = domain_of(number, settings)
    place, objects = draw_objects(number, settings, domain)
    chance = Chance("captions", settings.seed, number)
    captions = tuple(say(chance, place, objects, settings) for _ in range(settings.captions))
    split = split_of(number)
    is_held_out = any(item.shows(pair) for item in objects for pair in settings.pairs)
    return Scene(
        image_id=number + 1,
        split="held-out" if split == "train" and is_held_out else split,
        domain=domain,
        place=place,
        objects=objects,
        captions=captions,
    )
