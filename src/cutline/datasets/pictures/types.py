"""A picture as a file, and as pixels."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import ImageId


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A file that holds the picture of an image."""

    image_id: ImageId
    path: Path


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """An upright picture: height x width x 3 bytes, red, green and blue."""

    file: PictureFile
    pixels: NDArray[np.uint8]

    @property
    def width(self) -> int:
        """In pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """In pixels."""
        return int(self.pixels.shape[0])
