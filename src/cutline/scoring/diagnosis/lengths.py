"""How long captions are, beside how long the references are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.core.types import ImageId
from cutline.scoring.diagnosis.words import Captions, Numbers, RunWords, share

_TENTHS = np.arange(1, 10) / 10


@dataclass(frozen=True)
class LengthSummary:
    """The lengths of some captions, in words.

    `deciles` are the nine lengths that cut the captions into tenths; `histogram` has pairs of a
    length and the captions of that length, the shortest first.
    """

    captions: int
    mean: float
    median: float
    deciles: tuple[float, ...]
    histogram: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Lengths:
    """The lengths of a run's captions and of all references of the same images.

    `ratio` is the mean of the first divided by the mean of the second. `shorter_than_all` and
    `longer_than_all` are the shares of images whose caption is shorter, longer, than every
    reference. `empty` counts captions without a word.
    """

    candidates: LengthSummary
    references: LengthSummary
    ratio: float | None
    shorter_than_all: float
    longer_than_all: float
    empty: int
    empty_examples: tuple[ImageId, ...]


def compare_lengths(words: RunWords) -> Lengths:
    """The lengths of a run's captions beside those of the references."""
    said = words.candidates.lengths
    shortest, longest = _extremes(words.references, len(words.image_ids))
    candidates, references = _summary(said), _summary(words.references.lengths)
    empty = np.flatnonzero(said == 0)
    return Lengths(
        candidates=candidates,
        references=references,
        ratio=share(candidates.mean, references.mean),
        shorter_than_all=float(np.mean(said < shortest)),
        longer_than_all=float(np.mean(said > longest)),
        empty=len(empty),
        empty_examples=words.examples(empty),
    )


def _extremes(references: Captions, images: int) -> tuple[Numbers, Numbers]:
    """The length of each image's shortest and longest reference."""
    first = np.searchsorted(references.images, np.arange(images))
    return (
        np.minimum.reduceat(references.lengths, first),
        np.maximum.reduceat(references.lengths, first),
    )


def _summary(lengths: Numbers) -> LengthSummary:
    values, captions = np.unique(lengths, return_counts=True)
    return LengthSummary(
        captions=len(lengths),
        mean=float(lengths.mean()),
        median=float(np.median(lengths)),
        deciles=tuple(np.quantile(lengths, _TENTHS).tolist()),
        histogram=tuple(zip(values.tolist(), captions.tolist(), strict=True)),
    )
