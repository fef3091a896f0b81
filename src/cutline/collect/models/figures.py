"""Figures of a project that take too long to be computed while somebody waits for a page."""

from __future__ import annotations

from django.db import models

from cutline.collect.models.project import Project


class Figures(models.Model):
    """What was computed of a project's answers, and of which answers."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="figures")
    #: Tells one state of the answers from another: figures of an older state are out of date.
    basis = models.CharField(max_length=120)
    computed = models.DateTimeField()
    #: The metrics that agreement was measured by.
    metrics = models.JSONField(default=list)
    #: How far each answer agrees with the others of its image: a value for each metric, by task.
    agreement = models.JSONField(default=dict)
    #: Of each label: images that have it, those with a caption that names it, and captions.
    coverage = models.JSONField(default=list)
    #: Mean agreement of what was written in each hour: `[hour, value, answers]`.
    by_hour = models.JSONField(default=list)
