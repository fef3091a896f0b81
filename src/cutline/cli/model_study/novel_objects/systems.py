"""The systems of the study: what is trained, and how each writes its captions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cutline.datasets.world import WorldSettings

#: Where constraints come from: nowhere, from what a detector saw, from what is really there.
Source = Literal["", "predicted", "gold"]

#: How many constraints a caption has to meet, as in nocaps.
AT_LEAST = {"predicted": 1, "gold": 2}

BEAM = 5

#: The row of people: a reference that nobody is scored against.
PEOPLE = "people"


@dataclass(frozen=True)
class System:
    """A row of the study.

    Args:
        name: what it is called.
        model: the captioner that writes.
        constraints: where constraints come from.
    """

    name: str
    model: str
    constraints: Source = ""


UP_DOWN = "Up-Down"
EMBEDDINGS = "Up-Down + embeddings"
CBS = "Up-Down + CBS"
GOLD = "Up-Down + CBS (gold)"
NBT, NBT_CBS, DNOC = "NBT", "NBT + CBS", "DNOC"

#: In the order of tables. As in nocaps, constraints go with embeddings: without them a captioner
#: knows nothing of novel words.
SYSTEMS = (
    System(UP_DOWN, "up-down"),
    System(EMBEDDINGS, "up-down-embed"),
    System(CBS, "up-down-embed", "predicted"),
    System(GOLD, "up-down-embed", "gold"),
    System(NBT, "neural-baby-talk"),
    System(NBT_CBS, "neural-baby-talk", "predicted"),
    System(DNOC, "dnoc"),
)


@dataclass(frozen=True)
class Task:
    """A captioner to train and to decode from.

    Args:
        model: one of the models of Cutline.
        world: the settings of the world.
        features: the folder with the world's features.
        epochs: how often captions are seen.
        vectors: which vectors words have, for embeddings.
    """

    model: str
    world: WorldSettings
    features: str
    epochs: int
    vectors: str
