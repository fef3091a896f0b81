"""Types over tokens, in segments of one size and in whole texts."""

from __future__ import annotations

import numpy as np

from cutline.scoring.diagnosis.image_counts import sorted_unique
from cutline.scoring.diagnosis.words import Captions, Mask, Numbers, share


def mean_segment_ratio(numbers: Numbers, segment: int) -> float | None:
    """The mean ratio of types to tokens in consecutive segments of a text.

    Args:
        numbers: the words of the text, or its bigrams, in their order.
        segment: how many there are in a segment. What is left at the end is not looked at.

    None stands for a text that has not one whole segment.

    >>> mean_segment_ratio(np.array([1, 1, 1, 2, 3]), 2)
    0.75
    """
    segments = len(numbers) // segment
    if not segments:
        return None
    ordered = np.sort(numbers[: segments * segment].reshape(segments, segment), axis=1)
    # The first of each segment is a type; the others are where they differ from the one before.
    types = segments + np.count_nonzero(np.diff(ordered, axis=1))
    return float(types / (segments * segment))


def running_bigrams(numbers: Numbers, vocabulary: int) -> Numbers:
    """All pairs of neighbouring words of a running text, from one caption into the next too.

    The original program makes bigrams of the whole text, not of each caption.
    """
    return numbers[:-1] * vocabulary + numbers[1:]


def caption_bigrams(captions: Captions, vocabulary: int) -> Numbers:
    """All pairs of neighbouring words of one caption."""
    is_within: Mask = captions.caption_of_word[:-1] == captions.caption_of_word[1:]
    return running_bigrams(captions.numbers, vocabulary)[is_within]


def distinct_share(numbers: Numbers) -> float | None:
    """The share of different words, or bigrams, among all; None where there are none."""
    return share(len(sorted_unique(numbers)), len(numbers))
