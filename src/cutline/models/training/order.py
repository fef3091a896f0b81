"""In which order captions are learnt: batches of like length, in an order of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Captions are sorted by length among so many batches: much less to fill up, and still by chance.
_BATCHES_SORTED_TOGETHER = 50


def number_of_batches(captions: int, size: int) -> int:
    """How many batches an epoch has."""
    return -(-captions // size)


def epoch_order(
    lengths: NDArray[np.integer], size: int, seed: int, epoch: int
) -> list[NDArray[np.intp]]:
    """The captions of each batch of an epoch, by their places.

    The same for the same seed and epoch, whatever was asked before: that is what lets training go
    on in the middle of an epoch. Batches differ by at most one caption, since one of a few captions
    at the end would count as much as the others.

    Args:
        lengths: of all captions.
        size: captions in a batch, at most.
        seed: of the training.
        epoch: from 0 on.

    >>> batches = epoch_order(np.array([3, 9, 3, 9]), 2, seed=1, epoch=0)
    >>> sorted(sorted(batch.tolist()) for batch in batches)
    [[0, 2], [1, 3]]
    """
    if not len(lengths):
        return []
    numbers = np.random.default_rng([seed, epoch])
    order = numbers.permutation(len(lengths))
    together = size * _BATCHES_SORTED_TOGETHER
    pieces = [order[first : first + together] for first in range(0, len(order), together)]
    by_length = [piece[np.argsort(lengths[piece], kind="stable")] for piece in pieces]
    batches = np.array_split(np.concatenate(by_length), number_of_batches(len(lengths), size))
    return [batches[place] for place in numbers.permutation(len(batches))]
