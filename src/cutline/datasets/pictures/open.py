"""Opening pictures: any format, any kind of pixels, upright."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline.core.errors import CutlineError
from cutline.datasets.pictures.errors import PictureError
from cutline.datasets.pictures.pillow import formats, pillow, quiet
from cutline.datasets.pictures.pixels import as_rgb
from cutline.datasets.pictures.types import Picture, PictureFile
from cutline.datasets.pictures.unknown import add_heic, what_it_is
from cutline.datasets.wording import printable, short

if TYPE_CHECKING:
    from PIL.Image import Image

#: A file that unpacks to more is refused: it is damaged, or meant to do harm.
MOST_PIXELS = 178_956_970

_ORIENTATION = 0x0112


def open_picture(file: PictureFile) -> Picture:
    """The pixels of a picture, turned as its file says it has to be.

    Of what moves the first frame is taken. What is transparent is laid over white; values of 16 and
    32 bits and fractions are brought to bytes.

    Raises:
        PictureError: when there is no picture that can be opened, whole, within limits.
        MissingPartError: where Pillow is not installed.
    """
    image = upright_image(file.path)
    pixels = np.asarray(image)
    return Picture(file, pixels)


def pixels_of(path: Path) -> int:
    """How many pixels a picture will have when it is opened, as the head of its file says.

    None are told of a file that cannot be opened: opening it says why.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    pillow()
    with quiet():
        try:
            with _recognised(path) as image:
                pixels = image.width * image.height
        # Decoders meet damage with errors of every kind.
        except Exception:
            return 0
    return 0 if pixels > MOST_PIXELS else pixels


def upright_image(path: Path, longest: int | None = None) -> Image:
    """A picture as Pillow has it: upright, in red, green and blue.

    Args:
        path: the file.
        longest: a side that is enough; formats that can be read in a smaller size are.

    Raises:
        PictureError, MissingPartError: as `open_picture` does.
    """
    pillow()
    with quiet():
        try:
            return _opened(path, longest)
        except CutlineError:
            raise
        except MemoryError:
            raise PictureError(f"{path}: needs more memory than there is") from None
        # Decoders meet damage with errors of every kind, and none of them is the user's to read.
        except Exception as error:
            raise PictureError(f"{path}: {_reason(error)}") from None


def _opened(path: Path, longest: int | None) -> Image:
    with _recognised(path) as image:
        width, height = image.size
        if width < 1 or height < 1:
            raise PictureError(f"{path}: is {width} x {height} pixels, which is no picture")
        if width * height > MOST_PIXELS:
            raise _too_large(path, f"{width} x {height} pixels")
        kind = image.format
        if longest is not None:
            image.draft("RGB", (longest, longest))
        image.load()
        return as_rgb(_turned(image), kind)


def _recognised(path: Path) -> Image:
    images: Any = pillow()
    for may_try_again in (True, False):
        try:
            image: Image = images.open(path, formats=[*formats(), *_added_formats()])
        except images.DecompressionBombError:
            raise _too_large(path, "more") from None
        except images.UnidentifiedImageError:
            if may_try_again and add_heic(path):
                continue
            raise PictureError(f"{path}: {what_it_is(path)}") from None
        return image
    raise PictureError(f"{path}: {what_it_is(path)}")


def _added_formats() -> list[str]:
    """What a package that was added opens."""
    images: Any = pillow()
    return [kind for kind in ("HEIF",) if kind in images.OPEN]


def _turned(image: Image) -> Image:
    images: Any = pillow()
    turns = images.Transpose
    ways = {
        2: turns.FLIP_LEFT_RIGHT,
        3: turns.ROTATE_180,
        4: turns.FLIP_TOP_BOTTOM,
        5: turns.TRANSPOSE,
        6: turns.ROTATE_270,
        7: turns.TRANSVERSE,
        8: turns.ROTATE_90,
    }
    try:
        orientation = image.getexif().get(_ORIENTATION)
    # Where these data are damaged, nobody knows how the picture is to be turned.
    except Exception:
        return image
    return image.transpose(ways[orientation]) if orientation in ways else image


def _too_large(path: Path, found: str) -> PictureError:
    return PictureError(
        f"{path}: unpacks to {found}, expected at most {MOST_PIXELS:,}: it is damaged, or meant to "
        f"do harm"
    )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno is not None:
        return f"cannot be read: {os.strerror(error.errno)}"
    text = printable(str(error)).strip() or type(error).__name__
    if "truncated" in text.lower():
        return f"the file is cut short ({short(text, 80)})"
    return f"the picture is damaged ({short(text, 80)})"
