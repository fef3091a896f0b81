"""Annotators: somebody who takes part in a project, with an account or from elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from cutline.collect.models.project import Project


class Platform(models.TextChoices):
    """Where somebody comes from."""

    ACCOUNT = "account"
    #: Has the invitation link.
    LINK = "link"
    MTURK = "mturk"
    PROLIFIC = "prolific"
    OTHER = "other"


class AnnotatorState(models.TextChoices):
    """How far somebody has come."""

    #: Has to qualify first.
    NEW = "new"
    ACTIVE = "active"
    #: Did not pass.
    FAILED = "failed"
    BLOCKED = "blocked"


class Annotator(models.Model):
    """Somebody in a project. Others know them by their number alone."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="annotators")
    #: Counted from 1 within the project.
    number = models.PositiveIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="annotators",
    )
    platform = models.CharField(max_length=8, choices=Platform.choices)
    #: What the platform calls them, and the study and session that they came by.
    external_id = models.CharField(max_length=100, blank=True)
    external_study = models.CharField(max_length=100, blank=True)
    external_session = models.CharField(max_length=100, blank=True)
    #: The hash of the secret in their browser, of those without an account.
    secret_hash = models.CharField(max_length=64, blank=True)
    arm = models.CharField(max_length=40, blank=True)
    is_primed = models.BooleanField(default=False)
    state = models.CharField(
        max_length=7, choices=AnnotatorState.choices, default=AnnotatorState.ACTIVE
    )
    blocked_why = models.CharField(max_length=400, blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["project", "number"], name="annotator_number_once"),
            models.UniqueConstraint(
                fields=["project", "person"],
                condition=Q(person__isnull=False),
                name="person_once_in_a_project",
            ),
            models.UniqueConstraint(
                fields=["project", "platform", "external_id"],
                condition=~Q(external_id=""),
                name="worker_once_in_a_project",
            ),
        )
        # Who comes by a link is known by a secret, and asked for it with every page.
        indexes = (models.Index(fields=["project", "secret_hash"], name="annotator_by_secret"),)

    def __str__(self) -> str:
        return f"W{self.number}"
