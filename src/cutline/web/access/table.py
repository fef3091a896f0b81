"""A table of rules: for each kind of object and each action, who may, and when.

A relation is what a person is to an object. A rule names the relations that may, and a condition of
the object that must hold. An action that no rule allows is forbidden, to admins too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from cutline.web.people.models import Person

Visitor = Person | AnonymousUser
Relation = TypeVar("Relation", bound=str)
Condition = TypeVar("Condition", bound=str)


@dataclass(frozen=True)
class Rule(Generic[Relation, Condition]):
    """That these may, when this holds."""

    relations: frozenset[Relation]
    condition: Condition


@dataclass(frozen=True)
class Table(Generic[Relation, Condition]):
    """All rules of a part of the site.

    Args:
        rules: by kind of object and action.
        conditions: what they are called by in rules.
        kind_of: the kind of an object, `site` for what belongs to none.
        relations: all that a visitor is to an object.
    """

    rules: Mapping[tuple[str, str], tuple[Rule[Relation, Condition], ...]]
    conditions: Mapping[Condition, Callable[[Any, Visitor], bool]]
    kind_of: Callable[[Any], str]
    relations: Callable[[Visitor, Any], AbstractSet[Relation]]

    def may(self, person: Visitor, action: str, subject: Any) -> bool:
        """Whether a person may do this to an object.

        Raises:
            KeyError: when the table has no such action, which is a slip in the program.
        """
        rules = self.rules[self.kind_of(subject), action]
        is_to_it = self.relations(person, subject)
        return any(
            rule.relations & is_to_it and self.conditions[rule.condition](subject, person)
            for rule in rules
        )

    def require(self, person: Visitor, action: str, subject: Any) -> None:
        """Go on only if a person may.

        What may not even be seen is not there: an answer that tells "forbidden" from "unknown"
        would tell of its existence.

        Raises:
            Http404: when the person may not see the object.
            PermissionDenied: when they may see it, and not do this.
        """
        if self.may(person, action, subject):
            return
        if self.kind_of(subject) != "site" and not self.may(person, "see", subject):
            raise Http404("There is no such page, or it is not for you to see.")
        raise PermissionDenied("That is not for you to do here.")

    def allowed(self, person: Visitor, subject: Any) -> set[str]:
        """All that a person may do to an object, for pages that offer it."""
        kind = self.kind_of(subject)
        return {
            action for of, action in self.rules if of == kind and self.may(person, action, subject)
        }


def visitor_of(user: object) -> Visitor:
    """The person of a request."""
    return user if isinstance(user, Person) else AnonymousUser()
