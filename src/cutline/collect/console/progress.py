"""How far a project is: progress, speed, cost, and when it will be finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, F, Min, Q, Sum
from django.db.models.functions import TruncHour
from django.utils import timezone

from cutline.collect.models import (
    AnnotatorState,
    Project,
    ProjectState,
    Role,
    Task,
    TaskState,
    Verdict,
)
from cutline.collect.taking_part.words import money

_DAY = timedelta(hours=24)
#: What was answered, whether it stands or not.
_ANSWERED = (TaskState.DONE, TaskState.DISCARDED)
#: A finish further away than this is no estimate.
_FARTHEST = timedelta(days=5 * 365)


@dataclass(frozen=True)
class Progress:
    """How far a project is.

    Args:
        images, finished: all images, and those that have all answers.
        wanted, done, in_hand: answers.
        last_hour: answers of the last hour.
        per_hour: answers an hour over the last day, or since the first if that is later.
        cost, expected_cost: as amounts, empty where nothing is paid.
        finish: when the last answer will come at this speed; None where nobody can say.
    """

    images: int
    finished: int
    wanted: int
    done: int
    in_hand: int
    last_hour: int
    per_hour: float
    cost: str
    expected_cost: str
    finish: datetime | None

    @property
    def percent(self) -> float:
        """Of answers."""
        return 100 * self.done / self.wanted if self.wanted else 0.0


def progress_of(project: Project, now: datetime | None = None) -> Progress:
    """How far a project is."""
    now = now or timezone.now()
    counts = project.items.filter(role=Role.COLLECT).aggregate(
        images=Count("pk"),
        finished=Count("pk", filter=Q(done__gte=F("wanted"))),
        wanted=Sum("wanted", default=0),
        done=Sum("done", default=0),
        taken=Sum("taken", default=0),
    )
    answers = Task.objects.filter(item__project=project, state__in=_ANSWERED)
    paid = answers.exclude(item__role=Role.QUALIFICATION).count()
    collected = answers.filter(item__role=Role.COLLECT)
    last_hour = collected.filter(finished__gt=now - timedelta(hours=1)).count()
    per_hour = _speed(collected, now)
    left = counts["wanted"] - counts["done"]
    return Progress(
        images=counts["images"],
        finished=counts["finished"],
        wanted=counts["wanted"],
        done=counts["done"],
        in_hand=counts["taken"] - counts["done"],
        last_hour=last_hour,
        per_hour=per_hour,
        cost=money(paid * project.pay, project.currency) if project.pay else "",
        expected_cost=money((paid + left) * project.pay, project.currency) if project.pay else "",
        finish=_finish(project, left, per_hour, now),
    )


def _speed(answers: Any, now: datetime) -> float:
    lately = answers.filter(finished__gt=now - _DAY).aggregate(
        count=Count("pk"), first=Min("finished")
    )
    if not lately["count"]:
        return 0.0
    # At least a quarter of an hour: of the first few answers nobody can tell.
    hours = max((now - lately["first"]).total_seconds() / 3600, 0.25)
    return float(lately["count"] / hours)


def _finish(project: Project, left: int, per_hour: float, now: datetime) -> datetime | None:
    if project.state != ProjectState.OPEN or left == 0 or per_hour <= 0:
        return None
    ahead = timedelta(hours=min(left / per_hour, 1e6))
    return now + ahead if ahead < _FARTHEST else None


@dataclass(frozen=True)
class Hour:
    """What was answered in an hour, and how well."""

    start: datetime
    answers: int
    flagged: int
    rejected: int
    known: int
    right: int
    seconds: float | None


def hours_of(project: Project) -> list[Hour]:
    """All hours in which something was answered."""
    collected, known = Q(item__role=Role.COLLECT), Q(item__role=Role.ATTENTION)
    rows = (
        Task.objects.filter(item__project=project, state__in=_ANSWERED, finished__isnull=False)
        .annotate(hour=TruncHour("finished"))
        .values("hour")
        .annotate(
            answers=Count("pk", filter=collected),
            flagged=Count("pk", filter=collected & ~Q(flags=[])),
            rejected=Count("pk", filter=collected & Q(verdict=Verdict.REJECTED)),
            known=Count("pk", filter=known & Q(is_right__isnull=False)),
            right=Count("pk", filter=known & Q(is_right=True)),
            seconds=Avg("seconds", filter=collected),
        )
        .order_by("hour")
    )
    return [
        Hour(
            row["hour"],
            row["answers"],
            row["flagged"],
            row["rejected"],
            row["known"],
            row["right"],
            row["seconds"],
        )
        for row in rows
    ]


def arms_of_people(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Of each arm: people, answers, and what they are like on average.

    Args:
        rows: everybody, as `annotator_rows` gives them.
    """
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        arm = found.setdefault(
            row.annotator.arm or "all",
            {"people": 0, "blocked": 0, "done": 0, "words": 0.0, "seconds": 0.0, "flagged": 0},
        )
        arm["people"] += 1
        arm["blocked"] += row.annotator.state == AnnotatorState.BLOCKED
        arm["done"] += row.done
        arm["flagged"] += row.flagged
        arm["words"] += (row.words or 0.0) * row.done
        arm["seconds"] += (row.seconds or 0.0) * row.done
        arm["is_primed"] = row.annotator.is_primed
    for arm in found.values():
        for name in ("words", "seconds", "flagged"):
            arm[name] = arm[name] / arm["done"] if arm["done"] else None
    return [{"name": name, **arm} for name, arm in sorted(found.items())]
