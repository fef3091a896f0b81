"""Which images are held in reserve: a share of them that nobody can guess."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import ImageId


def reserved(image_ids: Sequence[ImageId], share: float, salt: str) -> NDArray[np.bool_]:
    """Whether each image is reserved: the share of them whose salted hashes are the lowest.

    The same images whatever their order, and as many as the share says, rounded; at least one and
    never all where a share is asked for and there are two images or more.

    >>> reserved([1, 2, 3, 4], 0.5, "a secret").sum()
    np.int64(2)
    """
    chosen = np.zeros(len(image_ids), dtype=bool)
    if share <= 0 or len(image_ids) < 2:
        return chosen
    count = min(max(1, round(share * len(image_ids))), len(image_ids) - 1)
    order = sorted(range(len(image_ids)), key=lambda place: _hash(image_ids[place], salt))
    chosen[order[:count]] = True
    return chosen


def _hash(image_id: ImageId, salt: str) -> bytes:
    # As JSON 7 and "7" differ, as ids do.
    return hashlib.sha256(json.dumps([salt, image_id]).encode()).digest()
