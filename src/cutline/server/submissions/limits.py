"""How much a team may still submit, and a person for it.

What a person submits for any of their teams counts for the person too, up to the same limits: or
who makes one more team could submit as often again.

A day is one of UTC. What counts is what was taken: what failed through no fault of its own does
not, what was withdrawn still does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from cutline.server.models import FailedAttempt, Kind, Phase, Submission
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person, Team


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


def remaining(
    team: Team, phase: Phase, now: datetime | None = None, *, person: Person | None = None
) -> Remaining:
    """What a team has left in a phase; with a person, what that person has left for the team."""
    now = now or timezone.now()
    today = day_of(now)
    everything = Submission.objects.filter(kind=Kind.SYSTEM, counts=True)
    counted = [everything.filter(team=team)]
    if person is not None:
        counted.append(everything.filter(person=person))
    in_phase = [found.filter(phase=phase) for found in counted]
    in_all = [found.filter(phase__benchmark_id=phase.benchmark_id) for found in counted]
    return Remaining(
        day=_left(phase.per_day, [found.filter(created__gte=today) for found in in_phase]),
        phase=_left(phase.per_phase, in_phase),
        benchmark=_left(phase.per_benchmark, in_all),
        failing=max(0, most_failing(phase) - _failed(team, phase, today).count()),
        resets=today + timedelta(days=1),
    )


def require_remaining(
    team: Team, phase: Phase, now: datetime | None = None, *, person: Person | None = None
) -> Remaining:
    """Go on only if a team may still submit, and the person for it.

    Raises:
        Refused: 429, with `Retry-After` where waiting helps.
    """
    now = now or timezone.now()
    left = remaining(team, phase, now, person=person)
    if left.failing == 0:
        raise _refused(
            "too_many_failing",
            f"The team had {most_failing(phase):,} files today that could not be scored, which "
            f"is all that are taken in a day",
            left,
            now,
        )
    if left.least != 0:
        return left
    said = _used_up(phase, remaining(team, phase, now), "The team has used up its")
    if not said:  # the team has some left, so it is the person who has none
        said = f"{_used_up(phase, left, 'You have used up your')}, for all your teams"
    raise _refused("limit_reached", said, left, now)


def _used_up(phase: Phase, left: Remaining, who: str) -> str:
    """Which limit it is that nothing is left of; empty for none."""
    for limit, value, over in (
        (phase.per_benchmark, left.benchmark, "in all phases of this benchmark"),
        (phase.per_phase, left.phase, "in this phase"),
        (phase.per_day, left.day, "in a day"),
    ):
        if value == 0:
            noun = "submission" if limit == 1 else "submissions"
            return f"{who} {limit:,} {noun} {over}"
    return ""


def most_failing(phase: Phase) -> int:
    """How many files that cannot be scored are taken in a day: one at least, or none could be."""
    return max(1, phase.failing_per_day)


def day_of(now: datetime) -> datetime:
    """When the day began, in UTC."""
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)


def _failed(team: Team, phase: Phase, since: datetime) -> QuerySet[FailedAttempt]:
    return FailedAttempt.objects.filter(team=team, phase=phase, when__gte=since)


def _left(limit: int | None, counted: Sequence[QuerySet[Submission]]) -> int | None:
    """What is left of a limit, by whichever has used up more of it."""
    return None if limit is None else max(0, limit - max(found.count() for found in counted))


def _refused(code: str, said: str, left: Remaining, now: datetime) -> Refused:
    if left.next_slot is None:
        return Refused(429, code, f"{said}.")
    seconds = max(1, round((left.next_slot - now).total_seconds()))
    when = f"{left.next_slot:%Y-%m-%d %H:%M} UTC"
    headers = {"Retry-After": str(seconds)}
    return Refused(429, code, f"{said}. The next can be submitted at {when}.", headers=headers)
