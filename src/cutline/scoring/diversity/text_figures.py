"""Figures of a text that has one caption for each image."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.scoring.diagnosis.image_counts import sorted_unique
from cutline.scoring.diagnosis.words import Captions, RunWords
from cutline.scoring.diversity.type_token import (
    caption_bigrams,
    distinct_share,
    mean_segment_ratio,
    running_bigrams,
)


@dataclass(frozen=True)
class TextFigures:
    """What `Diversity` says of one caption an image, without training captions or references."""

    mean_length: float
    length_deviation: float
    types: int
    tokens: int
    ttr1: float | None
    ttr2: float | None
    distinct1: float | None
    distinct2: float | None
    unique: float


def text_figures(words: RunWords, captions: Captions, segment: int) -> TextFigures:
    """The figures of these captions, in their order."""
    size = len(words.vocabulary)
    numbers = captions.numbers
    return TextFigures(
        mean_length=float(captions.lengths.mean()),
        length_deviation=float(captions.lengths.std()),
        types=len(sorted_unique(numbers)),
        tokens=len(numbers),
        ttr1=mean_segment_ratio(numbers, segment),
        ttr2=mean_segment_ratio(running_bigrams(numbers, size), segment),
        distinct1=distinct_share(numbers),
        distinct2=distinct_share(caption_bigrams(captions, size)),
        unique=len(set(words.texts(captions))) / len(captions),
    )
