"""How the classes of a detector are called in captions, for captioners that have slots for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from cutline.core.errors import UsageError, near_names
from cutline.text.number_forms import plural_of
from cutline.text.similarity.vectors import WordVectors, cosines

#: A name of a class, in the singular and in the plural.
Name = tuple[str, str]


@dataclass(frozen=True)
class Mention:
    """A class in a caption: the words from `begin` to before `end`."""

    begin: int
    end: int
    label: int
    name: int
    plural: bool


@dataclass(frozen=True)
class ClassWords:
    """Classes by number, each with the names that captions call it by.

    >>> classes = ClassWords.of(["dog", "wine glass"], {"dog": ["puppy"]})
    >>> classes.names[0]
    (('dog', 'dogs'), ('puppy', 'puppies'))
    >>> classes.mentions("two puppies beside a wine glass".split(), {0, 1})[1]
    Mention(begin=4, end=6, label=1, name=0, plural=False)

    Args:
        names: for each class, what it is called; the first name is the class's own.
        neighbours: pairs of a novel class, which no caption that is learnt from has, and the class
            that it is most like, whose vectors it borrows.
    """

    names: tuple[tuple[Name, ...], ...]
    neighbours: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.names:
            raise UsageError("there are no classes: nothing could fill a slot")
        for label, names in enumerate(self.names):
            if not names:
                raise UsageError(
                    f"every class has a name, but that with the number {label} has none"
                )
        for pair in self.neighbours:
            if not all(0 <= label < len(self.names) for label in pair):
                raise UsageError(f"there are {len(self.names)} classes, but {pair} are neighbours")
        novel = {label for label, _ in self.neighbours}
        for label, like in self.neighbours:
            if like in novel:
                raise UsageError(
                    f"{self.called(label)} is novel and borrows the vectors of "
                    f"{self.called(like)}, which is novel too: none of them is ever learnt"
                )

    @classmethod
    def of(
        cls,
        classes: Sequence[str],
        more_names: Mapping[str, Iterable[str]] | None = None,
        neighbours: Mapping[str, str] | None = None,
    ) -> ClassWords:
        """From names in the singular; plurals are formed by rule.

        Args:
            classes: the classes' own names, by number.
            more_names: other names of some of them.
            neighbours: novel classes, and what they are most like.
        """
        numbers = {name: label for label, name in enumerate(classes)}
        for name in (*(more_names or {}), *(neighbours or {}), *(neighbours or {}).values()):
            if name not in numbers:
                raise UsageError(f"there is no class {name!r}{near_names(name, numbers)}")
        return cls(
            tuple(
                tuple(
                    (one.lower(), plural_of(one.lower()))
                    for one in dict.fromkeys((name, *(more_names or {}).get(name, ())))
                )
                for name in classes
            ),
            tuple((numbers[name], numbers[like]) for name, like in (neighbours or {}).items()),
        )

    @classmethod
    def from_plain(cls, plain: ClassWords | Mapping[str, Any]) -> ClassWords:
        """What `plain` gave, or classes as they are.

        Raises:
            UsageError: when it is something else.
        """
        if isinstance(plain, ClassWords):
            return plain
        try:
            return cls(
                tuple(tuple((one, many) for one, many in names) for names in plain["names"]),
                tuple((label, like) for label, like in plain["neighbours"]),
            )
        except UsageError:
            raise
        except (KeyError, TypeError, ValueError):
            raise UsageError("classes have `names` and `neighbours`, lists of pairs") from None

    def plain(self) -> dict[str, Any]:
        """Lists of lists, as a file holds them."""
        return {
            "names": [[list(name) for name in names] for names in self.names],
            "neighbours": [list(pair) for pair in self.neighbours],
        }

    def __len__(self) -> int:
        return len(self.names)

    def called(self, label: int) -> str:
        """A class's own name."""
        return self.names[label][0][0]

    def word(self, label: int, name: int, plural: bool) -> str:
        """One of its names, in the singular or the plural."""
        return self.names[label][name][plural]

    @property
    def words(self) -> set[str]:
        """Every word of every form: what a vocabulary should have whatever its count."""
        return {word for phrase in self._forms for word in phrase}

    @property
    def stand_ins(self) -> list[int]:
        """For each class the one whose vectors it has: mostly itself."""
        borrowed = dict(self.neighbours)
        return [borrowed.get(label, label) for label in range(len(self))]

    @cached_property
    def _forms(self) -> dict[tuple[str, ...], list[tuple[int, int, bool]]]:
        """All phrases that name a class: its number, that of the name, and whether it is plural."""
        forms: dict[tuple[str, ...], list[tuple[int, int, bool]]] = {}
        for plural in (False, True):  # "sheep" alone is one of them
            for label, names in enumerate(self.names):
                for number, name in enumerate(names):
                    known = forms.setdefault(tuple(name[plural].split()), [])
                    if all(label != other for other, _, _ in known):
                        known.append((label, number, plural))
        return forms

    def mentions(self, words: Sequence[str], present: Collection[int]) -> list[Mention]:
        """Where a caption names a class, from left to right; of two names the longer one.

        Args:
            words: of the caption.
            present: the classes to look for, as those that the image has.
        """
        longest = max(len(phrase) for phrase in self._forms)
        found, place = [], 0
        while place < len(words):
            one = self._mention_at(words, place, longest, present)
            if one is not None:
                found.append(one)
            place = place + 1 if one is None else one.end
        return found

    def _mention_at(
        self, words: Sequence[str], begin: int, longest: int, present: Collection[int]
    ) -> Mention | None:
        for end in range(min(begin + longest, len(words)), begin, -1):
            for label, name, plural in self._forms.get(tuple(words[begin:end]), ()):
                if label in present:
                    return Mention(begin, end, label, name, plural)
        return None

    def with_nearest(self, novel: Iterable[int], vectors: WordVectors) -> ClassWords:
        """With a neighbour for each novel class: of the others that with the most similar name."""
        novel = sorted(set(novel))
        known = [label for label in range(len(self)) if label not in novel]
        if not known:
            raise UsageError("all classes are novel: there is none whose vectors they could borrow")
        of_all = vectors.vectors([self.called(label) for label in range(len(self))])
        nearest = np.argmax(cosines(of_all[novel], of_all[known]), axis=1)
        pairs = zip(novel, (known[place] for place in nearest.tolist()), strict=True)
        return replace(self, neighbours=tuple(pairs))
