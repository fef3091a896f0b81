"""Small pictures for pages."""

from __future__ import annotations

import io
import os
from pathlib import Path

from cutline.core.errors import UsageError
from cutline.datasets.pictures.open import upright_image
from cutline.datasets.pictures.pillow import pillow
from cutline.datasets.pictures.types import Picture, PictureFile

_QUALITY = 85


def thumbnail(picture: Picture | PictureFile | str | os.PathLike[str], longest: int) -> bytes:
    """A picture as a JPEG file, upright, made smaller where it is larger.

    Args:
        picture: opened already, or its file.
        longest: how many pixels the longer side has at most.

    Raises:
        PictureError: when it cannot be opened.
        UsageError: when no pixel would be left.
        MissingPartError: where Pillow is not installed.
    """
    if longest < 1:
        raise UsageError(f"a small picture has at least one pixel, not {longest}")
    images = pillow()
    if isinstance(picture, Picture):
        image = images.fromarray(picture.pixels)
    else:
        path = picture.path if isinstance(picture, PictureFile) else Path(picture)
        image = upright_image(path, longest)
    if max(image.size) > longest:
        # A copy, because the size is changed in place.
        image = image.copy()
        image.thumbnail((longest, longest), images.Resampling.LANCZOS)
    written = io.BytesIO()
    image.save(written, "JPEG", quality=_QUALITY)
    return written.getvalue()
