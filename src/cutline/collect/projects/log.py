"""Writing down what is done to projects, so that those who run them can read it."""

from __future__ import annotations

from typing import Any

from cutline.collect.models import Project
from cutline.web.people.models import Person
from cutline.web.people.models.audit import AuditEntry, record


def scope_of(project: Project) -> str:
    """By what entries of a project are found.

    A benchmark may have the same address as a project; its hosts must not read these entries.
    """
    return f"collect:{project.slug}"


def note(
    actor: Person | None, action: str, project: Project, subject: str = "", **detail: Any
) -> AuditEntry:
    """Write down what was done, in the transaction that does it."""
    return record(
        actor,
        action,
        subject or f"project:{project.slug}",
        described=project.title,
        scope=scope_of(project),
        **detail,
    )
