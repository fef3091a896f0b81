"""Which classes of an image count."""

from __future__ import annotations

from collections.abc import Mapping

from cutline.benchmarks.selection.procedure import Ancestors, Parts
from cutline.datasets.class_hierarchy import ClassHierarchy

Counts = Mapping[str, int]


class CountedClasses:
    """The classes that images are judged by, and those that are listed apart.

    >>> kinds = {"woman": ("person",), "hand": ()}
    >>> people = ClassHierarchy("people", kinds, {"hand": ("person",)})
    >>> CountedClasses(people, "drop", "apart").of({"woman": 1, "person": 2, "hand": 4})
    ({'woman': 1}, {'hand': 4})
    >>> CountedClasses(people, "add", "count").of({"woman": 1, "hand": 4})
    ({'woman': 1, 'hand': 4, 'person': 1}, {})
    """

    def __init__(self, hierarchy: ClassHierarchy | None, ancestors: Ancestors, parts: Parts):
        self._hierarchy, self._ancestors, self._parts = hierarchy, ancestors, parts
        self._above: dict[str, frozenset[str]] = {}

    def of(self, counts: Counts) -> tuple[Counts, Counts]:
        """The classes of an image that count, and its parts if these are listed apart."""
        if self._hierarchy is None:
            return counts, {}
        parts = {}
        if self._parts == "apart":
            parts = {label: n for label, n in counts.items() if self._hierarchy.is_part(label)}
            counts = {label: n for label, n in counts.items() if label not in parts}
        if self._ancestors == "drop":
            below = {above for label in counts for above in self._ancestors_of(label)}
            counts = {label: n for label, n in counts.items() if label not in below}
        elif self._ancestors == "add":
            counts = self._with_ancestors(counts)
        return counts, parts

    def _with_ancestors(self, counts: Counts) -> Counts:
        """Every object counted under all classes that it is a kind of."""
        whole = dict(counts)
        for label, count in counts.items():
            for above in self._ancestors_of(label):
                whole[above] = whole.get(above, 0) + count
        return whole

    def _ancestors_of(self, label: str) -> frozenset[str]:
        found = self._above.get(label)
        if found is None:
            assert self._hierarchy is not None
            found = self._above[label] = self._hierarchy.ancestors(label)
        return found
