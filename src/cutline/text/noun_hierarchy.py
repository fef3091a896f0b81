"""What is a kind of what: WordNet's nouns, for comparing what captions say with what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cutline.core.data_files import OpenData, open_data
from cutline.text.noun_data import NOUNS_ENGLISH
from cutline.text.noun_exceptions import ADDED, NOT_MEANT, TOO_GENERAL
from cutline.text.noun_spellings import singulars, spellings, taken_apart, words_of
from cutline.text.noun_table import NounTable

#: Zoology takes small steps: a sheep is nine of them below an animal.
MOST_STEPS = 10

Kind = Literal["synonym", "kind of", "includes"]


@dataclass(frozen=True, slots=True)
class Relation:
    """How a noun stands to another one.

    `kind` is `kind of` for a noun that is more special than the other (dog, animal), `includes` for
    one that is more general, and `synonym` where both can mean the same. `steps` is the number of
    links between them, 0 for synonyms.
    """

    kind: Kind
    steps: int


class NounHierarchy:
    """WordNet's nouns.

    Nouns are given in the singular or the plural, as one word or more, joined by spaces, hyphens or
    underscores.

    Args:
        table: the nouns.
        digest: what tells the table from others.
    """

    def __init__(self, table: NounTable, digest: str) -> None:
        self._table = table
        self._digest = digest
        self._meanings = lru_cache(maxsize=1 << 14)(self._look_up)
        self._relations = lru_cache(maxsize=1 << 16)(self._relate)
        self._steps: dict[int, dict[int, int]] = {}

    @property
    def digest(self) -> str:
        """Tells the nouns from any others, for signatures."""
        return self._digest

    def senses(self, noun: str) -> tuple[int, ...]:
        """The numbers of the synsets that a noun may mean, the most usual first; none if unknown.

        A noun that has a meaning of its own in the plural ("glasses") has both.
        """
        usual, others = self._meanings(noun)
        return usual + others

    def relation(self, noun: str, other: str) -> Relation | None:
        """How a noun stands to another one; None where neither is a kind of the other.

        Only the one or two most usual senses of each count. Of several relations it is that of
        the fewest steps, at most 10. Very general nouns (object, thing, artifact) include nothing.
        """
        return self._relations(noun, other)

    def _relate(self, noun: str, other: str) -> Relation | None:
        mine, theirs = self._meanings(noun)[0], self._meanings(other)[0]
        if not set(mine).isdisjoint(theirs):
            return Relation("synonym", 0)
        up = self._nearest(mine, self._senses_for(other, noun))
        down = self._nearest(theirs, self._senses_for(noun, other))
        if up is None and down is None:
            return None
        # A tie is settled by the synsets' numbers, so that it is settled alike the other way round.
        if down is None or (up is not None and up < down):
            return Relation("kind of", up[0]) if up else None
        return Relation("includes", down[0])

    def _nearest(self, low: Sequence[int], high: Sequence[int]) -> tuple[int, int, int] | None:
        """The fewest steps from any of the low senses up to any of the high ones, and which."""
        found = [
            (steps[top], sense, top)
            for sense in low
            if (steps := self._steps_up(sense))
            for top in high
            if top in steps and top not in TOO_GENERAL
        ]
        return min(found, default=None)

    def _senses_for(self, noun: str, special: str) -> tuple[int, ...]:
        """The senses in which a noun may include another one.

        All of them, if it is the last part of the other one: which sense is meant in "dining table"
        is said by "dining".
        """
        end, whole = "".join(words_of(noun)), "".join(words_of(special))
        usual, others = self._meanings(noun)
        return usual + others if whole != end and whole.endswith(end) else usual

    def _steps_up(self, sense: int) -> dict[int, int]:
        """All synsets above one that are not too far, with the fewest steps to each."""
        if (known := self._steps.get(sense)) is not None:
            return known
        steps = {sense: 0}
        level = [sense]
        for count in range(1, MOST_STEPS + 1):
            reached = [top for synset in level for top in self._above(synset)]
            level = [top for top in dict.fromkeys(reached) if top not in steps]
            steps.update(dict.fromkeys(level, count))
        del steps[sense]
        self._steps[sense] = steps
        return steps

    def _above(self, synset: int) -> list[int]:
        found = [top for top in self._table.above(synset) if (synset, top) not in NOT_MEANT]
        return [*found, ADDED[synset]] if synset in ADDED else found

    def _look_up(self, noun: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The usual senses of a noun, and the others."""
        words = words_of(noun)
        if not words:
            return (), ()
        in_singular = singulars(words)
        found = [self._first(spellings(words))]
        found.append(self._first(way for form in in_singular for way in spellings(form)))
        if not any(senses for senses, _ in found):
            apart = (way for form in [words, *in_singular] for way in taken_apart(form))
            found.append(self._first(apart))
        usual = dict.fromkeys(sense for senses, count in found for sense in senses[:count])
        others = dict.fromkeys(sense for senses, _ in found for sense in senses)
        return tuple(usual), tuple(sense for sense in others if sense not in usual)

    def _first(self, ways: Iterable[str]) -> tuple[list[int], int]:
        """The senses of the first spelling that is known."""
        for spelling in ways:
            if (found := self._table.senses(spelling))[1]:
                return found
        return [], 0


_opened: dict[OpenData, NounHierarchy] = {}


def noun_hierarchy() -> NounHierarchy:
    """WordNet's nouns, compiled now if they are not yet.

    Raises:
        MissingPartError: when they are not installed; the text has the command that gets them.
        FileError: when they are damaged, or cannot be kept.
    """
    data = open_data(NOUNS_ENGLISH)
    if data not in _opened:
        _opened[data] = NounHierarchy(NounTable(data.payload), data.source_digest)
    return _opened[data]


def missing_noun_hierarchy() -> str | None:
    """Why WordNet's nouns cannot be had, with the one command that helps; None where they can."""
    return NOUNS_ENGLISH.missing()
