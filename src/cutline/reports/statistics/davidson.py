"""Davidson's model of pairwise choices with ties, fitted for many resamples at once.

(Davidson 1970.) A system of strength s has the weight exp(s). Of two systems the first is chosen
with a weight of its own, the second likewise, and a tie has the geometric mean of both, times a
parameter that says how ready people are to call something a tie. Without ties this is the model of
Bradley and Terry (1952).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.core.metric import Floats

Places = NDArray[np.intp]

_MOST_STEPS = 200
_LARGEST_STEP = 2.0
_CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True)
class Fitted:
    """Strengths (a row for each fit) on the log scale, and the logarithm of the tie parameter.

    The latter is minus infinity where there are no ties.
    """

    strengths: Floats
    log_ties: Floats


def fit(pairs: Places, counts: Floats, systems: int, prior: float) -> Fitted:
    """The most likely strengths.

    Args:
        pairs: two systems in each row, no pair twice.
        counts: for each fit and each pair: choices of the first, of the second, and ties.
        systems: how many there are.
        prior: so many imaginary comparisons of each system with one of strength 0, with all
            outcomes alike often. They keep strengths finite where a system always wins.
    """
    has_ties = counts[:, :, 2].sum(axis=1) > 0
    imagined = np.zeros((len(counts), 1, 3))
    imagined[:, 0, :2] = np.where(has_ties, prior / 3, prior / 2)[:, None]
    imagined[:, 0, 2] = np.where(has_ties, prior / 3, 0.0)
    imagined = np.repeat(imagined, systems, axis=1)
    # The imaginary opponent is one more system, whose strength stays 0.
    opponent = np.stack([np.arange(systems), np.full(systems, systems)], axis=1)
    every_pair = np.concatenate([pairs, opponent])
    every_count = np.concatenate([counts, imagined], axis=1)
    found = np.zeros((len(counts), systems + 2))
    for _ in range(_MOST_STEPS):
        step = _newton_step(every_pair, every_count, found, has_ties, systems)
        found[:, :systems] += step[:, :systems]
        found[:, -1] += step[:, systems]
        if np.abs(step).max(initial=0) < _CLOSE_ENOUGH:
            break
    return Fitted(found[:, :systems], np.where(has_ties, found[:, -1], -np.inf))


def probabilities(first: Floats, second: Floats, log_ties: Floats) -> Floats:
    """How likely the first, the second and a tie are, in the last axis."""
    weights = np.stack(np.broadcast_arrays(first, second, log_ties + (first + second) / 2), axis=-1)
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def _newton_step(
    pairs: Places, counts: Floats, found: Floats, has_ties: NDArray[np.bool_], systems: int
) -> Floats:
    """Where to go from here: the logarithm of the likelihood is concave."""
    one, other = pairs.T
    log_ties = np.where(has_ties, found[:, -1], -np.inf)[:, None]
    chance = probabilities(found[:, one], found[:, other], log_ties)
    total = counts.sum(axis=2)
    # A tie is half a choice of each of both.
    half = counts[:, :, 2] / 2
    share_one = chance[:, :, 0] + chance[:, :, 2] / 2
    share_other = chance[:, :, 1] + chance[:, :, 2] / 2
    tie = chance[:, :, 2]
    missing_one = counts[:, :, 0] + half - total * share_one
    missing_other = counts[:, :, 1] + half - total * share_other
    slope = np.zeros((len(counts), systems + 2))
    bend = np.zeros((len(counts), systems + 2, systems + 2))
    in_one = np.eye(systems + 1)[one]
    in_other = np.eye(systems + 1)[other]
    slope[:, :-1] = missing_one @ in_one + missing_other @ in_other
    slope[:, -1] = (counts[:, :, 2] - total * tie).sum(axis=1)
    spread_one = total * (chance[:, :, 0] + tie / 4 - share_one**2)
    spread_other = total * (chance[:, :, 1] + tie / 4 - share_other**2)
    places = np.arange(systems + 1)
    bend[:, places, places] = spread_one @ in_one + spread_other @ in_other
    both = total * (tie / 4 - share_one * share_other)
    bend[:, one, other] = both
    bend[:, other, one] = both
    with_tie = total * (tie / 2 - share_one * tie) @ in_one
    with_tie += total * (tie / 2 - share_other * tie) @ in_other
    bend[:, :-1, -1] = bend[:, -1, :-1] = with_tie
    bend[:, -1, -1] = np.where(has_ties, (total * tie * (1 - tie)).sum(axis=1), 1.0)
    # The imaginary opponent's strength is given.
    kept = np.delete(np.arange(systems + 2), systems)
    step = np.linalg.solve(bend[:, kept][:, :, kept], slope[:, kept][:, :, None])[:, :, 0]
    limited: Floats = np.clip(step, -_LARGEST_STEP, _LARGEST_STEP)
    return limited
