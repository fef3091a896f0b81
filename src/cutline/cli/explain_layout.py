"""Two captions over each other: which words share a column, and where long captions are wrapped.

Each caption keeps its own order from left to right. Chunks that stand in the same order in both
form the table, a column for each matched pair. A chunk that is out of order cannot stand over its
counterpart: it has columns of its own in each caption, and a number that joins the two.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from rich.cells import cell_len, chop_cells

from cutline.datasets.wording import printable
from cutline.metrics.explained.meteor_alignment import Alignment, MatchedPair

Chunk = tuple[MatchedPair, ...]
Words = tuple[str, ...]

#: Between columns of a segment, between segments, and after a segment where a line ends.
GAP, BAR, LAST_BAR = "  ", " | ", " |"

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Column:
    """Words of the candidate over words of the reference; either can be none.

    `link` says how they match: `=` for exactly, else the stage; nothing where they do not. With a
    number it leads to the column of the other caption that has the same number.
    """

    candidate: Words
    link: str
    reference: Words
    is_matched: bool = False  # the rest of a word that is wider than a line is, without a link

    @property
    def width(self) -> int:
        """In cells of a terminal, of which a Chinese character takes two."""
        rows = (self.candidate, (self.link,), self.reference)
        return max(cell_len(" ".join(row)) for row in rows)


#: Columns with no bar between: a chunk, half a chunk that is out of order, words without a match.
Segment = tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """What fits in a line: columns, each with what stands before it, and what ends the line."""

    columns: tuple[tuple[str, Column], ...]
    ending: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """Part of one caption: the words of a chunk, pair by pair, or words without a match."""

    kind: Literal["in order", "out of order", "unmatched"]
    words: tuple[Words, ...]
    links: tuple[str, ...]


_NOTHING = _Piece("unmatched", (), ())


def segments_of(alignment: Alignment) -> list[Segment]:
    """The columns of an alignment, from left to right."""
    chunks = alignment.chunks
    moved = set(chunks) - set(_in_order(chunks))
    in_candidate = sorted(moved, key=lambda chunk: chunk[0].candidate.start)
    numbers = {chunk: str(n).translate(_SUPERSCRIPTS) for n, chunk in enumerate(in_candidate, 1)}
    said = {chunk: [pair.candidate for pair in chunk] for chunk in chunks}
    wanted = {chunk: [pair.reference for pair in chunk] for chunk in chunks}
    uppers = deque(_pieces(tuple(map(_visible, alignment.candidate)), said, numbers))
    lowers = deque(_pieces(tuple(map(_visible, alignment.reference)), wanted, numbers))
    segments = []
    for upper, lower in _side_by_side(uppers, lowers):
        links = max(upper.links, lower.links, key=len)
        words = zip_longest(upper.words, lower.words, fillvalue=())
        columns = zip(words, links, strict=True)
        segments.append(
            tuple(Column(above, link, below, bool(link)) for (above, below), link in columns)
        )
    return segments


def blocks_of(segments: Iterable[Segment], width: int) -> Iterator[Block]:
    """The columns line by line, no line wider than so many cells.

    A segment is broken only where it is wider than a line.
    """
    room = width - len(LAST_BAR)
    line: list[tuple[str, Column]] = []
    used = 0
    for segment in segments:
        columns = [part for column in segment for part in _fitting(column, room)]
        whole = sum(column.width + len(GAP) for column in columns) - len(GAP)
        separator = BAR
        for column in columns:
            needed = whole if separator == BAR and whole <= room else column.width
            if line and used + len(separator) + needed > room:
                yield Block(tuple(line), LAST_BAR if separator == BAR else "")
                line, used = [], 0
            line.append((separator if line else "", column))
            used += len(line[-1][0]) + column.width
            separator = GAP
    if line:
        yield Block(tuple(line), "")


def _visible(word: str) -> str:
    """A word that takes room on a screen, as lone accents and skin colours of emoji do not."""
    text = printable(word)
    return text if cell_len(text) else " ".join(f"U+{ord(character):04X}" for character in word)


def _fitting(column: Column, room: int) -> Iterator[Column]:
    """The column, or where a word is wider than a line, several that hold it bit by bit."""
    if column.width <= room:
        yield column
        return
    rows = [chop_cells(" ".join(row), room) for row in (column.candidate, column.reference)]
    for number, (above, below) in enumerate(zip_longest(*rows, fillvalue="")):
        link = "" if number else column.link
        words = ((above,) if above else (), link, (below,) if below else ())
        yield Column(*words, column.is_matched)


def _pieces(
    caption: Words, places: Mapping[Chunk, list[range]], numbers: Mapping[Chunk, str]
) -> Iterator[_Piece]:
    at = 0
    for chunk, ranges in sorted(places.items(), key=lambda item: item[1][0].start):
        yield from _unmatched(caption[at : ranges[0].start])
        links = ("=" if pair.stage == "exact" else pair.stage for pair in chunk)
        yield _Piece(
            "out of order" if chunk in numbers else "in order",
            tuple(caption[place.start : place.stop] for place in ranges),
            tuple(link + numbers.get(chunk, "") for link in links),
        )
        at = ranges[-1].stop
    yield from _unmatched(caption[at:])


def _unmatched(words: Words) -> Iterator[_Piece]:
    if words:
        yield _Piece("unmatched", tuple((word,) for word in words), ("",) * len(words))


def _side_by_side(above: deque[_Piece], below: deque[_Piece]) -> Iterator[tuple[_Piece, _Piece]]:
    """Pieces of two captions over each other.

    A chunk stands over its counterpart if they are in order, else alone; what is unmatched in one
    caption stands over what is unmatched in the other.
    """
    while above or below:
        if _begins(above, "out of order"):
            yield above.popleft(), _NOTHING
        elif _begins(below, "out of order"):
            yield _NOTHING, below.popleft()
        elif _begins(above, "unmatched") or _begins(below, "unmatched"):
            yield (
                above.popleft() if _begins(above, "unmatched") else _NOTHING,
                below.popleft() if _begins(below, "unmatched") else _NOTHING,
            )
        else:
            yield above.popleft(), below.popleft()


def _begins(pieces: deque[_Piece], kind: str) -> bool:
    return bool(pieces) and pieces[0].kind == kind


@dataclass(frozen=True, slots=True)
class _Path:
    weight: int
    chunk: Chunk
    before: _Path | None


def _in_order(chunks: Iterable[Chunk]) -> list[Chunk]:
    """The chunks with the most words that stand in the same order in both captions.

    `chunks` are in the order of the reference, so their places in the candidate have to rise.
    """
    # Paths that another one outdoes, by ending earlier and having more words, are dropped; so
    # those that are left rise in both, and a long caption takes no longer than sorting it would.
    starts: list[int] = []
    paths: list[_Path] = []
    for chunk in chunks:
        start = chunk[0].candidate.start
        place = bisect_left(starts, start)
        before = paths[place - 1] if place else None
        words = sum(len(pair.candidate) + len(pair.reference) for pair in chunk)
        path = _Path(words + (before.weight if before else 0), chunk, before)
        end = place
        while end < len(paths) and paths[end].weight <= path.weight:
            end += 1
        starts[place:end], paths[place:end] = [start], [path]
    kept = []
    last = paths[-1] if paths else None
    while last:
        kept.append(last.chunk)
        last = last.before
    return kept[::-1]
