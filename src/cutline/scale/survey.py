"""The first of two passes, where document frequencies are needed: which n-grams a part has."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from cutline import native
from cutline.scale.ids import RowIds
from cutline.scale.key_table import KeyTable
from cutline.scale.outcome import Outcome
from cutline.scale.plan import Plan, part_name
from cutline.scale.rows import PartReader
from cutline.scale.words_of_rows import LeftOut, RowTexts, row_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Counts of chunks are put together when they have become so many.
_MOST_APART = 6_000_000


def survey_part(plan: Plan, left_out: LeftOut, number: int) -> None:
    """Count in how many images of a part each n-gram occurs, and write it down.

    N-grams of captions alone have the count 0: they are there to be told their count in all parts.
    """
    began = time.process_time()
    own = left_out.get(number, frozenset())
    reader, ids, counts = PartReader(plan.parts[number], own, plan.wanted), RowIds(), _Counts()
    outcome = Outcome()
    for texts in row_texts(plan, number, reader, left_out):
        ids.add(texts.rows)
        counts.add(texts, plan.counted_ngrams)
        outcome.images += len(texts.rows)
    ids.write(plan.folder, number)
    outcome.spilled = counts.write(plan, number)
    outcome.finish(reader, left_out, number)
    outcome.seconds = time.process_time() - began
    outcome.write(plan.folder, f"survey/{part_name(number)}.json")


class _Counts:
    """Counts by key, of chunk after chunk."""

    def __init__(self) -> None:
        self._keys: list[NDArray[np.uint64]] = [np.empty((0, 2), np.uint64)]
        self._counts: list[NDArray[np.uint32]] = [np.empty(0, np.uint32)]

    def add(self, texts: RowTexts, longest: int) -> None:
        said = native.make_references([texts.captions], texts.tokenization, 1)
        for references, is_counted in ((texts.for_kernels(), True), (said, False)):
            found = native.count_frequencies(references, longest, 1)
            keys, counts = native.frequency_keys(found)
            self._keys.append(keys)
            self._counts.append(counts if is_counted else np.zeros_like(counts))
        if sum(map(len, self._counts)) > _MOST_APART:
            self._put_together()

    def _put_together(self) -> None:
        keys, counts = native.summed_counts(
            np.concatenate(self._keys), np.concatenate(self._counts)
        )
        self._keys, self._counts = [keys], [counts]

    def write(self, plan: Plan, number: int) -> int:
        """Write them down, and say how many there are."""
        self._put_together()
        table = KeyTable(plan.folder, f"survey/{part_name(number)}")
        table.write(self._keys[0], self._counts[0])
        return len(self._keys[0])
