"""The record of what hosts and admins do. Entries are added, never changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from cutline.web.people.models.person import Person


class AuditEntry(models.Model):
    """That somebody did something to something."""

    when = models.DateTimeField(auto_now_add=True, db_index=True)
    #: None where the program itself did it, or the person has been forgotten.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    #: A verb with its object, such as `submission.disqualify`.
    action = models.CharField(max_length=60)
    #: What it was done to, such as `submission:5d3c...`, and for people to read.
    subject = models.CharField(max_length=120)
    described = models.CharField(max_length=200, blank=True)
    #: To which benchmark it belongs, by slug: its hosts may read the entry.
    scope = models.CharField(max_length=80, blank=True, db_index=True)
    #: What was before and after, and why. Never a reference, never a secret.
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ("-when", "-pk")


def record(
    actor: Person | None,
    action: str,
    subject: str,
    *,
    described: str = "",
    scope: str = "",
    **detail: Any,
) -> AuditEntry:
    """Write down what was done, in the transaction that does it."""
    return AuditEntry.objects.create(
        actor=actor if actor is not None and actor.pk else None,
        action=action,
        subject=subject[:120],
        described=described[:200],
        scope=scope,
        detail=detail,
    )
