"""Self-BLEU: how far the captions of an image are like each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline import native
from cutline.core.metric import Floats
from cutline.metrics.bleu import Bleu

ORDERS = (1, 2, 3, 4)


def self_bleu(texts: Sequence[Sequence[str]], jobs: int) -> tuple[float, ...]:
    """mBLEU-1 to 4 of sets of captions; low values are diverse.

    Args:
        texts: for each image its captions, tokenized, with the same number for all.
        jobs: threads to use.

    The first captions of all images are scored as a run against the other captions of their
    images, then the second captions, and so on; the values are averaged. Shetty et al. (2017).
    """
    positions = range(len(texts[0]))
    values = [_bleu_of(texts, position, jobs) for position in positions]
    return tuple(np.mean(values, axis=0).tolist())


def _bleu_of(texts: Sequence[Sequence[str]], position: int, jobs: int) -> list[float]:
    others = [[*captions[:position], *captions[position + 1 :]] for captions in texts]
    references = native.make_references(others, "none", jobs)
    places = np.arange(len(texts), dtype=np.uint32)
    said = [captions[position] for captions in texts]
    candidates = native.make_candidates(references, said, places, "none", jobs)
    statistics: Floats = native.bleu_statistics(references, candidates, "closest", jobs)
    return [Bleu(n).score(statistics) for n in ORDERS]
