"""Nouns of a caption matched with the objects of its image, each object at most once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.metric import Floats
from cutline.metrics.fidelity.pairs import Pair
from cutline.text.nouns import SEVERAL


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
    """The assignment with the most true pairs; of several the one in which the most nouns have any.

    Of those that are equal in both, the one with the most credit. So in "a man and other people"
    the people leave one person to the man.

    Args:
        counts: of how many things each noun speaks; 0 for several, which may be all that fit.
        objects: how many objects there are.
        pairs: of each noun with each object.

    A noun that names no object takes one that it does not name, and gets a little credit for it;
    those that speak of several take further ones only where they name them.
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
    # No pair has more credit than 1, so the first true pair of a noun outweighs all credit there
    # can be, and any true pair outweighs the first ones of all nouns besides.
    first = objects + 1.0
    true = (first + 1.0) * (objects + 1.0)
    rows: list[list[float]] = []
    owners: list[int] = []
    for noun, count in enumerate(counts):
        named = [pair.is_match for pair in pairs[noun]]
        rows.append([pair.credit + (true + first) * pair.is_match for pair in pairs[noun]])
        most = sum(named) if count == SEVERAL else min(count, sum(named))
        further = [(pair.credit + true) * pair.is_match for pair in pairs[noun]]
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
