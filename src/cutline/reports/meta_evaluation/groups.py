"""Observations grouped by equal value, and sums over the groups for many weightings at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cutline.core.metric import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.intp]
    Flags = NDArray[np.bool_]
else:
    Places = Flags = np.ndarray


@dataclass(frozen=True)
class Groups:
    """Which observations have the same value, from the smallest value to the largest.

    `order` sorts observations by value, `ends` is where each group ends in that order, and `of` is
    the group of each observation, in the order observations were given in.
    """

    order: Places
    ends: Places
    of: Places

    @classmethod
    def by_value(cls, values: Floats) -> Groups:
        """Group observations by value.

        >>> Groups.by_value(np.array([2.0, 1.0, 2.0])).of.tolist()
        [1, 0, 1]
        """
        order = np.argsort(values, kind="stable")
        is_new = np.diff(values[order], prepend=np.nan) != 0
        of = np.empty(len(values), dtype=np.intp)
        of[order] = np.cumsum(is_new) - 1
        return cls(order, np.append(np.flatnonzero(is_new)[1:], len(values)), of)

    def __len__(self) -> int:
        return len(self.ends)

    def sizes(self, weights: Floats) -> Floats:
        """The weight of each group: a row for each row of weights."""
        running = np.cumsum(np.take(weights, self.order, axis=1), axis=1)
        return np.diff(np.take(running, self.ends - 1, axis=1), axis=1, prepend=0.0)


def mid_ranks(sizes: Floats) -> Floats:
    """The rank that all members of a group share, for rows of group sizes.

    >>> mid_ranks(np.array([[1.0, 2.0, 1.0]])).tolist()
    [[1.0, 2.5, 4.0]]
    """
    return np.cumsum(sizes, axis=1) - (sizes - 1) / 2


def tied_pairs(sizes: Floats) -> Floats:
    """How many pairs lie within one group, for rows of group sizes."""
    tied: Floats = (np.einsum("ij,ij->i", sizes, sizes) - sizes.sum(axis=1)) / 2
    return tied
