"""The layout of the table of nouns: sorted lists, and beside them what belongs to their entries.

    8 numbers: how many entries each of the seven lists has, and the bytes of the words
    the synsets; where each one's links begin; the links, to those above
    where each word begins; where its senses begin; how many of them are usual; the senses
    the words, one after another, in the order of their bytes

All numbers have 32 bits. Nothing is read when a table is opened: it is searched where it lies.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

_NUMBER: Final = "i"
_BYTES = 4
_LISTS = 7


def pack(above: Mapping[int, Sequence[int]], words: Mapping[str, tuple[list[int], int]]) -> bytes:
    """The table of synsets, with those above each, and of words, with their senses.

    Args:
        above: the synsets directly above each one.
        words: for each its senses, the most usual first, and how many of them are usual.
    """
    synsets = sorted(above)
    names = sorted(words, key=str.encode)
    spelled = [name.encode() for name in names]
    senses = [words[name][0] for name in names]
    lists: list[Sequence[int]] = [
        synsets,
        _starts([above[synset] for synset in synsets]),
        [other for synset in synsets for other in above[synset]],
        _starts(spelled),
        _starts(senses),
        [words[name][1] for name in names],
        [sense for of_one in senses for sense in of_one],
    ]
    text = b"".join(spelled)
    sizes = [*(len(numbers) for numbers in lists), len(text)]
    return b"".join(array(_NUMBER, numbers).tobytes() for numbers in [sizes, *lists]) + text


def _starts(parts: Sequence[Sequence[int]]) -> list[int]:
    return [*accumulate((len(part) for part in parts), initial=0)]


class NounTable:
    """A table that was packed, searched where it lies.

    >>> table = NounTable(memoryview(pack({1: [], 2: [1], 3: [1]}, {"dog": ([3, 2], 1)})))
    >>> table.senses("dog"), table.senses("cat"), table.above(2), table.above(1)
    (([3, 2], 1), ([], 0), [1], [])
    """

    def __init__(self, payload: memoryview) -> None:
        start = _BYTES * (_LISTS + 1)
        sizes = payload[:start].cast(_NUMBER)
        lists = []
        for size in sizes[:_LISTS]:
            end = start + _BYTES * size
            lists.append(payload[start:end].cast(_NUMBER))
            start = end
        self._synsets, self._above_starts, self._above = lists[:3]
        self._word_starts, self._sense_starts, self._usual, self._senses = lists[3:]
        self._text = payload[start : start + sizes[_LISTS]]

    def above(self, synset: int) -> list[int]:
        """The synsets directly above one that is in the table."""
        place = bisect_left(self._synsets, synset)
        return self._above[self._above_starts[place] : self._above_starts[place + 1]].tolist()

    def senses(self, word: str) -> tuple[list[int], int]:
        """The senses of a word, the most usual first, and how many of them are usual."""
        wanted = word.encode(errors="replace")
        place = bisect_left(range(len(self._usual)), wanted, key=self._word)
        if place == len(self._usual) or self._word(place) != wanted:
            return [], 0
        found = self._senses[self._sense_starts[place] : self._sense_starts[place + 1]]
        return found.tolist(), self._usual[place]

    def _word(self, place: int) -> bytes:
        return bytes(self._text[self._word_starts[place] : self._word_starts[place + 1]])
