"""Which workers are there: each calls `say_here` every few seconds, and `say_gone` at its end."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from cutline.core.version import __version__
from cutline.server.models.worker import Worker

#: A worker says so every this many seconds; one that missed four times is taken for gone.
EVERY_SECONDS = 5
LATELY = timedelta(seconds=4 * EVERY_SECONDS)
#: Those of long ago are of no interest to anybody.
_KEPT = timedelta(days=2)


def say_here(name: str) -> None:
    """That a worker of this name is there, for the first time or still."""
    now = timezone.now()
    there = {"version": __version__, "seen": now, "stopped": None}
    Worker.objects.update_or_create(
        name=name[:80], defaults=there, create_defaults={**there, "started": now}
    )


def say_gone(name: str) -> None:
    """That a worker ends in order; those of long ago are forgotten by the way."""
    now = timezone.now()
    Worker.objects.filter(name=name[:80]).update(stopped=now)
    Worker.objects.filter(seen__lt=now - _KEPT).delete()


def workers_there() -> QuerySet[Worker]:
    """The workers that were seen lately."""
    return Worker.objects.filter(stopped=None, seen__gte=timezone.now() - LATELY)
