"""The health of the queue."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from cutline.core.version import __version__
from cutline.server.access import require
from cutline.server.access.relations import SITE
from cutline.server.console.page import page
from cutline.server.console.views.home import run_by
from cutline.server.models import Benchmark, JobState, ScoringJob, Worker
from cutline.server.operation.presence import LATELY, workers_there
from cutline.server.rescoring.pinned import waiting_for_another, why_waiting
from cutline.server.scoring.separate import why_unconfined
from cutline.web.people.views.who import person_of

_DAY = timedelta(days=1)
_LISTED = 50
#: It is found out by a process that tries, and changes only with the machine.
_CONFINED_SECONDS = 3600


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """What waits, what runs, what failed, and who is there to do it.

    Figures are those of the whole site; single jobs are listed of benchmarks that one runs.
    """
    person = person_of(request)
    require(person, "see_queue", SITE)
    mine = run_by(person)
    jobs = ScoringJob.objects.filter(submission__phase__benchmark__in=mine)
    context: dict[str, Any] = {
        **_figures(),
        "workers": Worker.objects.order_by("-seen")[:20],
        "there": set(workers_there().values_list("pk", flat=True)),
        "seen_within": int(LATELY.total_seconds()),
        "version": __version__,
        "unconfined": _unconfined(),
        "stalled": _stalled(mine),
        "unfinished": _listed(jobs, JobState.QUEUED, JobState.RUNNING).order_by("created")[
            :_LISTED
        ],
        "failed": _listed(jobs, JobState.FAILED).order_by("-finished")[:_LISTED],
        "is_admin": person.is_admin,
    }
    return page(request, person, "console/queue.html", context, here="console_queue")


def _figures() -> dict[str, Any]:
    counts: dict[str, int] = dict(
        ScoringJob.objects.values_list("state").annotate(Count("pk")).order_by()
    )
    since = timezone.now() - _DAY
    lately = ScoringJob.objects.filter(created__gte=since)
    oldest = ScoringJob.objects.filter(state=JobState.QUEUED).aggregate(Min("created"))
    return {
        "waiting": counts.get(JobState.QUEUED, 0),
        "running": counts.get(JobState.RUNNING, 0),
        "all_failed": counts.get(JobState.FAILED, 0),
        "oldest": oldest["created__min"],
        # A lease beyond the first: the worker was killed, stopped, or failed at it.
        "taken_over": lately.filter(lease__gt=1).count(),
        "lately": lately.count(),
    }


def _listed(jobs: QuerySet[ScoringJob], *states: str) -> QuerySet[ScoringJob]:
    return jobs.filter(state__in=states).select_related("submission__phase__benchmark")


def _stalled(benchmarks: list[Benchmark]) -> list[dict[str, Any]]:
    """Benchmarks whose jobs no worker of this installation takes."""
    found = []
    for benchmark in benchmarks:
        count = waiting_for_another(benchmark)
        if count:
            found.append({"benchmark": benchmark, "jobs": count, "why": why_waiting(benchmark)})
    return found


def _unconfined() -> str:
    known = cache.get("console-unconfined")
    if known is None:
        known = why_unconfined()
        cache.set("console-unconfined", known, _CONFINED_SECONDS)
    return str(known)
