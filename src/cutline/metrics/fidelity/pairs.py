"""A noun beside a label: whether they name the same thing, and how alike they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.text.noun_hierarchy import NounHierarchy
from cutline.text.similarity.vectors import WordVectors, cosines

_ANYBODY_LIST = "adult baby boy child gentleman girl guy kid lady man people teenager toddler woman"
#: Words for people that say nothing of what they do, so that they may name whoever does anything:
#: the man of a caption may be the waiter that a detector sees.
_ANYBODY = frozenset(_ANYBODY_LIST.split())
_PERSON = "person"

#: What is left of a pair's credit with each step between a word and a more general one.
_STEP = 0.9


@dataclass(frozen=True, slots=True)
class Pair:
    """How a noun and a label belong together.

    `relation` is `same`, `synonym`, `kind of`, `includes`, `both persons` or `similar`, and empty
    where they name different things. `similarity` is the cosine of their vectors, `credit` what
    the pair counts.
    """

    relation: str
    similarity: float
    credit: float

    @property
    def is_match(self) -> bool:
        """Whether both can name one thing."""
        return bool(self.relation)


class PairFinder:
    """Compares nouns with labels.

    Args:
        source: the word vectors.
        hierarchy: which nouns are kinds of others; None to go by vectors alone.
        threshold: the cosine from which on two words are taken for the same thing.
    """

    def __init__(
        self, source: WordVectors, hierarchy: NounHierarchy | None, threshold: float
    ) -> None:
        self._source = source
        self._hierarchy = hierarchy
        self._threshold = threshold

    def pairs(self, nouns: Sequence[str], labels: Sequence[str]) -> list[list[Pair]]:
        """Each noun with each label."""
        alike = cosines(self._source.vectors(nouns), self._source.vectors(labels)).tolist()
        return [
            [self._pair(noun, label, cosine) for label, cosine in zip(labels, row, strict=True)]
            for noun, row in zip(nouns, alike, strict=True)
        ]

    def _pair(self, noun: str, label: str, cosine: float) -> Pair:
        if noun == label:
            return Pair("same", 1.0, 1.0)
        # The cosine of half the angle: 1 for the same direction, .7 for a right angle, never below
        # 0, so that a word that is only near an object counts for something.
        credit = math.sqrt(max(1 + cosine, 0.0) / 2)
        known = self._relation(noun, label)
        if known is not None:
            kind, steps = known
            return Pair(kind, cosine, max(credit, _STEP**steps))
        return Pair("similar" if cosine >= self._threshold else "", cosine, credit)

    def _relation(self, noun: str, label: str) -> tuple[str, int] | None:
        """What WordNet says; a compound that it does not know is a kind of its last word."""
        if self._hierarchy is None:
            return None
        head, other_head = (self._known_part(words) for words in (noun, label))
        further = (head != noun) + (other_head != label)
        if head == other_head:
            return "kind of" if head != noun else "includes", further
        found = self._hierarchy.relation(head, other_head)
        if found is not None:
            return found.kind, found.steps + further
        if self._may_be_one_person(head, other_head):
            return "both persons", 2
        return None

    def _may_be_one_person(self, word: str, other: str) -> bool:
        if (word in _ANYBODY) == (other in _ANYBODY) or self._hierarchy is None:
            return False
        doer = self._hierarchy.relation(other if word in _ANYBODY else word, _PERSON)
        return doer is not None and doer.kind == "kind of"

    def _known_part(self, words: str) -> str:
        if self._hierarchy is None or " " not in words or self._hierarchy.senses(words):
            return words
        return words.rpartition(" ")[2]
