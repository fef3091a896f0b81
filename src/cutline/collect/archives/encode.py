"""Pictures as they are kept: upright, no larger than screens show them, nothing but pixels."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass, field
from pathlib import Path

from cutline.datasets.pictures.open import upright_image
from cutline.datasets.pictures.pillow import pillow

#: The longer side of a picture that is kept: what a screen shows, with something left to zoom into.
LONGEST_SIDE = 2048
#: What pictures are called that are kept.
NAME = re.compile(r"[0-9a-f]{64}\.jpg")
_QUALITY = 90


@dataclass(frozen=True)
class Encoded:
    """A picture as it is kept: its name, which its bytes give it, and its size in pixels."""

    name: str
    data: bytes = field(repr=False)
    width: int
    height: int


def encoded(path: Path) -> Encoded:
    """A picture's file as it is kept. What a camera wrote beside the pixels is left out.

    Raises:
        PictureError: when it cannot be opened.
        MissingPartError: where Pillow is not installed.
    """
    images = pillow()
    image = upright_image(path)
    if max(image.size) > LONGEST_SIDE:
        image = image.copy()
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), images.Resampling.LANCZOS)
    written = io.BytesIO()
    image.save(written, "JPEG", quality=_QUALITY)
    data = written.getvalue()
    name = f"{hashlib.sha256(data).hexdigest()}.jpg"
    return Encoded(name, data, image.width, image.height)
