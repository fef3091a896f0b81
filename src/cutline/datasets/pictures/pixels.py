"""From whatever a picture's values mean to red, green and blue bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cutline.datasets.pictures.pillow import pillow

if TYPE_CHECKING:
    from PIL.Image import Image

_WHITE = (255, 255, 255, 255)
#: Of these, Pillow says with 32-bit numbers what the file has in 16 bits.
_SIXTEEN_BITS = frozenset({"PNG", "PPM"})


def as_rgb(image: Image, kind: str | None) -> Image:
    """A picture in red, green and blue; what is transparent is laid over white.

    Args:
        image: of any mode that Pillow has.
        kind: the format of its file, which tells what the numbers of some modes mean.
    """
    if image.mode == "RGB" and "transparency" not in image.info:
        return image
    if image.mode.startswith("I;16"):
        return _from_values(np.asarray(image.convert("I")) / 257.0)
    if image.mode == "I":
        return _from_values(_whole_numbers(np.asarray(image), kind))
    if image.mode == "F":
        return _from_values(_any_numbers(np.asarray(image)))
    if image.mode == "LAB":
        return _from_lab(image)
    if image.has_transparency_data:
        return _over_white(image)
    return image.convert("RGB")


def _over_white(image: Image) -> Image:
    images = pillow()

    opaque = image.convert("RGBA")
    ground = images.new("RGBA", opaque.size, _WHITE)
    ground.alpha_composite(opaque)
    flat: Image = ground.convert("RGB")
    return flat


def _from_values(values: Any) -> Image:
    """Greys from 0 to 255."""
    images = pillow()

    grey = np.rint(np.clip(values, 0.0, 255.0)).astype(np.uint8)
    image: Image = images.fromarray(grey).convert("RGB")
    return image


def _whole_numbers(values: Any, kind: str | None) -> Any:
    lowest, highest = int(values.min()), int(values.max())
    if lowest >= 0 and highest <= 65535 and (highest > 255 or kind in _SIXTEEN_BITS):
        return values / 257.0
    return values if lowest >= 0 and highest <= 255 else _stretched(values.astype(np.float64))


def _any_numbers(values: Any) -> Any:
    """Shares of white where none is above 1, greys where none is above 255, else stretched."""
    values = np.nan_to_num(values.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    lowest, highest = values.min(), values.max()
    if lowest >= 0 and highest <= 1:
        return values * 255.0
    return values if lowest >= 0 and highest <= 255 else _stretched(values)


def _stretched(values: Any) -> Any:
    lowest, highest = values.min(), values.max()
    return (values - lowest) * (255.0 / max(highest - lowest, 1e-12))


def _from_lab(image: Image) -> Image:
    # Pillow itself does not convert from this one.
    from PIL import ImageCms

    profiles = ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    converted = ImageCms.profileToProfile(image, *profiles, outputMode="RGB")
    if converted is None:
        raise ValueError("its colours (LAB) cannot be converted")
    return converted
