"""Scenes to look at: where re-ranking found a pair that the beam did not."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.cli.model_study.compositional.study import ModelStudy
from cutline.core.metric import Floats
from cutline.datasets.world import Scene

#: The systems that are shown.
SHOWN = ("up-down", "butr", "butr + re-ranking", "up-down, full")


@dataclass(frozen=True)
class Said:
    """The captions of a system, the best first, and whether any of them has the pair."""

    system: str
    captions: tuple[str, ...]
    has_pair: bool


@dataclass(frozen=True)
class PairScene:
    """A scene that asks for a pair, and what systems said of it."""

    pair: str
    scene: Scene
    said: tuple[Said, ...]


def examples(found: ModelStudy) -> list[PairScene]:
    """One scene for each pair, of the first seed: if there is one, where re-ranking helped."""
    seed = found.settings.seeds[0]
    world = found.worlds[seed]
    shown = []
    for place, pair in enumerate(found.pairs):
        hits = {system: _hits(found, system, seed, place) for system in SHOWN}
        asked = found.scores[SHOWN[0], seed][found.recall]
        rows = [row for row, count in enumerate(asked.statistics[:, 2 * place]) if count > 0]
        if not rows:
            continue
        helped = [row for row in rows if hits["butr + re-ranking"][row] and not hits["butr"][row]]
        row = (helped or rows)[0]
        image_id = int(asked.image_ids[row])
        said = tuple(
            Said(system, _captions(found, system, seed, image_id), bool(hits[system][row]))
            for system in SHOWN
        )
        shown.append(PairScene(str(pair), world.by_id[image_id], said))
    return shown


def _hits(found: ModelStudy, system: str, seed: int, place: int) -> Floats:
    statistics: Floats = found.scores[system, seed][found.recall].statistics
    return statistics[:, 2 * place + 1]


def _captions(found: ModelStudy, system: str, seed: int, image_id: int) -> tuple[str, ...]:
    for written in found.written:
        if written.task.seed == seed and system in written.captions:
            return written.captions[system][image_id]
    return ()
