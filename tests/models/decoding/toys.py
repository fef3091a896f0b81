"""Captioners small enough to try all captions, and the plainest way of doing so."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from cutline.models.captioner import Captioner, State
from cutline.models.images import Images
from cutline.models.output import forbid
from cutline.models.vocabulary import END, PAD, SPECIAL, START, UNKNOWN, Vocabulary


def vocabulary(words: int) -> Vocabulary:
    """Special tokens, and so many words."""
    return Vocabulary((*SPECIAL, *(f"w{number}" for number in range(words))))


def images(
    count: int, regions: Sequence[int] | None = None, size: int = 3, seed: int = 0
) -> Images:
    """Images with random features, each with its own number of regions."""
    numbers = torch.Generator().manual_seed(seed)
    regions = [2] * count if regions is None else regions
    mask = torch.arange(max(regions)).unsqueeze(0) < torch.tensor(regions).unsqueeze(1)
    features = torch.randn(count, max(regions), size, generator=numbers) * mask.unsqueeze(2)
    return Images(tuple(range(count)), features, mask)


def padded(batch: Images, more: int) -> Images:
    """The same images, with so many more regions that only fill up."""
    filling = {"mask": False, "labels": -1}
    parts = []
    for name in ("features", "mask", "boxes", "labels", "scores"):
        part = getattr(batch, name)
        if part is not None:
            shape = (len(batch), more, *part.shape[2:])
            part = torch.cat([part, part.new_full(shape, filling.get(name, 0))], 1)
        parts.append(part)
    return Images(batch.ids, *parts)


class Markov(Captioner):
    """The next token hangs on the last one and on the image: a table for each.

    Args:
        tables: images x tokens x tokens, log-probabilities; an image's features are its number.
    """

    def __init__(self, tables: Tensor) -> None:
        super().__init__(vocabulary(tables.shape[2] - len(SPECIAL)))
        self.tables = tables

    @classmethod
    def random(cls, count: int, words: int, seed: int, spread: float = 2.0) -> Markov:
        """Tables of random numbers, the wider spread the surer."""
        numbers = torch.Generator().manual_seed(seed)
        tokens = len(SPECIAL) + words
        scores = spread * torch.randn(count, tokens, tokens, generator=numbers)
        return cls(forbid(scores).log_softmax(-1))

    def images(self) -> Images:
        """One image for each table."""
        numbers = torch.arange(float(len(self.tables))).view(-1, 1, 1)
        return Images(tuple(range(len(numbers))), numbers, torch.ones(len(numbers), 1).bool())

    def start(self, images: Images) -> State:
        """Nothing was said."""
        table = images.features[:, 0, 0].long()
        return State({"table": table}, {"said": torch.zeros_like(table)})

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Look into the table; the attention is made up, to see that it follows its caption."""
        said = state.moving["said"] + 1
        found = self.tables[state.fixed["table"], tokens]
        attention = torch.stack([tokens.double() + 100 * said], 1)
        return found, State(state.fixed, {"said": said, "attention": attention})

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """Nothing is learnt here."""
        raise NotImplementedError


class Slotted(Markov):
    """Has a token for each region beyond its words: a region is named once in a caption."""

    def start(self, images: Images) -> State:
        """No region was named."""
        state = super().start(images)
        free = images.mask.clone()
        return State(state.fixed | {"features": images.features}, state.moving | {"free": free})

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Words by the table, regions by their second feature."""
        size = self.tables.shape[2]
        free = state.moving["free"].clone()
        slot = tokens - size
        rows = (slot >= 0).nonzero()[:, 0]
        free[rows, slot[rows]] = False
        found, new = super().step(tokens.clamp(max=size - 1), state)
        of_regions = state.fixed["features"][:, :, 1].masked_fill(~free, -torch.inf)
        scores = torch.cat([found, of_regions], 1).log_softmax(1)
        attention = state.fixed["features"][:, :, 1]
        return scores, State(state.fixed, {**new.moving, "free": free, "attention": attention})


def all_captions(
    captioner: Captioner, batch: Images, row: int, most: int
) -> list[tuple[float, tuple[int, ...]]]:
    """Every caption that is possible, with its score, the best first, ties by the tokens."""
    one = batch.rows([row])
    found: list[tuple[float, tuple[int, ...]]] = []

    def follow(said: tuple[int, ...], score: float, state: State) -> None:
        if said[-1:] == (END,) or len(said) == most:
            found.append((score, said))
            return
        last = torch.tensor([said[-1] if said else START])
        scores, state = captioner.step(last, state)
        for token, more in enumerate(scores[0].tolist()):
            if more > -math.inf and token != UNKNOWN:
                follow((*said, token), score + more, state)

    follow((), 0.0, captioner.start(one))
    return sorted(found, key=lambda item: (-item[0], item[1]))


def rescored(captioner: Captioner, batch: Images, row: int, tokens: Sequence[int]) -> float:
    """The score of a caption, asked for word by word."""
    state, score = captioner.start(batch.rows([row])), 0.0
    for last, token in itertools.pairwise((START, *tokens)):
        scores, state = captioner.step(torch.tensor([last]), state)
        score += float(scores[0, token])
    return score


def steps(tokens: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each token with the one before it."""
    return itertools.pairwise((START, *tokens))


__all__ = [
    "PAD",
    "Markov",
    "Slotted",
    "all_captions",
    "images",
    "padded",
    "rescored",
    "steps",
    "vocabulary",
]
