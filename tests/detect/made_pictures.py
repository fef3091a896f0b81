"""Pictures in memory for tests of detectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cutline.datasets.pictures import Picture, PictureFile

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def picture(width: int, height: int, name: str = "a.jpg", **patches: object) -> Picture:
    """A black picture; patches are colours with (left, top, right, bottom): `red=(0, 0, 5, 5)`."""
    colours = {"red": RED, "green": GREEN, "blue": BLUE}
    pixels = np.zeros((height, width, 3), dtype=np.uint8)
    for colour, place in patches.items():
        left, top, right, bottom = place  # type: ignore[misc]
        pixels[top:bottom, left:right] = colours[colour]
    return Picture(PictureFile(name, Path(name)), pixels)
