"""Self-CIDEr: how many different things the captions of an image say, by their eigenvalues."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline import native
from cutline.core.metric import Floats

_LONGEST = 4
_HIGHEST = 10.0

#: Eigenvalues below this part of the largest are taken for 0.
_ROUNDING = 1e-12

#: Images whose captions are compared in one call: what the kernels hold stays small.
_CHUNK = 2_000


def self_cider(
    texts: Sequence[Sequence[str]], frequencies: native.Frequencies, jobs: int
) -> Floats:
    """The diversity of each image's captions, from 0 (all alike) to 1 (nothing shared).

    Args:
        texts: for each image its captions, tokenized, with the same number for all, two at least.
        frequencies: in how many images n-grams occur; they weigh n-grams.
        jobs: threads to use.

    Wang and Chan (2019), Describing like Humans: on Diversity in Image Captioning.
    """
    parts = [
        kernel_diversity(_similarities(texts[start : start + _CHUNK], frequencies, jobs))
        for start in range(0, len(texts), _CHUNK)
    ]
    return np.concatenate(parts)


def kernel_diversity(similarities: Floats) -> Floats:
    """How evenly the square roots of the eigenvalues of each symmetric matrix are spread.

    Captions of which no two share anything have equal eigenvalues, and 1; captions that are all
    the same have one eigenvalue, and 0. A matrix of zeros has nothing to spread, and 0.

    >>> kernel_diversity(np.array([np.eye(2), np.ones((2, 2)), np.zeros((2, 2))])).tolist()
    [1.0, 0.0, 0.0]
    """
    size = similarities.shape[-1]
    values = np.linalg.eigvalsh(similarities)
    largest = values[:, -1:]
    # Where captions repeat, eigenvalues that should be 0 are rounding errors of either sign, and
    # square roots would raise them to the eighth decimal.
    values[values <= _ROUNDING * largest] = 0
    roots = np.sqrt(values)
    spread = np.zeros(len(values))
    has_any = largest[:, 0] > 0
    spread[has_any] = np.log(roots[has_any].sum(axis=1) / roots[has_any, -1]) / np.log(size)
    return spread


def _similarities(
    texts: Sequence[Sequence[str]], frequencies: native.Frequencies, jobs: int
) -> Floats:
    """CIDEr of each caption with each other of its image, from 0 to 1: [image, caption, caption].

    CIDEr of two captions does not depend on which is the reference, so one half is computed.
    """
    size = len(texts[0])
    rows, columns = np.triu_indices(size)
    # Each caption is an "image" with one reference; candidates are sent to their partner's place.
    references = native.make_references([[c] for captions in texts for c in captions], "none", jobs)
    prepared = native.prepare_cider(references, frequencies, _LONGEST, jobs)
    first = rows.tolist()
    said = [captions[row] for captions in texts for row in first]
    places = (np.arange(len(texts))[:, None] * size + columns).ravel().astype(np.uint32)
    candidates = native.make_candidates(references, said, places, "none", jobs)
    scores = native.cider_scores(prepared, candidates, False, 0.0, True, jobs)
    scores = scores.reshape(len(texts), len(rows)) / _HIGHEST
    similarities = np.zeros((len(texts), size, size))
    similarities[:, rows, columns] = scores
    similarities[:, columns, rows] = scores
    return similarities
