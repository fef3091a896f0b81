"""Pictures to look at: photos where the shared data are at hand, else drawn ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.shared_data import shared_data


def pictures(count: int) -> list[NDArray[np.uint8]]:
    """This many pictures, not all of one size."""
    image = pytest.importorskip("PIL.Image")
    try:
        folder = shared_data("coco_mini/val2017_320px")
    except pytest.skip.Exception:
        return [_drawn(number) for number in range(count)]
    files = sorted(folder.glob("*.jpg"))[:count]
    assert len(files) == count
    return [np.asarray(image.open(file).convert("RGB")) for file in files]


def _drawn(number: int) -> NDArray[np.uint8]:
    """Bright shapes on a ground that gets darker, with some noise."""
    random = np.random.default_rng(number)
    height, width = (int(side) for side in random.integers(200, 500, 2))
    y, x = np.mgrid[:height, :width] / np.array([height, width])[:, None, None]
    picture = (y + x)[..., None] * random.uniform(20, 120, 3)
    for _ in range(8):
        top, left, tall, wide = random.uniform(0, 0.7, 4)
        inside = ((y - top) / (tall + 0.1)) ** 2 + ((x - left) / (wide + 0.1)) ** 2 < 0.2
        picture[inside] = random.uniform(0, 255, 3)
    picture += random.normal(0, 4, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)
