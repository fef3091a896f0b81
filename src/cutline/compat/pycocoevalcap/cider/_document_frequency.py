"""In how many images each n-gram occurs: left to the kernels, and a dictionary when asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import MutableMapping
from typing import Any

from cutline import native
from cutline.compat.pycocoevalcap._ngrams import Ngram
from cutline.core.errors import UsageError
from cutline.core.jobs import default_jobs

#: References are always counted up to here, whatever n the scores have.
_LONGEST = 4


class DocumentFrequency:
    """A table that is made only if somebody wants to see or change it."""

    def __init__(self) -> None:
        # References that count once, and nothing else does.
        self._references: native.References | None = None
        self._table: MutableMapping[Any, float] | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Scorers can be copied and sent to other processes; what the kernels hold cannot.
        return {"_references": None, "_table": self.table()}

    def count(self, references: native.References) -> None:
        """Add each n-gram of the references, once an image; counting twice counts double."""
        if self._references is None and self._table is None:
            self._references = references
            return
        table = self.table()
        for ngram, count in _counts(references):
            table[ngram] = table.get(ngram, 0.0) + count

    def table(self) -> MutableMapping[Any, float]:
        """The counts as a dictionary."""
        if self._table is None:
            counts = [] if self._references is None else _counts(self._references)
            self._table = defaultdict(float, {ngram: float(count) for ngram, count in counts})
            self._references = None
        return self._table

    def replace(self, table: MutableMapping[Any, float]) -> None:
        """Use other counts."""
        self._table, self._references = table, None

    def most_above(self, images: int) -> float:
        """How often the most frequent n-gram was counted, if more often than there are images."""
        if self._references is not None:
            return 0.0  # once an image
        most = max(self.table().values(), default=0.0)
        return most if most > images else 0.0

    def frequencies(self, references: native.References) -> native.Frequencies | None:
        """The table for scoring these references; None if it is their own, which kernels count.

        Raises:
            UsageError: when a count is not a whole number.
        """
        if self._references is references:
            return None
        usable = [(k, _whole(k, v)) for k, v in self.table().items() if _can_match(k)]
        return native.frequencies_from(usable, float(references.images))


def _counts(references: native.References) -> list[tuple[Ngram, int]]:
    return native.count_frequencies(references, _LONGEST, default_jobs()).entries()


def _can_match(ngram: Any) -> bool:
    return isinstance(ngram, tuple) and 1 <= len(ngram) <= _LONGEST


def _whole(ngram: Ngram, count: float) -> int:
    if int(count) != count:
        raise UsageError(f"document_frequency of {ngram} is {count!r}, expected a whole number")
    return max(0, int(count))
