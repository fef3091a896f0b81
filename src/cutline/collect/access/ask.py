"""Asking whether somebody may, and what a person is to a project."""

from __future__ import annotations

from typing import Any

from cutline.collect.access.rules import RULES, Condition, Relation
from cutline.collect.models import Project, ProjectState
from cutline.web.access import Table, Visitor
from cutline.web.people.models import Person


class Site:
    """The site as a whole, to ask about what belongs to no project."""


SITE = Site()


def _kind_of(subject: Any) -> str:
    return {Site: "site", Project: "project"}[type(subject)]


def _relations(person: Visitor, subject: Any) -> set[Relation]:
    """All that a visitor is to a project. Who is not active is nobody."""
    found: set[Relation] = {"anyone"}
    if not isinstance(person, Person) or not person.is_active:
        return found
    found.add("person")
    if person.is_admin:
        found.add("admin")
    if isinstance(subject, Project):
        if subject.owner_id == person.pk:
            found |= {"owner", "manager"}
        elif subject.managers.filter(pk=person.pk).exists():
            found.add("manager")
    return found


def _is_visible(subject: Project, person: Visitor) -> bool:
    return subject.state != ProjectState.DRAFT


def _has_host_role(subject: Any, person: Visitor) -> bool:
    return isinstance(person, Person) and person.is_host


_TABLE: Table[Relation, Condition] = Table(
    RULES,
    {
        "always": lambda subject, person: True,
        "host_role": _has_host_role,
        "visible": _is_visible,
    },
    _kind_of,
    _relations,
)


def may(person: Visitor, action: str, subject: Any = SITE) -> bool:
    """Whether a person may do this; see `Table.may`."""
    return _TABLE.may(person, action, subject)


def require(person: Visitor, action: str, subject: Any = SITE) -> None:
    """Go on only if a person may; see `Table.require`."""
    _TABLE.require(person, action, subject)


def allowed(person: Visitor, subject: Any) -> set[str]:
    """All that a person may do to an object, for pages that offer it."""
    return _TABLE.allowed(person, subject)


def visible_projects(person: Visitor) -> list[Project]:
    """The projects that a person manages, the newest first."""
    found = Project.objects.select_related("owner").order_by("-created")
    return [project for project in found if may(person, "manage", project)]
