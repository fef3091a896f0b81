"""Which submissions stand on a board, each with its result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from cutline.server.board.values import value_of
from cutline.server.models import Benchmark, Kind, Phase, Result, State, Submission


@dataclass(frozen=True)
class Entry:
    """A submission that was scored. There is none without a result: what has none cannot rank."""

    submission: Submission
    result: Result


def results_of(phase: Phase, submissions: Q) -> list[Entry]:
    """The scored among some submissions of a phase, oldest first.

    A result counts if the benchmark's scorer made it. Imported rows were scored elsewhere.
    """
    scorer = phase.benchmark.scorer
    found: QuerySet[Result] = (
        Result.objects.filter(
            submissions, Q(scorer=scorer) | Q(submission__kind=Kind.IMPORTED), split=phase.split
        )
        .filter(submission__phase=phase)
        .select_related("submission__team")
        .order_by("created")
    )
    newest: dict[Submission, Result] = {}
    for result in found:
        known = newest.get(result.submission)
        if known is None or known.scorer != scorer:
            newest[result.submission] = result
    entries = [Entry(submission, result) for submission, result in newest.items()]
    return sorted(entries, key=lambda entry: (entry.submission.created, str(entry.submission.pk)))


def entries_of(phase: Phase, *, as_host: bool, now: datetime | None = None) -> list[Entry]:
    """The entries of a board, oldest first.

    Only hosts see those that a blind period hides. A frozen board has what was submitted before it
    froze, for hosts too.
    """
    now = now or timezone.now()
    scored = results_of(
        phase, Q(submission__state=State.DONE, submission__disqualified__isnull=True)
    )
    seen = [e for e in scored if as_host or not phase.hides(e.submission.created, now)]
    chosen = [e for e in seen if e.submission.on_board or e.submission.kind != Kind.SYSTEM]
    if phase.frozen is None or not phase.is_frozen(now):
        return chosen
    late = {e.submission.team_id for e in chosen if _is_late(e, phase.frozen)}
    in_time = [e for e in seen if not _is_late(e, phase.frozen)]
    replaced = [e for e in in_time if e.submission.team_id in late]
    kept = [e for e in chosen if not _is_late(e, phase.frozen)]
    return kept + _best_of_each_team(replaced, phase.benchmark)


def _is_late(entry: Entry, frozen: datetime) -> bool:
    """Whether a system came after the freeze. What hosts add themselves is never late."""
    return entry.submission.kind == Kind.SYSTEM and entry.submission.created > frozen


def _best_of_each_team(entries: Iterable[Entry], benchmark: Benchmark) -> list[Entry]:
    """What stands for teams that chose another entry after the freeze: which one they had chosen
    before is not known any more, and so their best does."""
    best: dict[int | None, Entry] = {}
    lead = benchmark.metrics[0]
    for entry in entries:
        known = best.get(entry.submission.team_id)
        if known is None or _score(entry, lead) > _score(known, lead):
            best[entry.submission.team_id] = entry
    return list(best.values())


def _score(entry: Entry, metric: str) -> float:
    value = value_of(entry.result, metric).value
    return float("-inf") if value is None else value
