"""Attention over a photo: a veil that is thin where the captioner looked."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.datasets.pictures.pillow import pillow

#: Dots along each side of a veil, and how dark it is where nothing was looked at.
_SIDE, _DARKEST = 48, 0.78

#: How far the edges of regions are blurred, in dots: cells are no squares in the world.
_BLUR = 3.5

#: Shades that are told apart; fewer make smaller pages.
_SHADES = 24


def attention_map(weights: NDArray[Any], boxes: NDArray[Any], side: int = _SIDE) -> NDArray[Any]:
    """How much each dot of a photo was looked at: side x side, 1 at the most.

    A region's weight is spread over its box.

    >>> halves = np.array([[0, 0, 0.5, 1], [0.5, 0, 1, 1]])
    >>> attention_map(np.array([0.2, 0.8]), halves, 2).tolist()
    [[0.25, 1.0], [0.25, 1.0]]
    """
    places = (np.arange(side) + 0.5) / side
    across = (places >= boxes[:, :1]) & (places < boxes[:, 2:3])  # regions x side
    down = (places >= boxes[:, 1:2]) & (places < boxes[:, 3:4])
    sizes = np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-6)
    found = np.einsum("r,ry,rx->yx", weights / sizes, down.astype(float), across.astype(float))
    highest = found.max(initial=0.0)
    return np.asarray(found / highest if highest > 0 else found)


def veil(weights: NDArray[Any], boxes: NDArray[Any]) -> str:
    """The veil as the address of a picture that lies in the page.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    images: Any = pillow()
    from PIL import ImageFilter

    seen = attention_map(weights, boxes)
    grey = images.fromarray(np.rint(255 * seen).astype(np.uint8))
    smooth = np.asarray(grey.filter(ImageFilter.GaussianBlur(_BLUR)), dtype=float)
    smooth = smooth / max(smooth.max(), 1e-9)
    dark = np.rint((1 - smooth) * _SHADES) / _SHADES * _DARKEST
    alpha = images.fromarray(np.rint(255 * dark).astype(np.uint8))
    black = images.new("L", alpha.size, 0)
    written = io.BytesIO()
    images.merge("LA", (black, alpha)).save(written, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}"
