"""Rescores: a board computed anew, kept apart from the one that is shown until it is published."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from cutline.server.models.benchmark import Benchmark
from cutline.server.models.blob import Blob


class RescoreState(models.TextChoices):
    """What became of it."""

    #: It is being computed, or waits for its host's word.
    OPEN = "open"
    PUBLISHED = "published"
    DROPPED = "dropped"


class Rescore(models.Model):
    """What a benchmark would be scored by: another program, other metrics, another bundle.

    The benchmark itself says what its board was scored by, and changes only when this is published.
    So the board stays whole whatever is asked for here.
    """

    benchmark = models.ForeignKey(Benchmark, on_delete=models.CASCADE, related_name="rescores")
    #: The key of the new scorer, and that of the board when it was started.
    scorer = models.CharField(max_length=80)
    scorer_before = models.CharField(max_length=80, blank=True)
    #: What the benchmark's fields of the same names become.
    metrics = models.JSONField(default=list)
    slice_name = models.CharField(max_length=60, blank=True)
    bundle = models.ForeignKey(Blob, on_delete=models.PROTECT, related_name="+")
    bundle_digest = models.CharField(max_length=64)
    bundle_version = models.CharField(max_length=60)

    state = models.CharField(max_length=10, choices=RescoreState.choices, default=RescoreState.OPEN)
    #: None where the command line did it, or the person has been forgotten.
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    started = models.DateTimeField(auto_now_add=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    ended = models.DateTimeField(null=True, blank=True)
    #: What it changed, in figures, as they were when it was published.
    summary = models.JSONField(default=dict)

    class Meta:
        ordering = ("-started", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["benchmark"], condition=Q(state="open"), name="one_open_rescore"
            ),
        )

    def __str__(self) -> str:
        return f"{self.benchmark.slug} by {self.scorer}"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be decided upon."""
        return self.state == RescoreState.OPEN
