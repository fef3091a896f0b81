"""Flat drawings, one function for each kind of object: those of the scene world and of the demo."""

from __future__ import annotations

from typing import Final

from .animals import ANIMALS
from .backdrops import BACKDROPS, HEIGHT, WIDTH
from .furniture import FURNITURE
from .household import HOUSEHOLD
from .landmarks import LANDMARKS
from .music import MUSIC
from .nature import NATURE
from .shapes import Drawing
from .vehicles import VEHICLES

DRAWINGS: Final[dict[str, Drawing]] = {
    **ANIMALS,
    **FURNITURE,
    **HOUSEHOLD,
    **LANDMARKS,
    **MUSIC,
    **NATURE,
    **VEHICLES,
}

__all__ = ["BACKDROPS", "DRAWINGS", "HEIGHT", "WIDTH", "Drawing"]
