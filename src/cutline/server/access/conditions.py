"""The conditions that rules name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Q

from cutline.server.access.rules import Condition
from cutline.server.models import Benchmark, Kind, Phase, State, Submission, Visibility
from cutline.web.access import Visitor
from cutline.web.people.models import Person


def _benchmark(subject: Any) -> Benchmark:
    if isinstance(subject, Submission):
        return subject.phase.benchmark
    return subject.benchmark if isinstance(subject, Phase) else subject


def _listed(subject: Any, person: Visitor) -> bool:
    benchmark = _benchmark(subject)
    return benchmark.is_published and benchmark.visibility == Visibility.PUBLIC


def _published(subject: Any, person: Visitor) -> bool:
    return _benchmark(subject).is_published


def _shown(subject: Submission, person: Visitor) -> bool:
    """Whether its scores are for others than hosts to see by now."""
    return not subject.phase.hides(subject.created)


def _on_board(subject: Submission, person: Visitor) -> bool:
    return (
        subject.state == State.DONE
        and (subject.on_board or subject.kind != Kind.SYSTEM)
        and subject.disqualified is None
        and _published(subject, person)
        and _shown(subject, person)
    )


def _scored(subject: Submission, person: Visitor) -> bool:
    return subject.state == State.DONE and subject.disqualified is None


def _images_public(subject: Submission, person: Visitor) -> bool:
    """Scores of single images tell of their references: only where those are public."""
    return subject.phase.is_public and subject.state == State.DONE and _shown(subject, person)


def _on_public_board(subject: Submission, person: Visitor) -> bool:
    return _images_public(subject, person) and _on_board(subject, person)


def _failed(subject: Submission, person: Visitor) -> bool:
    """Whether there are captions that could not be scored, and might be by now."""
    return subject.state == State.FAILED and subject.run_id is not None


def _imported(subject: Submission, person: Visitor) -> bool:
    return subject.kind == Kind.IMPORTED


def _runs_something(subject: Any, person: Visitor) -> bool:
    """Whether a person has the role, or was made host of a benchmark without having it."""
    if not isinstance(person, Person):
        return False
    hosted = Benchmark.objects.filter(Q(owner=person) | Q(hosts=person))
    return person.is_host or hosted.exists()


def _host_role(subject: Any, person: Visitor) -> bool:
    return bool(getattr(person, "is_host", False))


CONDITIONS: dict[Condition, Callable[[Any, Visitor], bool]] = {
    "always": lambda subject, person: True,
    "failed": _failed,
    "host_role": _host_role,
    "images_public": _images_public,
    "imported": _imported,
    "listed": _listed,
    "on_board": _on_board,
    "on_public_board": _on_public_board,
    "published": _published,
    "runs_something": _runs_something,
    "scored": _scored,
    "shown": _shown,
}
