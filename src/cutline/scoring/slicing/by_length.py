"""Slices by how many words people needed."""

from __future__ import annotations

import numpy as np

from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing.bands import counted, even_bands
from cutline.scoring.slicing.reference_words import reference_words
from cutline.scoring.slicing.slicing import Slicing, slicing_of


def by_length(corpus: Corpus) -> Slicing:
    """Four slices of about equal size by the mean length of an image's references.

    The mean is rounded to a whole number of words, halves upwards. References and not candidates
    are measured, so that the slices are the same for every system.
    """
    words = reference_words(corpus)
    totals = np.bincount(words.image_of, words.lengths, len(words.counts)).astype(np.intp)
    has_references = words.counts > 0
    means = (2 * totals + words.counts) // np.maximum(1, 2 * words.counts)
    bands = even_bands(means, has_references, 4)
    members = {counted(amount, "word"): places for amount, places in bands.items()}
    description = "mean length of the references"
    return slicing_of("length", description, corpus.benchmark.image_ids, members)
