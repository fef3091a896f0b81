"""Greedy decoding: always the likeliest next word."""

from __future__ import annotations

import torch
from torch import Tensor

from cutline.models.captioner import Captioner
from cutline.models.decoding.at_rest import at_least_one, at_rest, refuse_no_numbers
from cutline.models.decoding.decoded import Decoded
from cutline.models.decoding.rows import Rows
from cutline.models.images import Images


def greedy(captioner: Captioner, images: Images, most: int = 20) -> list[Decoded]:
    """A caption for each image, the likeliest word at each place.

    Args:
        captioner: who writes.
        images: a batch.
        most: how many tokens at most, the end among them.

    Raises:
        UsageError: when nothing may be said.
        ContentError: when the captioner's probabilities are no numbers.
    """
    at_least_one(most=most)
    with at_rest(captioner):
        rows = Rows.begin(images.features.new_zeros(len(images)))
        state = captioner.start(images)
        while rows.length < most and not rows.are_ended:
            log_probabilities, state = captioner.sayable(rows.last, state)
            chosen, tokens = _likeliest(log_probabilities)
            rows = rows.grown(tokens, chosen, state.moving.get("attention"))
    return rows.decoded(images)


def _likeliest(log_probabilities: Tensor) -> tuple[Tensor, Tensor]:
    """The likeliest token of each row, the first of equal ones, and its log-probability."""
    tokens = log_probabilities.argmax(1)
    chosen = log_probabilities.gather(1, tokens.unsqueeze(1)).squeeze(1)
    refuse_no_numbers(chosen)
    return torch.as_tensor(chosen), tokens
