"""How often pairs of concepts occur: images by the number of references that agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from cutline.benchmarks.compositional.found_pairs import FoundPairs
from cutline.core.errors import UsageError, near_names
from cutline.core.tables import Table, Tabular
from cutline.text.concepts import ConceptPair

PairKind = Literal["adjective", "verb"]
PAIR_KINDS: tuple[PairKind, ...] = ("adjective", "verb")
Order = Literal["total", "agreement", "name"]
ORDERS: tuple[Order, ...] = ("total", "agreement", "name")


@dataclass(frozen=True)
class PairCount:
    """The images of a pair: `by_agreement[n - 1]` of them have it in exactly `n` references."""

    pair: ConceptPair
    by_agreement: tuple[int, ...]
    is_held_out: bool = False

    @property
    def total(self) -> int:
        """The images in which any reference has the pair."""
        return sum(self.by_agreement)

    @property
    def mean_agreement(self) -> float | None:
        """How many references have the pair, on average over images where any has it."""
        if not self.total:
            return None
        return sum(n * images for n, images in enumerate(self.by_agreement, 1)) / self.total

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "pair": self.pair.name,
            "kind": self.pair.other.kind,
            "category": self.pair.category,
            "is_held_out": self.is_held_out,
            "by_agreement": list(self.by_agreement),
            "total": self.total,
            "mean_agreement": self.mean_agreement,
        }


@dataclass(frozen=True)
class Occurrences(Tabular):
    """All pairs that were looked for in the references of a benchmark, with their images."""

    name: str
    images: int
    captions: int
    counts: tuple[PairCount, ...]
    signature: str

    @cached_property
    def _by_pair(self) -> dict[ConceptPair, PairCount]:
        return {count.pair: count for count in self.counts}

    @property
    def most_references(self) -> int:
        """How many references an image has at most."""
        return len(self.counts[0].by_agreement) if self.counts else 0

    def of(self, pair: ConceptPair) -> PairCount:
        """The images of a pair; none, where it was not looked for."""
        return self._by_pair.get(pair) or PairCount(pair, (0,) * self.most_references)

    def only(self, at_least: int = 1, kind: PairKind | None = None) -> Occurrences:
        """The pairs with so many images, of one kind or both."""
        kept = (c for c in self.counts if c.total >= at_least and kind in (None, c.pair.other.kind))
        return replace(self, counts=tuple(kept))

    def sorted_by(self, order: Order) -> Occurrences:
        """The same pairs, the first of this order first.

        Raises:
            UsageError: when there is no such order.
        """
        return replace(self, counts=tuple(sorted(self.counts, key=sorting_key(order))))

    def table(self) -> Table:
        """A row for each pair."""
        numbered = [f"images_{n}" for n in range(1, self.most_references + 1)]
        names = ["pair", "category", "is_held_out", *numbered, "total", "mean_agreement"]
        rows = [
            (
                *(c.pair.name, c.pair.category, c.is_held_out),
                *(*c.by_agreement, c.total, c.mean_agreement),
            )
            for c in self.counts
        ]
        return Table.of_rows(names, rows)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        return {
            "name": self.name,
            "images": self.images,
            "captions": self.captions,
            "signature": self.signature,
            "pairs": [count.to_dict() for count in self.counts],
        }

    def __repr__(self) -> str:
        return f"Occurrences({len(self.counts)} pairs, {self.images} images)"


def sorting_key(order: Order) -> Any:
    """What pairs are sorted by; those that are equal in it, by their images and names.

    Raises:
        UsageError: when there is no such order.
    """
    if order == "name":
        return lambda count: count.pair.name
    if order == "total":
        return lambda count: (-count.total, count.pair.name)
    if order == "agreement":
        return lambda count: (-(count.mean_agreement or 0), -count.total, count.pair.name)
    raise UsageError(
        f"pairs are sorted by total, agreement or name, not by {order!r}{near_names(order, ORDERS)}"
    )


def count_pairs(found: FoundPairs, held_out: Collection[ConceptPair] = ()) -> Occurrences:
    """The images of every pair that was looked for, by the number of references that agree.

    >>> from cutline.benchmarks.compositional.found_pairs import find_pairs
    >>> from cutline.core.types import Benchmark
    >>> from cutline.text.concepts import compositional_concepts
    >>> references = (["a black cat", "the cat is black"], ["two black cats", "a cat"], ["a dog"])
    >>> pairs = [compositional_concepts().pair("black cat")]
    >>> found = find_pairs(Benchmark("mine", (1, 2, 3), references), pairs)
    >>> count_pairs(found).counts[0].by_agreement
    (1, 1)
    """
    held = marks(held_out)
    counts = []
    for number, pair in enumerate(found.pairs):
        _, agreeing = found.agreeing(number)
        images = np.bincount(agreeing, minlength=found.most_references + 1)[1:]
        counts.append(PairCount(pair, tuple(images.tolist()), mark(pair) in held))
    captions = int(found.reference_counts.sum())
    return Occurrences(found.name, len(found.image_ids), captions, tuple(counts), found.signature)


def mark(pair: ConceptPair) -> tuple[str, str]:
    """What a pair is recognised by, whatever words its concepts have."""
    return pair.other.kind, pair.name


def marks(pairs: Iterable[ConceptPair]) -> frozenset[tuple[str, str]]:
    """The same of several pairs."""
    return frozenset(map(mark, pairs))


def side_by_side(several: Sequence[Occurrences], order: Order = "total") -> list[ConceptPair]:
    """All pairs of several benchmarks, in the order of their counts taken together."""
    pairs = dict.fromkeys(count.pair for one in several for count in one.counts)
    together = (_sum(pair, [one.of(pair) for one in several]) for pair in pairs)
    return [count.pair for count in sorted(together, key=sorting_key(order))]


def _sum(pair: ConceptPair, counts: Iterable[PairCount]) -> PairCount:
    total = np.zeros(0, dtype=np.int64)
    for count in counts:
        added = np.array(count.by_agreement, dtype=np.int64)
        size = max(len(total), len(added))
        total = np.pad(total, (0, size - len(total))) + np.pad(added, (0, size - len(added)))
    return PairCount(pair, tuple(total.tolist()))
