"""Slices by how far people said the same."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing.bands import even_bands
from cutline.scoring.slicing.reference_words import ReferenceWords, reference_words
from cutline.scoring.slicing.slicing import Slicing, slicing_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAMES = {1: ("all",), 2: ("low", "high"), 3: ("low", "middle", "high")}


def by_agreement(corpus: Corpus) -> Slicing:
    """Three slices of about equal size by `agreement`, rounded to two decimals, halves upwards.

    Raises:
        UsageError: when no image has two references.
    """
    words = reference_words(corpus)
    has_pairs = words.counts > 1
    if not has_pairs.any():
        raise UsageError("agreement: no image has two references that could agree")
    hundredths = np.floor(agreement(words) * 100 + 0.5).astype(np.intp)
    bands = even_bands(hundredths, has_pairs, 3, lambda value: f"{value / 100:.2f}")
    named = zip(_NAMES[len(bands)], bands.items(), strict=True)
    members = {f"{name} ({amount})": places for name, (amount, places) in named}
    description = "agreement of the references: mean cosine of their word counts"
    return slicing_of("agreement", description, corpus.benchmark.image_ids, members)


def agreement(words: ReferenceWords) -> Floats:
    """The mean cosine of the word counts of any two references of an image; 0 if it has no two.

    With counts scaled to length 1, the square of a sum of n of them is n and twice the cosines of
    all pairs; so one pass over the words does for any number of references. An empty reference
    has cosine 0 with every other.
    """
    images, references = len(words.counts), len(words.texts)
    numbers, reference_of = _numbered(words)
    vocabulary = int(numbers.max(initial=0)) + 1
    image_words = words.image_of[reference_of] * vocabulary + numbers
    # The references of an image follow one another, so sorting brings equal words of one
    # reference together, and then equal words of one image.
    keys, amounts = _runs(np.sort(image_words * references + reference_of))
    image_words, reference_of = np.divmod(keys, references)
    squares = np.bincount(reference_of, amounts.astype(np.float64) ** 2, references)
    scaled = amounts / np.sqrt(squares)[reference_of]
    keys, amounts = _runs(image_words)
    sums = np.add.reduceat(scaled, np.cumsum(amounts) - amounts) if len(keys) else scaled
    squared_sums = np.bincount(keys // vocabulary, sums**2, images)
    filled = np.bincount(words.image_of, squares > 0, images)
    ordered_pairs = words.counts * (words.counts - 1)
    cosines: Floats = np.maximum(0, squared_sums - filled) / np.maximum(1, ordered_pairs)
    return cosines


def _runs(ordered: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The different values of an ordered array, and how often each stands there."""
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    return ordered[starts], np.diff(starts, append=len(ordered))


def _numbered(words: ReferenceWords) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Each word as a number, and the reference it stands in."""
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    stream = map(number_of.__getitem__, chain.from_iterable(map(str.split, words.texts)))
    lengths = words.lengths
    numbers = np.fromiter(stream, dtype=np.intp, count=int(lengths.sum()))
    return numbers, np.repeat(np.arange(len(lengths)), lengths)
