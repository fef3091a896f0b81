"""Asking whether somebody may."""

from __future__ import annotations

from typing import Any

from cutline.server.access.conditions import CONDITIONS
from cutline.server.access.relations import SITE, kind_of, relations
from cutline.server.access.rules import RULES, Condition, Relation
from cutline.web.access import Table, Visitor
from cutline.web.access.table import visitor_of as visitor

__all__ = ["allowed", "may", "require", "visitor"]

_TABLE: Table[Relation, Condition] = Table(RULES, CONDITIONS, kind_of, relations)


def may(person: Visitor, action: str, subject: Any = SITE) -> bool:
    """Whether a person may do this to an object; see `Table.may`."""
    return _TABLE.may(person, action, subject)


def require(person: Visitor, action: str, subject: Any = SITE) -> None:
    """Go on only if a person may; see `Table.require`."""
    _TABLE.require(person, action, subject)


def allowed(person: Visitor, subject: Any) -> set[str]:
    """All that a person may do to an object, for pages that offer it."""
    return _TABLE.allowed(person, subject)
