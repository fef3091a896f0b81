"""Which systems can be compared through the choices that people made, and how far."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


def reachable(leads: Mask) -> Mask:
    """From which place one gets to which, along any number of steps."""
    reached: Mask = leads | np.eye(len(leads), dtype=bool)
    while True:
        further: Mask = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
        if (further == reached).all():
            return reached
        reached = further


def groups_of(alike: Mask) -> list[list[int]]:
    """Places that belong together, in their order; `alike` is an equivalence.

    >>> groups_of(np.array([[True, False, True], [False, True, False], [True, False, True]]))
    [[0, 2], [1]]
    """
    groups: dict[bytes, list[int]] = {}
    for place, row in enumerate(alike):
        groups.setdefault(row.tobytes(), []).append(place)
    return list(groups.values())


def compared_groups(compared: Mask) -> list[list[int]]:
    """Systems that are linked by comparisons, perhaps by way of others."""
    return groups_of(reachable(compared | compared.T))


def separated(group: Sequence[int], lost_to: Mask) -> list[list[int]]:
    """The parts of a group between which choices went one way alone; one part where none are.

    Args:
        group: places of systems that are linked.
        lost_to: whether a system lost to another, or tied with it.
    """
    inside = lost_to[np.ix_(group, group)]
    reached = reachable(inside)
    parts = groups_of(reached & reached.T)
    return [[group[place] for place in part] for part in parts]
