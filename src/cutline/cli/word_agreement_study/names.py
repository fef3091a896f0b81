"""Which words charts name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement import WordAgreement
from cutline.benchmarks.word_agreement.parts_of_speech import OTHER
from cutline.core.errors import UsageError, near_names
from cutline.datasets.wording import short

#: Words that the paper names.
_OF_THE_PAPER = ("elephant", "tennis", "bright")
#: Parts of recall from 0 to 1 that each give a name.
_BANDS = 10


def names_to_show(agreement: WordAgreement, wanted: Sequence[str]) -> tuple[str, ...]:
    """The words that were asked for, or of content words those that `usual_names` gives.

    Raises:
        UsageError: when one that was asked for is not among the words.
    """
    for word in wanted:
        if word not in agreement.use.number_of:
            near = near_names(word, agreement.words)
            raise UsageError(f"--name: {short(word)!r} is not among the words{near}")
    if wanted:
        return tuple(dict.fromkeys(wanted))
    parts = np.array(agreement.use.parts or [""] * len(agreement.words), dtype=object)
    is_content = parts != OTHER
    return usual_names(agreement, is_content if is_content.any() else ~is_content)


def usual_names(agreement: WordAgreement, mask: NDArray[np.bool_]) -> tuple[str, ...]:
    """Of some words those that the paper names, and the most frequent one for each recall."""
    use, recall = agreement.use, agreement.recall[-1]
    known = (word for word in _OF_THE_PAPER if word in use.number_of)
    named = [word for word in known if mask[use.number_of[word]]]
    for band in range(_BANDS):
        is_inside = (recall >= band / _BANDS) & (recall < (band + 1) / _BANDS)
        numbers = np.flatnonzero(mask & is_inside)
        if len(numbers):
            named.append(use.words[numbers[np.argmax(use.image_counts[numbers])]])
    return tuple(dict.fromkeys(named))
