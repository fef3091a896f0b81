"""Random draws that are the same everywhere under one seed."""

from __future__ import annotations

import random


class Draws:
    """Uniform draws without replacement.

    Python promises the same numbers from one seed in all versions only for `random()`, and numpy
    promises it for none of its draws, so images are shuffled here.
    """

    def __init__(self, seed: int, purpose: str) -> None:
        self._random = random.Random(f"{purpose} {seed}").random

    def to_front(self, pool: list[int], wanted: int) -> int:
        """Bring a uniform sample to the front of a pool; how many that are.

        >>> pool = list(range(10))
        >>> Draws(1, "example").to_front(pool, 3), sorted(pool) == list(range(10))
        (3, True)
        """
        size = len(pool)
        wanted = min(wanted, size)
        draw = self._random
        for place in range(wanted):
            other = place + int(draw() * (size - place))
            pool[place], pool[other] = pool[other], pool[place]
        return wanted
