"""Sampling: words drawn by their probability."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.captioner import Captioner
from cutline.models.decoding.at_rest import at_least_one, at_rest, refuse_no_numbers
from cutline.models.decoding.best import best
from cutline.models.decoding.decoded import Decoded
from cutline.models.decoding.rows import Rows
from cutline.models.images import Images


@dataclass(frozen=True)
class Sampling:
    """How words are drawn.

    Args:
        temperature: below 1 likely words become likelier, above 1 less likely.
        top_k: only so many of the likeliest words can be drawn; of equal ones the first.
        nucleus: only the likeliest words can be drawn that together have this probability
            (Holtzman et al., ICLR 2020); applied to what `top_k` leaves.

    Raises:
        UsageError: for values that leave nothing to draw, or no order.
    """

    temperature: float = 1.0
    top_k: int | None = None
    nucleus: float | None = None

    def __post_init__(self) -> None:
        if not 0 < self.temperature < float("inf"):
            raise UsageError(
                f"temperature is {self.temperature}, expected a number above 0; greedy decoding is "
                f"what it would be at 0"
            )
        if self.top_k is not None:
            at_least_one(top_k=self.top_k)
        if self.nucleus is not None and not 0 < self.nucleus <= 1:
            raise UsageError(f"nucleus is {self.nucleus}, expected a share above 0 and up to 1")

    def probabilities(self, log_probabilities: Tensor) -> Tensor:
        """Rows x tokens, what is drawn from; double, so that a draw does not hang on rounding."""
        scaled = log_probabilities.double() / self.temperature
        if self.top_k is None and self.nucleus is None:
            return scaled.softmax(1)
        count = min(self.top_k or scaled.shape[1], scaled.shape[1])
        values, places = best(scaled, count)  # rows x count, falling
        likeliest = values.softmax(1)
        if self.nucleus is not None:
            before = likeliest.cumsum(1) - likeliest
            likeliest = likeliest * (before < self.nucleus)  # the first one has nothing before it
        likeliest = likeliest / likeliest.sum(1, keepdim=True)
        return torch.zeros_like(scaled).scatter(1, places, likeliest)


def sample(
    captioner: Captioner,
    images: Images,
    times: int = 1,
    seed: int = 0,
    sampling: Sampling = Sampling(),
    most: int = 20,
) -> list[list[Decoded]]:
    """Captions drawn word by word, so many of each image, in the order in which they were drawn.

    The same seed draws the same captions of an image, whatever else is in the batch. Where an
    image is in the batch several times, each time has draws of its own. Scores are the captioner's
    own log-probabilities, whatever the temperature.

    Args:
        captioner: who writes.
        images: a batch.
        times: how many captions of each.
        seed: where random draws start.
        sampling: how words are drawn.
        most: how many tokens a caption has at most, the end among them.

    Raises:
        UsageError: for numbers that cannot be.
        ContentError: when the captioner's probabilities are no numbers.
    """
    at_least_one(times=times, most=most)
    if not len(images):
        return []
    shares = _draws(images, times, most, seed).to(images.features.device)  # rows x most
    with at_rest(captioner):
        rows = Rows.begin(images.features.new_zeros(len(images) * times))
        state = captioner.start(images).repeated(times)
        while rows.length < most and not rows.are_ended:
            log_probabilities, state = captioner.sayable(rows.last, state)
            probabilities = sampling.probabilities(log_probabilities)
            tokens = _drawn(probabilities, shares[:, rows.length])
            chosen = log_probabilities.gather(1, tokens.unsqueeze(1)).squeeze(1)
            rows = rows.grown(tokens, chosen, state.moving.get("attention"))
    found = rows.decoded(images.rows([row for row in range(len(images)) for _ in range(times)]))
    return [found[first : first + times] for first in range(0, len(found), times)]


def _draws(images: Images, times: int, most: int, seed: int) -> Tensor:
    """(images * times) x most numbers from 0 to 1, those of an image by its id and the seed."""
    seen: Counter[int | str] = Counter()
    draws = []
    for image_id in images.ids:
        text = f"{seed} {seen[image_id]} {image_id}"
        seen[image_id] += 1
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        own = torch.Generator().manual_seed(int.from_bytes(digest[:8], "big") >> 1)
        draws.append(torch.rand(times, most, dtype=torch.double, generator=own))
    return torch.cat(draws)


def _drawn(probabilities: Tensor, shares: Tensor) -> Tensor:
    """The token of each row at which the probabilities so far exceed the row's share of all."""
    so_far = probabilities.cumsum(1)
    refuse_no_numbers(so_far[:, -1])
    wanted = shares.unsqueeze(1) * so_far[:, -1:]
    found = torch.searchsorted(so_far, wanted, right=True).squeeze(1)
    # Rounding may ask for all there is: then the last token that is possible.
    places = torch.arange(probabilities.shape[1], device=probabilities.device)
    return torch.minimum(found, (places * (probabilities > 0)).amax(1))
