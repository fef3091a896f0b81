"""Workers: which are there, so that a site whose jobs nobody takes can say so."""

from __future__ import annotations

from django.db import models


class Worker(models.Model):
    """A process that scores. It says every few seconds that it is there."""

    #: Its machine and process, as `ScoringJob.worker` has it.
    name = models.CharField(max_length=80, primary_key=True)
    version = models.CharField(max_length=40)
    started = models.DateTimeField()
    seen = models.DateTimeField(db_index=True)
    #: Set when it ended in order; one that was killed is merely not seen any more.
    stopped = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
