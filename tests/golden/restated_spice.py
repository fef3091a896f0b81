"""SPICE from tuples on, restated in the plainest way: graphs, what matches what, F.

Written from what the official program was found to do (Anderson et al. 2016 leave much open), it
shares no code with Cutline. Synonyms are read from the official METEOR's jar.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

Tuple = tuple[str, ...]
Rows = Sequence[Sequence[int]]

COLOURS = {
    "black", "brown", "blue", "red", "yellow", "pink", "gray", "grey", "green", "dark", "light",
    "white", "cream", "orange", "purple", "maroon", "beige", "violet",
}  # fmt: skip
NUMBERS = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
#: Of some hundred, those that the golden captions have.
SIZES = {"big", "large", "small", "tall", "huge"}

_ENDINGS = [
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
    ("men", "man"), ("ies", "y"), ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"),
    ("ed", ""), ("ing", "e"), ("ing", ""), ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
]  # fmt: skip


@dataclass(frozen=True)
class Synonyms:
    """Words to numbers of synsets, and irregular forms to words."""

    table: Mapping[str, frozenset[str]]
    exceptions: Mapping[str, Sequence[str]]

    def of(self, word: str) -> frozenset[str]:
        key = word.lower().replace(" ", "_")
        bases = self.exceptions.get(key) or [self._base(key)]
        return self._listed(key).union(*map(self._listed, bases))

    def _listed(self, key: str) -> frozenset[str]:
        return self.table.get(key, frozenset())

    def _base(self, word: str) -> str:
        whole, end = (word[:-3], "ful") if word.endswith("ful") else (word, "")
        if word.endswith("ss") or len(word) <= 2:
            return word
        for old, new in _ENDINGS:
            if whole.endswith(old) and (base := whole.removesuffix(old) + new) in self.table:
                return base + end
        return ""


@cache
def official_synonyms() -> Synonyms:
    import pycocoevalcap

    jar = Path(pycocoevalcap.__path__[0], "meteor", "meteor-1.5.jar")
    with ZipFile(jar) as files:
        synsets = files.read("synonym/english.synsets").decode().splitlines()
        exceptions = files.read("synonym/english.exceptions").decode().splitlines()
    bases: dict[str, list[str]] = {}
    for base, forms in zip(exceptions[::2], exceptions[1::2], strict=True):
        for form in forms.split():
            bases.setdefault(form, []).append(base)
    table = {w: frozenset(n.split()) for w, n in zip(synsets[::2], synsets[1::2], strict=True)}
    return Synonyms(table, bases)


class Concept:
    def __init__(self, word: str, synonyms: Synonyms) -> None:
        self.words = {word}
        self.synsets = set(synonyms.of(word))

    def similarity(self, other: Concept) -> float:
        if self.words & other.words:
            return 1.0
        both = self.synsets | other.synsets
        return len(self.synsets & other.synsets) / len(both) if both else 0.0

    def is_same(self, other: Concept) -> bool:
        return self.words == other.words and self.synsets == other.synsets

    def merge(self, other: Concept) -> None:
        self.words |= other.words
        self.synsets |= other.synsets

    def __str__(self) -> str:
        return "/".join(sorted(self.words))


class Graph:
    """Objects with attributes, and relations between them."""

    def __init__(self, captions: Iterable[Iterable[Tuple]], synonyms: Synonyms) -> None:
        self.synonyms = synonyms
        self.objects: list[Concept] = []
        self.attributes: list[tuple[Concept, Concept]] = []
        self.relations: list[tuple[Concept, Concept, Concept]] = []
        for found in (found for caption in captions for found in caption):
            self._add(*found)

    def _add(self, name: str, word: str = "", other: str = "") -> None:
        first = self._object(name)
        if other:
            second = self._object(other)
            relation = Concept(word.removeprefix("be "), self.synonyms)
            there = [r for a, r, b in self.relations if a is first and b is second]
            if not _is_known(relation, there):
                self.relations.append((first, relation, second))
        elif word:
            attribute = Concept(word, self.synonyms)
            if not _is_known(attribute, [a for name, a in self.attributes if name is first]):
                self.attributes.append((first, attribute))

    def _object(self, name: str) -> Concept:
        wanted = Concept(name, self.synonyms)
        same = [known for known in self.objects if known.is_same(wanted)]
        near = max(self.objects, key=wanted.similarity, default=None)
        if same:
            return same[0]
        if near is not None and wanted.similarity(near) > 0:
            near.merge(wanted)
            return near
        self.objects.append(wanted)
        return wanted

    def tuples(self) -> list[tuple[Concept, ...]]:
        return [*((name,) for name in self.objects), *self.attributes, *self.relations]


def _is_known(new: Concept, there: Sequence[Concept]) -> bool:
    if any(known.is_same(new) for known in there):
        return True
    for known in there:
        if known.similarity(new) > 0:
            known.merge(new)
            return True
    return False


def _matches(said: Sequence[Concept], known: Sequence[Concept]) -> bool:
    pairs = zip(said, known, strict=False)
    return len(said) == len(known) and all(a.similarity(b) > 0 for a, b in pairs)


def _kinds(found: Sequence[Concept]) -> list[bool]:
    """Whether it counts as anything, object, attribute, relation, colour, number, size."""
    word = str(found[1]) if len(found) == 2 else ""
    of_words = (word in words for words in (COLOURS, NUMBERS, SIZES))
    return [True, *(len(found) == length for length in (1, 2, 3)), *of_words]


def statistics(
    images: Iterable[tuple[Sequence[Sequence[Tuple]], Sequence[Tuple]]], synonyms: Synonyms
) -> list[list[int]]:
    """Matched, invented and missed tuples of each kind, for each image."""
    rows = []
    for references, candidate in images:
        known = Graph(references, synonyms).tuples()
        said = Graph([candidate], synonyms).tuples()
        row = []
        for kind in range(7):
            wanted = [each for each in known if _kinds(each)[kind]]
            given = [each for each in said if _kinds(each)[kind]]
            matched = sum(any(_matches(each, other) for other in wanted) for each in given)
            row += [matched, len(given) - matched, len(wanted) - matched]
        rows.append(row)
    return rows


def values(rows: Rows) -> list[float]:
    """F of precision and recall of all tuples."""
    return [
        2 * matched / (2 * matched + invented + missed) if matched else 0.0
        for matched, invented, missed, *_ in rows
    ]
