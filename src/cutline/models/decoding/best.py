"""The best of many, where ties are decided the same way every time."""

from __future__ import annotations

import torch
from torch import Tensor


def best(scores: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The highest scores of each row, falling, and their places; of equal ones the first.

    `torch.topk` leaves open which of equal ones it takes, so captions would depend on what else is
    in the batch.

    Args:
        scores: rows x any.
        count: how many; at most as many as there are.
    """
    # One more than wanted: where it is as good as the last, `topk` may have chosen either.
    values, places = scores.topk(min(count + 1, scores.shape[1]), 1)
    last, next_one = values[:, count - 1], values[:, count:]
    # Of what is impossible anyway, any will do.
    is_open = (next_one == last.unsqueeze(1)).any(1) & (last > -torch.inf)
    # In the order of places first, so that a stable sort by value leaves the first one first.
    places, order = places[:, :count].sort(1)
    values, order = values.gather(1, order).sort(dim=1, descending=True, stable=True)
    places = places.gather(1, order)
    if is_open.any():
        rows = is_open.nonzero()[:, 0]
        ordered, where = scores[rows].sort(dim=1, descending=True, stable=True)
        values[rows], places[rows] = ordered[:, :count], where[:, :count]
    return values, places
