"""In how many images something holds of a word or a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.types import ImageId
from cutline.scoring.diagnosis.words import Mask, Numbers, RunWords


@dataclass(frozen=True, slots=True)
class ImageCount:
    """A word or label, the images that something holds for, and those that it could hold for."""

    name: str
    images: int
    possible: int
    share: float
    examples: tuple[ImageId, ...]


def pair_keys(names: Numbers, images: Numbers, words: RunWords) -> Numbers:
    """A number for each pair of a name and an image: sorted, they go by name, then by image."""
    return names * len(words.image_ids) + images


def names_of(keys: Numbers, words: RunWords) -> Numbers:
    """The numbers of the names in pairs."""
    return keys // len(words.image_ids)


def images_of(keys: Numbers, words: RunWords) -> Numbers:
    """The places of the images in pairs."""
    return keys % len(words.image_ids)


def sorted_unique(keys: Numbers) -> Numbers:
    """Keys that are not negative, in ascending order, each once."""
    ordered = np.sort(keys)
    return ordered[np.diff(ordered, prepend=-1) > 0]


def most_frequent(
    words: RunWords, names: Sequence[str], possible: Numbers, holds: Mask, most: int
) -> tuple[ImageCount, ...]:
    """The names for which something holds in the most images.

    Args:
        words: whose images these are.
        names: words or labels by their number.
        possible: pairs of a name and an image, sorted, each once.
        holds: for which of them it holds.
        most: how many names at most.
    """
    of_name = np.bincount(names_of(possible, words), minlength=len(names))
    found = possible[holds]
    counts = np.bincount(names_of(found, words), minlength=len(names))
    ends = np.cumsum(counts)
    ordered = np.argsort(-counts, kind="stable")[:most].tolist()
    return tuple(
        ImageCount(
            name=names[name],
            images=int(counts[name]),
            possible=int(of_name[name]),
            share=float(counts[name] / of_name[name]),
            examples=words.examples(
                images_of(found[ends[name] - counts[name] : ends[name]], words)
            ),
        )
        for name in ordered
        if counts[name]
    )
