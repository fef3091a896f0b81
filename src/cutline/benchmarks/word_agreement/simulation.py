"""People who follow the model exactly, to see whether what they do is found again."""

from __future__ import annotations

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.types import Benchmark

_ELSE = "something"


def simulate(
    images: int,
    p: float,
    q: float,
    captions: int = 5,
    seed: int = 1,
    *,
    word: str = "thing",
) -> Benchmark:
    """Captions of images that have an object with probability q, and name it with probability p.

    A caption is the word alone, or "something".

    Raises:
        UsageError: when a number makes no sense.

    >>> simulate(3, p=0.5, q=1, captions=2, seed=7).references
    (('thing', 'thing'), ('something', 'thing'), ('something', 'something'))
    """
    if images < 0 or captions < 0:
        raise UsageError(f"there are {images} images and {captions} captions: expected 0 or more")
    if not (0 <= p <= 1 and 0 <= q <= 1):
        raise UsageError(f"p and q are probabilities, from 0 to 1, not {p} and {q}")
    draws = np.random.default_rng(seed)
    is_there = draws.random((images, 1)) < q
    is_said = is_there & (draws.random((images, captions)) < p)
    return Benchmark(
        f"simulated, p={p:g}, q={q:g}",
        tuple(range(1, images + 1)),
        tuple(tuple(word if said else _ELSE for said in row) for row in is_said.tolist()),
    )
