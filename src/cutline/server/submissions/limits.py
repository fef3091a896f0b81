"""How much a team may still submit.

A day is one of UTC. What counts is what was taken: what failed through no fault of its own does
not, what was withdrawn still does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from cutline.server.models import FailedAttempt, Kind, Phase, Submission
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Team


@dataclass(frozen=True)
class Remaining:
    """What is left of each limit; None where there is none.

    Args:
        day: of today's.
        phase: of those in this phase.
        benchmark: of those in all phases.
        failing: of today's files that cannot be scored.
        resets: when the next day begins.
    """

    day: int | None
    phase: int | None
    benchmark: int | None
    failing: int
    resets: datetime

    @property
    def least(self) -> int | None:
        """How many may be submitted now; None for any number."""
        given = [left for left in (self.day, self.phase, self.benchmark) if left is not None]
        return 0 if self.failing == 0 else min(given, default=None)

    @property
    def next_slot(self) -> datetime | None:
        """When one may be submitted again: None for now, and for never; see `least`."""
        never = 0 in (self.phase, self.benchmark)
        return None if never or self.least != 0 else self.resets


def remaining(team: Team, phase: Phase, now: datetime | None = None) -> Remaining:
    """What a team has left in a phase."""
    now = now or timezone.now()
    today = day_of(now)
    counted = _counted(team)
    in_phase = counted.filter(phase=phase)
    return Remaining(
        day=_left(phase.per_day, in_phase.filter(created__gte=today)),
        phase=_left(phase.per_phase, in_phase),
        benchmark=_left(
            phase.per_benchmark, counted.filter(phase__benchmark_id=phase.benchmark_id)
        ),
        failing=max(0, most_failing(phase) - _failed(team, phase, today).count()),
        resets=today + timedelta(days=1),
    )


def require_remaining(team: Team, phase: Phase, now: datetime | None = None) -> Remaining:
    """Go on only if a team may still submit.

    Raises:
        Refused: 429, with `Retry-After` where waiting helps.
    """
    now = now or timezone.now()
    left = remaining(team, phase, now)
    if left.failing == 0:
        raise _refused(
            "too_many_failing",
            f"The team had {most_failing(phase):,} files today that could not be scored, which "
            f"is all that are taken in a day",
            left,
            now,
        )
    for limit, value, over in (
        (phase.per_benchmark, left.benchmark, "in all phases of this benchmark"),
        (phase.per_phase, left.phase, "in this phase"),
        (phase.per_day, left.day, "in a day"),
    ):
        if value == 0:
            said = f"The team has used up its {limit:,} submissions {over}"
            raise _refused("limit_reached", said, left, now)
    return left


def most_failing(phase: Phase) -> int:
    """How many files that cannot be scored are taken in a day: one at least, or none could be."""
    return max(1, phase.failing_per_day)


def day_of(now: datetime) -> datetime:
    """When the day began, in UTC."""
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)


def _counted(team: Team) -> QuerySet[Submission]:
    return Submission.objects.filter(team=team, kind=Kind.SYSTEM, counts=True)


def _failed(team: Team, phase: Phase, since: datetime) -> QuerySet[FailedAttempt]:
    return FailedAttempt.objects.filter(team=team, phase=phase, when__gte=since)


def _left(limit: int | None, counted: QuerySet[Submission]) -> int | None:
    return None if limit is None else max(0, limit - counted.count())


def _refused(code: str, said: str, left: Remaining, now: datetime) -> Refused:
    if left.next_slot is None:
        return Refused(429, code, f"{said}.")
    seconds = max(1, round((left.next_slot - now).total_seconds()))
    when = f"{left.next_slot:%Y-%m-%d %H:%M} UTC"
    headers = {"Retry-After": str(seconds)}
    return Refused(429, code, f"{said}. The next can be submitted at {when}.", headers=headers)
