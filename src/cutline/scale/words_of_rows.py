"""Rows with the texts that kernels read: as they are, or tokenized with what stands around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cutline import native
from cutline.scale.plan import Plan
from cutline.scale.rows import PartReader, Rows

#: So many rows before and behind are read with those of a chunk where the tokenizer looks at what
#: follows. It looks at the next caption; only a tag that spans captions reaches further.
CONTEXT = 8
#: Where a part's last rows are looked for first.
_TAIL_BYTES = 1 << 18

LeftOut = dict[int, frozenset[int]]


@dataclass(frozen=True)
class RowTexts:
    """A chunk of rows, and its texts as kernels take them."""

    rows: Rows
    captions: list[str]
    references: list[list[str]]
    tokenization: str

    def for_kernels(self, *, with_captions: bool = False) -> Any:
        """The references; those of one image more are the captions, where their words are to be
        known beside those of references.
        """
        images = [*self.references, self.captions] if with_captions else self.references
        return native.make_references(images, self.tokenization, 1)

    def candidates(self, references: Any) -> Any:
        """The captions, each for its image."""
        places = np.arange(len(self.rows), dtype=np.uint32)
        return native.make_candidates(references, self.captions, places, self.tokenization, 1)


def row_texts(plan: Plan, number: int, reader: PartReader, left_out: LeftOut) -> Iterator[RowTexts]:
    """The chunks of a part.

    Args:
        plan: what is to be done.
        number: of the part.
        reader: of the part.
        left_out: rows that are left out, by part.
    """
    if not plan.keeps_order:
        for one in reader.chunks():
            yield RowTexts(one, one.captions, one.references, plan.tokenizer.tokenization)
        return
    before = _rows_before(plan, number, reader, left_out)
    chunks = reader.chunks()
    rows: Rows | None = next(chunks, None)
    while rows is not None:
        following: Rows | None = next(chunks, None)
        after = (
            _rows_behind(plan, number, reader, left_out)
            if following is None
            else following[:CONTEXT]
        )
        yield _tokenized(before, rows, after)
        before = (before + rows)[-CONTEXT:]
        rows = following


def _rows_before(plan: Plan, own: int, reader: PartReader, left_out: LeftOut) -> Rows:
    """The last rows before a part."""
    found, number = Rows(), own
    while number > 0 and len(found) < CONTEXT:
        number -= 1
        part, others = plan.parts[number], left_out.get(number, frozenset())
        last = Rows()
        if part.format == "jsonl" and not others:  # rows can be told from any byte on
            tail = replace(part, first=max(part.first, part.last - _TAIL_BYTES))
            last = _last_rows(PartReader(tail, wanted=plan.wanted))
        if len(last) < CONTEXT:
            last = _last_rows(PartReader(part, others, plan.wanted))
        found = (last + found)[-CONTEXT:]
    reader.reach = own - number, reader.reach[1]
    return found


def _last_rows(reader: PartReader) -> Rows:
    last = Rows()
    for rows in reader.chunks():
        last = (last + rows)[-CONTEXT:]
    return last


def _rows_behind(plan: Plan, own: int, reader: PartReader, left_out: LeftOut) -> Rows:
    found, number = Rows(), own
    while number + 1 < len(plan.parts) and len(found) < CONTEXT:
        number += 1
        other = PartReader(plan.parts[number], left_out.get(number, ()), plan.wanted)
        found = (found + next(other.chunks(), Rows()))[:CONTEXT]
    reader.reach = reader.reach[0], number - own
    return found


def _tokenized(before: Rows, rows: Rows, after: Rows) -> RowTexts:
    whole = before + rows + after
    captions = native.tokenize(whole.captions, "joined", 1)
    counts = [len(of_one) for of_one in whole.references]
    flat = [text for of_one in whole.references for text in of_one]
    words = iter(native.tokenize(flat, "joined", 1))
    references = [[next(words) for _ in range(count)] for count in counts]
    own = slice(len(before), len(before) + len(rows))
    # Words are found already: they only need splitting at white space.
    return RowTexts(rows, captions[own], references[own], "none")
