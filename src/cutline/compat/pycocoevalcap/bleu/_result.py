"""BLEU of all images and of each, with what the old package prints on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from cutline import native
from cutline.compat.pycocoevalcap._encoded import Encoded
from cutline.compat.pycocoevalcap.bleu._cook import cook_refs, cook_test
from cutline.core.errors import UsageError
from cutline.core.metric import Floats

# The columns of the kernel's statistics.
_CANDIDATE_LENGTH, _REFERENCE_LENGTH, _GUESS, _CORRECT = 0, 1, slice(2, 6), slice(6, 10)

# The constants that the formula adds so as never to divide by zero.
_SMALL, _TINY = 1e-9, 1e-15


@dataclass(frozen=True)
class BleuResult:
    """Counts of each image, and the reference length that each was measured by.

    Lengths are whole numbers, except means and what the caller fixed, and are printed as such.
    """

    statistics: Floats
    reference_lengths: Sequence[float]
    n: int

    @property
    def candidate_length(self) -> int:
        """The words of all candidates."""
        return int(self.statistics[:, _CANDIDATE_LENGTH].sum())

    @property
    def reference_length(self) -> float:
        """The reference lengths of all images, added up."""
        # Not sum(), which since Python 3.12 is more exact than adding one after the other.
        return reduce(add, self.reference_lengths, 0)

    def scores(self) -> list[float]:
        """BLEU-1 to BLEU-n of all images together."""
        row = self.statistics.sum(axis=0, keepdims=True)
        row[:, _REFERENCE_LENGTH] = self.reference_length
        return [value for (value,) in _scores(row, self.n)]

    def image_scores(self) -> list[list[float]]:
        """BLEU-1 to BLEU-n, each as a list with a value for each image."""
        return _scores(self.statistics, self.n)

    def show_totals(self) -> None:
        """Print the two lines that scripts parse."""
        counts = self.statistics.sum(axis=0).astype(int)
        candidate_length, reference_length = self.candidate_length, self.reference_length
        totals = {
            "testlen": candidate_length,
            "reflen": reference_length,
            "guess": counts[_GUESS].tolist()[: self.n],
            "correct": counts[_CORRECT].tolist()[: self.n],
        }
        print(totals)
        print("ratio:", (candidate_length + _TINY) / (reference_length + _SMALL))

    def show_images(self, captions: Iterable[tuple[Any, Sequence[str]]]) -> None:
        """Print a line for each image: its counts and its reference length."""
        for (candidate, references), length in zip(captions, self.reference_lengths, strict=True):
            print(cook_test(candidate, cook_refs(references)), length)


def compute_bleu(
    pairs: Encoded, n: int, option: str, fixed_length: float | None = None
) -> BleuResult:
    """Count, with the `closest`, `shortest` or `average` reference length, or with a fixed one."""
    statistics = native.bleu_statistics(pairs.references, pairs.candidates, option, pairs.jobs)
    column = statistics[:, _REFERENCE_LENGTH]
    if fixed_length is not None:
        column[:] = fixed_length
        return BleuResult(statistics, [fixed_length] * len(statistics), n)
    lengths = column if option == "average" else column.astype(int)
    return BleuResult(statistics, lengths.tolist(), n)


def check_n(n: int) -> int:
    """The same number, if BLEU can be computed up to it.

    Raises:
        UsageError: otherwise.
    """
    if n not in (1, 2, 3, 4):
        raise UsageError(f"Bleu: n is 1, 2, 3 or 4, not {n!r}")
    return n


def _scores(statistics: Floats, n: int) -> list[list[float]]:
    rows = np.ascontiguousarray(statistics)
    return [native.bleu_scores(rows, order, True).tolist() for order in range(1, n + 1)]
