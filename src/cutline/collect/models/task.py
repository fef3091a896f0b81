"""Tasks: that somebody has an item, and what they answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from cutline.collect.models.annotator import Annotator
from cutline.collect.models.item import Item


class TaskState(models.TextChoices):
    """What became of a task."""

    #: Somebody is at it until `locked_until`.
    LOCKED = "locked"
    #: The answer stands.
    DONE = "done"
    SKIPPED = "skipped"
    #: Nobody answered in time; the place was given to somebody else.
    EXPIRED = "expired"
    #: An answer that does not stand any more: rejected, or its writer was blocked.
    DISCARDED = "discarded"


class Verdict(models.TextChoices):
    """What a reviewer said."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    FIXED = "fixed"


class Task(models.Model):
    """An item in somebody's hands. One for each person and item: nobody gets an item twice."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="tasks")
    annotator = models.ForeignKey(Annotator, on_delete=models.CASCADE, related_name="tasks")
    state = models.CharField(max_length=9, choices=TaskState.choices, default=TaskState.LOCKED)
    locked_until = models.DateTimeField()
    started = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True, db_index=True)
    #: What was typed and not sent yet.
    draft = models.TextField(blank=True, max_length=2000)
    text = models.TextField(blank=True, max_length=2000)
    #: The answer in a project of ratings.
    value = models.JSONField(null=True, blank=True)
    #: Time at the task, as the browser measured it: time away is not among it.
    seconds = models.FloatField(default=0.0)
    #: What is odd about it, by the names of `quality.flags`.
    flags = models.JSONField(default=list)
    was_primed = models.BooleanField(default=False)
    skip_reason = models.CharField(max_length=200, blank=True)
    #: Whether an item with a known answer was answered right; None for all others.
    is_right = models.BooleanField(null=True, blank=True)

    verdict = models.CharField(max_length=8, choices=Verdict.choices, blank=True)
    verdict_why = models.CharField(max_length=400, blank=True)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    reviewed = models.DateTimeField(null=True, blank=True)
    #: The text before a reviewer changed it.
    original = models.TextField(blank=True, max_length=2000)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["item", "annotator"], name="no_item_twice"),)
        indexes = (
            models.Index(fields=["annotator", "state"], name="tasks_of_somebody"),
            models.Index(fields=["state", "locked_until"], name="tasks_to_expire"),
        )
