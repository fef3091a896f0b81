"""Concepts: words that say the same, and pairs of concepts that a caption may put together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import resources
from typing import Literal

from cutline.core.errors import UsageError, near_names

Kind = Literal["noun", "adjective", "verb"]
KINDS: tuple[Kind, ...] = ("noun", "adjective", "verb")

#: Which list of words: as the published splits were made, or without its slips.
Wording = Literal["published", "corrected"]
WORDINGS: tuple[Wording, ...] = ("published", "corrected")

#: Figures that were computed with these words carry this name; the number goes up with any change.
COMPOSITIONAL = "cutline concepts 1"

_FILE = "compositional_concepts.txt"


@dataclass(frozen=True)
class Concept:
    """A noun, an adjective or a verb with the words that say the same.

    `words` are lemmas, or lemmas in a row such as "fire hydrant"; the name is the first of them.
    `group` is what breakdowns go by: colour, size, animate, transitive and so on.
    """

    kind: Kind
    name: str
    words: tuple[str, ...]
    group: str = ""


@dataclass(frozen=True)
class ConceptPair:
    """An adjective or a verb, and the noun that it belongs to.

    >>> concepts = compositional_concepts()
    >>> pair = concepts.pair("black cat")
    >>> pair.name, pair.category, str(concepts.pair("man_eat"))
    ('black cat', 'colour, animate', 'eat man')
    """

    other: Concept
    noun: Concept

    @property
    def name(self) -> str:
        """What it is called and typed."""
        return f"{self.other.name} {self.noun.name}"

    @property
    def category(self) -> str:
        """The group of pairs that it is reported with: `colour, animate` or `verb, transitive`."""
        if self.other.kind == "verb":
            return f"verb, {self.other.group}" if self.other.group else "verb"
        groups = (self.other.group or "adjective", self.noun.group)
        return ", ".join(filter(None, groups))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Concepts:
    """A set of concepts, and the pairs that are held out, in the groups that are held out together.

    `name` tells what a figure was computed with.
    """

    name: str
    concepts: tuple[Concept, ...]
    pair_groups: tuple[tuple[str, tuple[ConceptPair, ...]], ...] = ()

    @property
    def pairs(self) -> tuple[ConceptPair, ...]:
        """All held-out pairs, group after group; one that stands in two groups stands once."""
        return tuple(dict.fromkeys(pair for _, pairs in self.pair_groups for pair in pairs))

    def of_kind(self, kind: Kind) -> tuple[Concept, ...]:
        """The concepts of one kind."""
        return tuple(concept for concept in self.concepts if concept.kind == kind)

    @cached_property
    def _by_name(self) -> dict[tuple[bool, str], Concept]:
        # A pair has one noun and one other word, so a name may stand for a noun and for another.
        return {(concept.kind == "noun", concept.name): concept for concept in self.concepts}

    @cached_property
    def _both_kinds(self) -> frozenset[str]:
        """The names that an adjective and a verb have, such as "open"."""
        adjectives, verbs = (self.of_kind(kind) for kind in ("adjective", "verb"))
        return frozenset(of.name for of in adjectives) & frozenset(of.name for of in verbs)

    def pair(self, text: str) -> ConceptPair:
        """The pair of two concepts, typed in either order, with a space, `_` or `+` between.

        Raises:
            UsageError: when there are no such concepts, or a name stands for an adjective and for
                a verb; the text says what to do.
        """
        words = text.replace("_", " ").replace("+", " ").lower().split()
        for cut in range(1, len(words)):
            first, second = " ".join(words[:cut]), " ".join(words[cut:])
            for other, noun in ((first, second), (second, first)):
                found = self._by_name.get((False, other)), self._by_name.get((True, noun))
                if found[0] is not None and found[1] is not None:
                    if other in self._both_kinds:
                        raise UsageError(
                            f"{text!r}: {other!r} is an adjective and a verb: give one of them "
                            f"another name, with {other!r} among its words"
                        )
                    return ConceptPair(found[0], found[1])
        raise UsageError(self._no_pair(text, words))

    def _no_pair(self, text: str, words: Sequence[str]) -> str:
        known = {name for _, name in self._by_name}
        if len(words) < 2:
            return f"{text!r} is not a pair: expected an adjective or a verb and a noun: black cat"
        for word in words:
            if word not in known:
                return (
                    f"{text!r}: no concept is named {word!r}{near_names(word, known)}; add it in a "
                    f"file of concepts, under [nouns], [adjectives] or [verbs]"
                )
        return f"{text!r} is not a pair: expected an adjective or a verb and a noun"

    def with_pairs(self, pairs: Iterable[ConceptPair], group: str = "1") -> Concepts:
        """The same concepts, with these pairs held out together."""
        return replace(self, pair_groups=((group, tuple(dict.fromkeys(pairs))),))

    def all_pairs(self) -> tuple[ConceptPair, ...]:
        """Every adjective and every verb with every noun."""
        others = (*self.of_kind("adjective"), *self.of_kind("verb"))
        return tuple(ConceptPair(other, noun) for other in others for noun in self.of_kind("noun"))

    @property
    def digest(self) -> str:
        """What tells these concepts from any others."""
        content = repr((self.concepts, self.pair_groups)).encode("utf-8", "surrogatepass")
        return hashlib.sha256(content).hexdigest()[:16]


@cache
def compositional_concepts(wording: Wording = "published") -> Concepts:
    """The concepts and the 24 held-out pairs of Nikolaus et al. (2019).

    Args:
        wording: `published`, the words that the published splits were made with, slips included,
            or `corrected`.

    >>> len(compositional_concepts().pairs)
    24
    >>> "minibus" in compositional_concepts("corrected").pair("small plane").noun.words
    False
    """
    from cutline.text.concept_file import parse_concepts

    if wording not in WORDINGS:
        raise UsageError(f"the wording is published or corrected, not {wording!r}")
    text = (resources.files("cutline.text") / _FILE).read_text(encoding="utf-8")
    name = COMPOSITIONAL if wording == "published" else f"{COMPOSITIONAL} corrected"
    return parse_concepts(text, _FILE, name=name, wording=wording)
