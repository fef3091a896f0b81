"""Submissions: the captions of one system for one phase."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from cutline.server.models.blob import Blob
from cutline.server.models.phase import Phase
from cutline.web.people.models import Team


class State(models.TextChoices):
    """How far a submission has come."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"


class Kind(models.TextChoices):
    """Whose captions they are."""

    SYSTEM = "system"
    #: The human baseline of the bundle, which the server scores by itself.
    HUMAN = "human"
    #: A row of another board, imported: scores without captions.
    IMPORTED = "imported"


class Submission(models.Model):
    """Captions that were checked, and what became of them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="submissions")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.SYSTEM)
    #: Its owner. None of the human baseline and of imported rows, which the hosts own.
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions"
    )
    #: Of imported rows, what the other board calls their team.
    team_name = models.CharField(max_length=60, blank=True)
    #: Who uploaded it; None once that person has been forgotten.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    method = models.CharField(max_length=80)
    description = models.TextField(blank=True, max_length=4000)
    paper_url = models.URLField(blank=True)
    code_url = models.URLField(blank=True)
    #: What it was trained on beside the benchmark's own data; empty says: nothing.
    external_data = models.CharField(max_length=400, blank=True)

    #: The captions as a run of ours, JSON lines.
    run = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, related_name="+")
    #: The name and the SHA-256 of what was uploaded.
    file_name = models.CharField(max_length=120, blank=True)
    file_digest = models.CharField(max_length=64, blank=True)
    warnings = models.JSONField(default=list)

    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    #: Why it failed, and what to do about it.
    reason = models.CharField(max_length=600, blank=True)
    #: Whether it counts against the limits. What failed through no fault of its own does not.
    counts = models.BooleanField(default=True)
    #: From 0 to 1 while it is being scored.
    progress = models.FloatField(default=0.0)
    created = models.DateTimeField(auto_now_add=True, db_index=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    #: The one of its team's that stands on the board.
    on_board = models.BooleanField(default=False)
    disqualified = models.DateTimeField(null=True, blank=True)
    disqualified_why = models.CharField(max_length=400, blank=True)
    #: What the client called this upload: the same key again is the same submission.
    idempotency_key = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("-created",)
        indexes = (models.Index(fields=["phase", "team", "created"], name="of_a_team_in_a_phase"),)
        constraints = (
            models.UniqueConstraint(
                fields=["phase", "team"], condition=Q(on_board=True), name="one_of_a_team_on_board"
            ),
            models.UniqueConstraint(
                fields=["phase"], condition=Q(kind="human"), name="one_human_row"
            ),
            models.UniqueConstraint(
                fields=["person", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_upload_for_a_key",
            ),
        )

    def __str__(self) -> str:
        return self.method

    @property
    def shown_team(self) -> str:
        """The team as boards show it; empty of the human baseline."""
        return self.team.name if self.team is not None else self.team_name


class FailedAttempt(models.Model):
    """An upload that could not be scored. It costs no submission; there is a cap on these too."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="failed_attempts")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="failed_attempts")
    when = models.DateTimeField(auto_now_add=True, db_index=True)
    reason = models.CharField(max_length=300)
