"""The one table of rules of the collection site: who may do what to projects."""

from __future__ import annotations

from typing import Literal

from cutline.web.access import Rule

Relation = Literal["anyone", "person", "manager", "owner", "admin"]
Condition = Literal["always", "host_role", "visible"]


def _who(*relations: Relation, when: Condition = "always") -> tuple[Rule[Relation, Condition], ...]:
    return (Rule(frozenset(relations), when),)


_RUNNERS = _who("manager", "admin")

RULES: dict[tuple[str, str], tuple[Rule[Relation, Condition], ...]] = {
    ("site", "create_project"): (*_who("person", when="host_role"), *_who("admin")),
    # A project is owned by a person and run by its managers. Who takes part is shown one item at
    # a time; that is told by `joining`, not here.
    ("project", "see"): (*_who("anyone", when="visible"), *_RUNNERS),
    ("project", "manage"): _RUNNERS,
    ("project", "review"): _RUNNERS,
    ("project", "block"): _RUNNERS,
    ("project", "export"): _RUNNERS,
    ("project", "see_annotators"): _RUNNERS,
    ("project", "see_audit"): _RUNNERS,
    ("project", "change_managers"): _who("owner", "admin"),
    ("project", "delete"): _who("owner", "admin"),
}
