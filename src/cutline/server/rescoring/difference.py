"""What a rescore would change: every entry's scores and place, before and after."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cutline.server.board.entries import Entry, entries_of
from cutline.server.board.values import Value, value_of
from cutline.server.models import Kind, Phase, Rescore, Submission
from cutline.server.rescoring.jobs import Progress, progress_of

#: What is less than this comes from the order of sums, and no board shows it.
_SAME = 1e-9


@dataclass(frozen=True)
class Change:
    """An entry before and after. Places are by score alone; ties are tested after publication."""

    submission: Submission
    before: dict[str, Value]
    #: Empty where the new scorer has no scores of it, or not yet.
    after: dict[str, Value]
    place_before: int | None
    place_after: int | None

    @property
    def is_missing(self) -> bool:
        """Whether it would not be on the new board."""
        return not self.after

    @property
    def has_new_scores(self) -> bool:
        """Whether a score changes that both boards have."""
        return any(
            _differ(self.before[metric].value, self.after[metric].value)
            for metric in self.before
            if metric in self.after
        )

    @property
    def moves(self) -> bool:
        """Whether its place changes."""
        return not self.is_missing and self.place_before != self.place_after


@dataclass(frozen=True)
class PhaseDifference:
    """The changes of one phase, in the order of the board as it is."""

    phase: Phase
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Difference:
    """All changes, and how far the new board is."""

    rescore: Rescore
    #: Those of both boards, new ones last.
    metrics: tuple[str, ...]
    phases: tuple[PhaseDifference, ...]
    progress: Progress

    @property
    def changes(self) -> tuple[Change, ...]:
        """Those of all phases."""
        return tuple(change for phase in self.phases for change in phase.changes)

    def summary(self) -> dict[str, Any]:
        """In figures."""
        changes = self.changes
        return {
            "entries": len(changes),
            "with_new_scores": sum(change.has_new_scores for change in changes),
            "with_new_places": sum(change.moves for change in changes),
            "missing": sum(change.is_missing for change in changes),
            "scored": self.progress.done,
            "failed": self.progress.failed,
        }


def difference_of(rescore: Rescore) -> Difference:
    """Compare the board of a benchmark with that of its rescore, on raw scores."""
    benchmark = rescore.benchmark
    before = tuple(benchmark.metrics)
    metrics = (*before, *(metric for metric in rescore.metrics if metric not in before))
    phases = benchmark.phases.select_related("benchmark")
    return Difference(
        rescore,
        metrics,
        tuple(_of_phase(phase, rescore) for phase in phases),
        progress_of(rescore),
    )


def _of_phase(phase: Phase, rescore: Rescore) -> PhaseDifference:
    old = entries_of(phase, as_host=True)
    new = entries_of(_as_it_would_be(phase, rescore), as_host=True)
    places = _places(old, phase.benchmark.metrics[0])
    new_places = _places(new, rescore.metrics[0])
    after = {entry.submission.pk: _values(entry, rescore.metrics) for entry in new}
    changes = [
        Change(
            submission=entry.submission,
            before=_values(entry, phase.benchmark.metrics),
            after=after.get(entry.submission.pk, {}),
            place_before=places.get(entry.submission.pk),
            place_after=new_places.get(entry.submission.pk),
        )
        for entry in old
    ]
    last = len(changes) + 1
    return PhaseDifference(phase, tuple(sorted(changes, key=lambda c: c.place_before or last)))


def _as_it_would_be(phase: Phase, rescore: Rescore) -> Phase:
    """The phase of the benchmark that the rescore would make; never saved."""
    shown, benchmark = copy.copy(phase), copy.copy(rescore.benchmark)
    for field in ("scorer", "metrics", "slice_name"):
        setattr(benchmark, field, getattr(rescore, field))
    shown.benchmark = benchmark
    return shown


def _values(entry: Entry, metrics: Sequence[str]) -> dict[str, Value]:
    return {metric: value_of(entry.result, metric) for metric in metrics}


def _places(entries: Iterable[Entry], metric: str) -> dict[uuid.UUID, int]:
    """Places by raw score; equal scores share one. People have none."""
    ranked = [
        (entry.submission.pk, value)
        for entry in entries
        if entry.submission.kind != Kind.HUMAN
        and (value := value_of(entry.result, metric).value) is not None
    ]
    scores = sorted((value for _, value in ranked), reverse=True)
    return {pk: scores.index(value) + 1 for pk, value in ranked}


def _differ(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is not other
    return abs(one - other) > _SAME
