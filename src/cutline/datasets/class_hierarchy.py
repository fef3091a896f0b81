"""Which object class is a kind of which other, and which classes are only parts of things."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cutline.core.errors import ContentError, FileError
from cutline.datasets.class_links import class_links
from cutline.datasets.class_names import read_class_names
from cutline.datasets.object_synonyms import plain_label
from cutline.datasets.source import open_source
from cutline.datasets.wording import short


@dataclass(frozen=True)
class ClassHierarchy:
    """The classes of a vocabulary, each with what it is a kind of and what it is a part of.

    A class may have several parents. Names are looked up as they are, and then in lower case. Of a
    class that is not in the hierarchy nothing is known, and it has none. `name` tells what a figure
    was computed with.

    >>> kinds = {"duck": ("bird",), "bird": ("animal",)}
    >>> birds = ClassHierarchy("birds", kinds, {"wing": ("bird",)})
    >>> sorted(birds.ancestors("duck")), sorted(birds.descendants("animal")), birds.is_part("wing")
    (['animal', 'bird'], ['bird', 'duck'], True)
    """

    name: str
    parents_of: Mapping[str, tuple[str, ...]]
    wholes_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and self._known(label) in self._labels

    @property
    def labels(self) -> tuple[str, ...]:
        """All classes, each once."""
        return tuple(self._labels)

    def parents(self, label: str) -> tuple[str, ...]:
        """The classes that one is directly a kind of."""
        return self.parents_of.get(self._known(label), ())

    def children(self, label: str) -> tuple[str, ...]:
        """The classes that are directly kinds of one."""
        return self._children.get(self._known(label), ())

    def ancestors(self, label: str) -> frozenset[str]:
        """The classes that one is a kind of, directly or through others; not itself."""
        return _closure(self._known(label), self.parents_of)

    def descendants(self, label: str) -> frozenset[str]:
        """The classes that are kinds of one, directly or through others; not itself."""
        return _closure(self._known(label), self._children)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The classes that are parts of others, and all kinds of them."""
        listed = {label for label, wholes in self.wholes_of.items() if wholes}
        return frozenset(listed).union(*(self.descendants(label) for label in listed))

    def is_part(self, label: str) -> bool:
        """Whether a class is a part of others, as a hand and a tyre are."""
        return self._known(label) in self.parts

    def _known(self, label: str) -> str:
        """The same class as the hierarchy spells it."""
        return label if label in self._labels else self._spelt.get(plain_label(label), label)

    @cached_property
    def _spelt(self) -> dict[str, str]:
        return {plain_label(label): label for label in reversed(self._labels)}

    @cached_property
    def _labels(self) -> dict[str, None]:
        labels = dict.fromkeys([*self.parents_of, *self.wholes_of])
        for above in (self.parents_of, self.wholes_of):
            for several in above.values():
                labels.update(dict.fromkeys(several))
        return labels

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        children: dict[str, list[str]] = {}
        for label, parents in self.parents_of.items():
            for parent in parents:
                children.setdefault(parent, []).append(label)
        return {parent: tuple(of) for parent, of in children.items()}


def read_class_hierarchy(
    path: str | os.PathLike[str], class_file: str | os.PathLike[str] | None = None
) -> ClassHierarchy:
    """A hierarchy from Open Images' file, or from lines such as `duck: bird`; see `class_links`.

    A class may occur at several places of the file; what is said of it adds up. With Open Images'
    table of class names, classes go by those names; one that the table does not name keeps its
    label.

    Raises:
        FileError: when a file cannot be read or is of another kind.
        ContentError: when a class is below itself.
    """
    source = open_source(path)
    names = {} if class_file is None else read_class_names(class_file)
    parents: dict[str, dict[str, None]] = {}
    wholes: dict[str, dict[str, None]] = {}
    for label, above, relation in class_links(source):
        label = names.get(label, label)
        parents.setdefault(label, {})
        if above is not None:
            of = parents if relation == "kind" else wholes
            of.setdefault(label, {})[names.get(above, above)] = None
    if not parents:
        raise FileError(f"{source.name}: holds no classes")
    digest = hashlib.sha256(source.data).hexdigest()[:16]
    hierarchy = ClassHierarchy(
        f"{Path(source.name).name}={digest}",
        {label: tuple(of) for label, of in parents.items()},
        {label: tuple(of) for label, of in wholes.items()},
    )
    for label in hierarchy.labels:
        if label in hierarchy.ancestors(label):
            raise ContentError(f"{source.name}: {short(label)!r} is below itself")
    return hierarchy


def _closure(label: str, links: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(links.get(label, ()))
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting.extend(links.get(other, ()))
    return frozenset(found)
