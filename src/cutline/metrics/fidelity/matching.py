"""Nouns of a caption matched with the objects of its image, each object at most once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.metrics.fidelity.pairs import Pair
from cutline.text.nouns import SEVERAL

#: What a pair that names the same thing is worth more than any that does not: as many of them as
#: possible come first, and similarity decides among what is left.
_MATCH = 2.0


@dataclass(frozen=True, slots=True)
class NounMatch:
    """The object that a noun names: its place, how the two belong together, and how alike."""

    object: int
    relation: str
    similarity: float


@dataclass(frozen=True)
class Matching:
    """What became of the nouns and objects of an image.

    `matches` has the first object that each noun names, None for nouns that name nothing seen;
    `named` are the places of all objects that are named, and `credit` the sum over all pairs.
    """

    matches: tuple[NounMatch | None, ...]
    named: frozenset[int]
    credit: float


def best_matching(counts: Sequence[int], objects: int, pairs: Sequence[Sequence[Pair]]) -> Matching:
    """The assignment with the most true pairs, and among those the one with the most credit.

    Args:
        counts: of how many things each noun speaks; 0 for several, which may be all that fit.
        objects: how many objects there are.
        pairs: of each noun with each object.

    Every noun takes one object, alike or not; those that speak of more take further ones only
    where they name them.
    """
    if not counts or not objects:
        return Matching((None,) * len(counts), frozenset(), 0.0)
    # Imported here because every command loads the metrics, and this takes a while.
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    rows, owners = _slots(counts, objects, pairs)
    taken, given = linear_sum_assignment(rows, maximize=True)
    return _matching(len(counts), pairs, [owners[row] for row in taken], given, rows[taken, given])


def _slots(
    counts: Sequence[int], objects: int, pairs: Sequence[Sequence[Pair]]
) -> tuple[Floats, list[int]]:
    """A row of worths for each thing that a noun speaks of, and the noun of each row."""
    rows: list[list[float]] = []
    owners: list[int] = []
    for noun, count in enumerate(counts):
        worths = [pair.credit + _MATCH * pair.is_match for pair in pairs[noun]]
        rows.append(worths)
        matching = sum(pair.is_match for pair in pairs[noun])
        most = matching if count == SEVERAL else min(count, matching)
        further = [w if pair.is_match else 0.0 for w, pair in zip(worths, pairs[noun], strict=True)]
        rows += [further] * (most - 1)
        owners += [noun] * max(most, 1)
    return np.array(rows, dtype=np.float64).reshape(len(rows), objects), owners


def _matching(
    nouns: int,
    pairs: Sequence[Sequence[Pair]],
    owners: Sequence[int],
    objects: Sequence[int],
    worths: Sequence[float],
) -> Matching:
    matches: list[NounMatch | None] = [None] * nouns
    named = set()
    credits = []
    for noun, place, worth in zip(owners, map(int, objects), worths, strict=True):
        if worth <= 0:
            continue
        pair = pairs[noun][place]
        credits.append(pair.credit)
        if pair.is_match:
            named.add(place)
            earlier = matches[noun]
            if earlier is None or place < earlier.object:
                matches[noun] = NounMatch(place, pair.relation, pair.similarity)
    return Matching(tuple(matches), frozenset(named), math.fsum(credits))
