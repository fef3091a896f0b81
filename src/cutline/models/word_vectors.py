"""Vectors of a vocabulary's words that were learnt elsewhere, to be frozen and tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from cutline.models.vocabulary import SPECIAL, Vocabulary
from cutline.text.similarity.vectors import Vectors, WordVectors

#: How long vectors are made. A tied output multiplies them with numbers from -1 to 1, so that
#: short ones could make no word much likelier than another.
LENGTH = 4.0


class KinVectors:
    """Made-up vectors: words of one kin are alike, and no two others.

    >>> from cutline.text.similarity.vectors import cosines
    >>> rows = KinVectors({"dog": "animal", "cat": "animal", "bus": "vehicle"}).vectors
    >>> dog, cat, bus = rows(["dog", "cat", "bus"])
    >>> bool(cosines(dog[None], cat[None])[0, 0] > 0.3 > abs(cosines(dog[None], bus[None])[0, 0]))
    True

    Args:
        kin: which words belong together; all others are alone.
        size: how many numbers a vector has.
        share: how much of a vector's square is that of its kin.
    """

    alike = 0.9

    def __init__(self, kin: Mapping[str, str], size: int = 128, share: float = 0.5) -> None:
        self._kin, self.size, self._share = dict(kin), size, share

    @property
    def digest(self) -> str:
        """The same for the same kin."""
        return f"kin={len(self._kin)}x{self.size}x{self._share}"

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """A row for each word."""
        return np.stack([self._vector(phrase) for phrase in phrases])

    def _vector(self, word: str) -> Vectors:
        own = drawn(f"word {word}", self.size)
        if word not in self._kin:
            return own
        of_kin = drawn(f"kin {self._kin[word]}", self.size)
        return np.asarray(np.sqrt(1 - self._share) * own + np.sqrt(self._share) * of_kin)


def drawn(name: str, size: int) -> Vectors:
    """A vector of about length 1 that depends on nothing but the name."""
    # The older generator, because its draws stay the same from version to version.
    random = np.random.RandomState(list(name.encode()))
    return np.asarray(random.standard_normal(size) / np.sqrt(size))


def word_vectors(vocabulary: Vocabulary, source: WordVectors, length: float = LENGTH) -> Tensor:
    """The vectors of all tokens, words x size, of one length.

    Special tokens, and words that the source does not know, get made-up vectors: the same for the
    same token.
    """
    rows = source.vectors(vocabulary.words)
    for number, word in enumerate(vocabulary.words):
        if number < len(SPECIAL) or not rows[number].any():
            rows[number] = drawn(f"token {word}", source.size)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return torch.from_numpy(rows * length).float()
