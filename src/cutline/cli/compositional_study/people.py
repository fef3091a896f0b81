"""What people reach: each reference in turn against the others of its image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.cli.compositional_study.recalls import Numbers, Recalls
from cutline.core.metric import Floats
from cutline.metrics.pair_recall import PairRecall
from cutline.reports.statistics import Interval, Resampling
from cutline.reports.statistics.intervals import interval_of


@dataclass(frozen=True)
class PeopleRecall:
    """Pair recall of one caption by a person, and of the runs' first captions on the same terms.

    Each reference of an image is held out in turn and judged as a run's only caption would be; an
    image asks for a pair where another of its references has it. An image counts as much as the
    share of its references that are judged. `runs` are the runs' first captions against the same
    references, so that both are asked the same.
    """

    value: float
    interval: Interval
    runs: tuple[float, ...]


def people_recall(recalls: Recalls, reference_counts: Numbers) -> PeopleRecall | None:
    """What people reach; None where no image has two references of which one has a pair."""
    weights, hits = held_out(recalls.wanted, reference_counts)
    places = np.flatnonzero(weights.any(axis=1))
    if not len(places):
        return None
    weights, hits = weights[places], hits[places]
    value, interval = _resampled(weights, hits, recalls.resampling)
    runs = (_mean([weights, weights * (ranks[places] <= 1)]) for ranks in recalls.ranks)
    return PeopleRecall(value, interval, tuple(runs))


def held_out(wanted: Numbers, reference_counts: Numbers) -> tuple[Floats, Floats]:
    """How much each image counts for each pair, and how much of that is a hit.

    Of R references n have the pair. Where n is 1, its author is asked by nobody, and the R - 1
    others are asked and miss. Where n is 2 or more, all R are asked and n hit.

    >>> weights, hits = held_out(np.array([[1], [3], [0]]), np.array([5, 5, 5]))
    >>> weights.ravel().tolist(), hits.ravel().tolist()
    ([0.8, 1.0, 0.0], [0.0, 0.6, 0.0])
    """
    references = reference_counts[:, None].astype(np.float64)
    alone = (references - 1) / references
    weights: Floats = np.where(wanted > 1, 1.0, np.where(wanted == 1, alone, 0.0))
    hits: Floats = np.where(wanted > 1, wanted / references, 0.0)
    return weights, hits


def _mean(parts: Sequence[Floats]) -> float:
    sums = np.concatenate(parts, axis=1).sum(axis=0, keepdims=True)
    return float(PairRecall().score_of_sums(sums, 0)[0])


def _resampled(weights: Floats, hits: Floats, resampling: Resampling) -> tuple[float, Interval]:
    # Images count by weights here, which add up as whole ones do.
    metric, images = PairRecall(), len(weights)
    summands = np.concatenate([weights, hits], axis=1)
    drawn = [metric.score_of_sums(w @ summands, images) for w in resampling.weights(images)]
    total = summands.sum(axis=0)
    value = float(metric.score_of_sums(total[None], images)[0])
    left_out = metric.score_of_sums(total - summands, images - 1) if images > 1 else np.empty(0)
    interval = interval_of(
        value, np.concatenate(drawn), left_out, images=images, resampling=resampling, level=0.95
    )
    return value, interval
