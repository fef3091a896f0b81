"""Signatures of a part of the images: a slice, or all but those in reserve.

A slice is signed as `cutline score --by` signs it, `data:HASH[9/12]`. Where images are in reserve,
which ones is part of it: `data:HASH[9/12,reserve:5f0c1a2b]`. Image ids are public, and of a few
hundred of them every subset could be tried, so that the digest is salted with the phase's secret.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cutline.core.score import Score
from cutline.core.types import ImageId

_DIGITS = 8


def reserve_digest(image_ids: Sequence[ImageId], held: NDArray[np.bool_], salt: str) -> str:
    """What stands for the images in reserve; empty where there are none.

    The same whatever the order of images.
    """
    if not held.any():
        return ""
    chosen = sorted(json.dumps(i) for i, is_held in zip(image_ids, held, strict=True) if is_held)
    content = json.dumps(["reserve", salt, chosen])
    return hashlib.sha256(content.encode()).hexdigest()[:_DIGITS]


def signature_of(score: Score, places: NDArray[np.intp], reserve: str = "") -> str:
    """The signature of a score on some of its images.

    Args:
        score: on all images.
        places: where those are that it is to be signed for.
        reserve: the digest of what is in reserve.
    """
    whole, signature = len(score.image_ids), score.signature
    if len(places) == whole:
        return str(signature)
    part = f"{len(places)}/{whole}" + (f",reserve:{reserve}" if reserve else "")
    return str(replace(signature, images=len(places), data=f"{signature.data}[{part}]"))
