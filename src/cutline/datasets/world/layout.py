"""Where things stand in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cutline.datasets.world.chance import Chance
from cutline.datasets.world.drawing import DRAWINGS, HEIGHT, WIDTH
from cutline.datasets.world.drawing.deeds import LEAP
from cutline.datasets.world.types import Box, SceneObject
from cutline.datasets.world.words import SIZE_FACTORS, THINGS

#: Things are drawn smaller where there are more of them.
_ROOM = {1: 1.0, 2: 0.78, 3: 0.6}

#: Who sleeps lies low.
_SLEEPING = 0.62

_MARGIN = 6.0


def lay_out(
    chance: Chance, described: Sequence[tuple[str, str, str, str]]
) -> tuple[SceneObject, ...]:
    """Things of (label, colour, size, deed) side by side, from left to right."""
    placed = []
    for number, (label, colour, size, deed) in enumerate(described):
        box = _box(chance, label, size, deed, number, len(described))
        facing: Literal["left", "right"] = "left" if chance.happens(0.5) else "right"
        placed.append(SceneObject(label, colour, size, deed, box, facing))
    return tuple(placed)


def _box(chance: Chance, label: str, size: str, deed: str, number: int, count: int) -> Box:
    thing = THINGS[label]
    _, _, own_width, own_height = DRAWINGS[thing.drawing].bounds
    height = thing.height * SIZE_FACTORS[size] * _ROOM[count]
    width = height * own_width / own_height
    if deed == "sleep":
        height *= _SLEEPING
    fits = min(1.0, (WIDTH - 2 * _MARGIN) / width, (HEIGHT * 0.86) / height)
    width, height = width * fits, height * fits
    middle = WIDTH * (number + 0.5) / count + chance.between(-0.06, 0.06) * WIDTH / count
    left = min(max(middle - width / 2, _MARGIN), WIDTH - _MARGIN - width)
    bottom = HEIGHT * chance.between(0.86, 0.96)
    if deed == "jump":
        bottom -= LEAP
    top = max(bottom - height, _MARGIN)
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)
