"""Small batches of made-up images and captions for tests of models."""

from __future__ import annotations

import torch
from torch import Tensor

from cutline.models.images import Images
from cutline.models.vocabulary import SPECIAL, Vocabulary

FEATURES = 6


def small_vocabulary(words: int = 9) -> Vocabulary:
    """A vocabulary of so many words beside the special ones."""
    return Vocabulary((*SPECIAL, *(f"word{number}" for number in range(words))))


def random_images(ids: tuple[int | str, ...], regions: int = 4, seed: int = 0) -> Images:
    """Images of 1 to so many regions; rows of one id are the same image."""
    generator = torch.Generator().manual_seed(seed)
    names = list(dict.fromkeys(ids))
    features = torch.randn(len(names), regions, FEATURES, generator=generator)
    counts = torch.randint(1, regions + 1, (len(names), 1), generator=generator)
    mask = torch.arange(regions) < counts
    images = Images(tuple(names), features * mask.unsqueeze(-1), mask)
    return images.rows([names.index(one) for one in ids])


def random_captions(count: int, longest: int = 6, words: int = 9, seed: int = 0) -> list[list[int]]:
    """Tokens of captions of 1 to so many words."""
    generator = torch.Generator().manual_seed(seed)
    lengths = torch.randint(1, longest + 1, (count,), generator=generator).tolist()
    return [
        torch.randint(len(SPECIAL), len(SPECIAL) + words, (length,), generator=generator).tolist()
        for length in lengths
    ]


def filled_up(tokens: Tensor, by: int) -> Tensor:
    """The same captions with more filling behind them."""
    return torch.nn.functional.pad(tokens, (0, by))


def with_more_regions(images: Images, by: int) -> Images:
    """The same images with more rows that hold no region, whatever numbers stand there."""
    rest = torch.full((len(images), by, FEATURES), 7.0)
    return Images(
        images.ids,
        torch.cat([images.features, rest], 1),
        torch.cat([images.mask, torch.zeros(len(images), by, dtype=torch.bool)], 1),
    )
