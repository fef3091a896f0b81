"""What a person is to an object."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from cutline.server.access.rules import Relation
from cutline.server.models import Benchmark, Phase, Submission
from cutline.web.access import Visitor
from cutline.web.people.models import ApiToken, Person, Team


class Site:
    """The site as a whole, to ask about what belongs to no object."""


SITE = Site()


def kind_of(subject: Any) -> str:
    """The kind of object by which the table of rules calls it."""
    kinds: dict[type, str] = {
        Site: "site",
        Benchmark: "benchmark",
        Phase: "benchmark",  # a phase is seen and run with its benchmark
        Submission: "submission",
        Team: "team",
        Person: "person",
        ApiToken: "token",
    }
    return kinds[type(subject)]


def relations(person: Visitor, subject: Any) -> set[Relation]:
    """All that a visitor is to an object. Who is not active is nobody."""
    found: set[Relation] = {"anyone"}
    if not isinstance(person, Person) or not person.is_active:
        return found
    found.add("person")
    if person.is_admin:
        found.add("admin")
    return found | _special(subject, person)


@singledispatch
def _special(subject: Any, person: Person) -> set[Relation]:
    return set()


@_special.register
def _(subject: Benchmark, person: Person) -> set[Relation]:
    if subject.owner_id == person.pk:
        return {"owner", "host"}
    return {"host"} if subject.hosts.filter(pk=person.pk).exists() else set()


@_special.register
def _(subject: Phase, person: Person) -> set[Relation]:
    return _special(subject.benchmark, person)


@_special.register
def _(subject: Submission, person: Person) -> set[Relation]:
    found = _special(subject.phase.benchmark, person) & {"host"}
    if subject.team is not None and "member" in _special(subject.team, person):
        found.add("member")
    return found


@_special.register
def _(subject: Team, person: Person) -> set[Relation]:
    found: set[Relation] = set()
    if subject.memberships.filter(person=person).exists():
        found.add("member")
    if subject.owner_id == person.pk:
        found |= {"owner", "member"}
    return found


@_special.register
def _(subject: Person, person: Person) -> set[Relation]:
    return {"self"} if subject.pk == person.pk else set()


@_special.register
def _(subject: ApiToken, person: Person) -> set[Relation]:
    return {"self"} if subject.person_id == person.pk else set()
