"""A captioner that is asked and not trained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor

from cutline.core.errors import ContentError, UsageError
from cutline.models.captioner import Captioner


@contextmanager
def at_rest(captioner: Captioner) -> Iterator[None]:
    """Without dropout and without gradients; the captioner is then as it was before."""
    were_training = [part for part in captioner.modules() if part.training]
    captioner.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        for part in were_training:  # each by itself: some parts may be kept from training
            part.training = True


def at_least_one(**numbers: int) -> None:
    """Refuse counts that leave nothing to do.

    Raises:
        UsageError: naming the first of them.
    """
    for name, number in numbers.items():
        if number < 1:
            raise UsageError(f"{name} is {number}, expected at least 1")


def refuse_no_numbers(chosen: Tensor) -> None:
    """Refuse to go on with what is no number: every caption would be arbitrary.

    Raises:
        ContentError: when there is one.
    """
    if chosen.isnan().any():
        raise ContentError(
            "the captioner gives probabilities that are no numbers (NaN): its weights, or the "
            "features of an image, are not what it was trained to"
        )
