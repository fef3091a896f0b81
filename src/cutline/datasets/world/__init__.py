"""The scene world: made-up scenes with all that is known of them, to train and test captioners on.

The same settings always give the same world, to the byte.
"""

from cutline.datasets.world.generate import make_world
from cutline.datasets.world.read import read_world
from cutline.datasets.world.region_vectors import RegionVectors
from cutline.datasets.world.settings import HeldOut, WorldSettings
from cutline.datasets.world.types import Scene, SceneObject, World
from cutline.datasets.world.write import write_world

__all__ = [
    "HeldOut",
    "RegionVectors",
    "Scene",
    "SceneObject",
    "World",
    "WorldSettings",
    "make_world",
    "read_world",
    "write_world",
]
