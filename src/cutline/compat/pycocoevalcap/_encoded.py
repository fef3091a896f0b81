"""Captions as the kernels hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline import native
from cutline.core.jobs import default_jobs


@dataclass(frozen=True)
class Encoded:
    """References and one candidate for each image, with words as numbers."""

    references: native.References
    candidates: native.Candidates
    jobs: int


def encode_references(references: Sequence[Sequence[str]]) -> native.References:
    """Tokenized references of each image; they only need splitting."""
    return native.make_references(references, "none", default_jobs())


def encode(references: native.References, candidates: Sequence[str]) -> Encoded:
    """Adds the tokenized candidate of each image."""
    jobs = default_jobs()
    places = np.arange(len(candidates), dtype=np.uint32)
    encoded = native.make_candidates(references, candidates, places, "none", jobs)
    return Encoded(references, encoded, jobs)
