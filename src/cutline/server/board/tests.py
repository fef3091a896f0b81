"""Paired tests between entries of a board: computed once, outside of any request, and kept."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cutline.core.errors import UsageError
from cutline.server.board.entries import entries_of
from cutline.server.board.order import (
    Pair,
    Placed,
    are_equal,
    can_be_tested,
    pair_of,
    placed,
    tests_between,
)
from cutline.server.board.shown import Showing
from cutline.server.board.ties import tie_heads
from cutline.server.models import Blob, PairTest, Phase
from cutline.server.models.benchmark import touch
from cutline.server.scoring.statistics import Statistics, paired_p, statistics_of

_logger = logging.getLogger(__name__)
#: How many results' statistics are in memory at once: those of a group's head and of neighbours.
_KEPT = 8


def test_neighbours(phase: Phase, seconds: float = math.inf) -> bool:  # noqa: PT028
    """Make the tests that boards of a phase show and lack: each entry with the one above it and
    with the head of the group above it, by every metric and slice.

    Boards change what they show when tests come in, so the benchmark's revision grows.

    Args:
        phase: whose boards.
        seconds: start no test after so long; what remains is for the next call.

    Returns:
        Whether all tests are there.
    """
    deadline = time.monotonic() + seconds
    found = _Tests(deadline)
    for as_host in (False, True):
        for metric, slice_label, ranked in _orders(phase, as_host):
            made = found.made
            found.make(ranked, metric, slice_label)
            if found.made > made:
                touch(phase.benchmark_id)
            if found.is_late:
                return False
    return True


class _Tests:
    """Tests as they are made, with the statistics of the results that came last."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self.made = 0
        self.is_late = False
        self._statistics = lru_cache(_KEPT)(_read)

    def make(self, ranked: Sequence[Placed], metric: str, slice_label: str) -> None:
        known = tests_between([one.standing.result for one in ranked], metric, slice_label)

        def p_of(above: int, below: int) -> float | None:
            return self._p(ranked[above], ranked[below], metric, slice_label, known)

        tie_heads(len(ranked), p_of)
        for place in range(1, len(ranked)):
            p_of(place - 1, place)

    def _p(
        self, above: Placed, below: Placed, metric: str, label: str, known: dict[Pair, float]
    ) -> float | None:
        if are_equal(above, below):
            return 1.0
        pair = pair_of(above, below)
        if pair in known or not can_be_tested(above, below):
            return known.get(pair)
        self.is_late = self.is_late or time.monotonic() > self._deadline
        if self.is_late:
            return None
        first, second = (
            self._statistics(str(one.standing.result.statistics_id)) for one in (above, below)
        )
        try:
            p = paired_p(first, second, metric, first.places(label))
        except UsageError as error:  # of other images, or without this metric
            _logger.warning("cannot test results %s: %s", sorted(pair), error)
            return None
        if math.isnan(p):
            return None
        # Whoever tests the same pair at the same time finds the same.
        PairTest.objects.bulk_create(
            [
                PairTest(
                    better=above.standing.result,
                    worse=below.standing.result,
                    metric=metric,
                    slice_label=label,
                    p=p,
                )
            ],
            ignore_conflicts=True,
        )
        known[pair] = p
        self.made += 1
        return p


def _orders(phase: Phase, as_host: bool) -> Iterator[tuple[str, str, list[Placed]]]:
    """Every order that a board can have, the one that readers see first at the front."""
    entries = entries_of(phase, as_host=as_host)
    showing = Showing(phase, as_host=as_host)
    labels = sorted({label for entry in entries for label in entry.result.scores} | {""})
    for label in labels:
        for metric in phase.benchmark.metrics:
            order = placed(entries, showing, metric, label)
            yield metric, label, [one for one in order if one.is_ranked]


def _read(digest: str) -> Statistics:
    return statistics_of(Blob.objects.get(pk=digest).data())
