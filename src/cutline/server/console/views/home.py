"""The front page of the console: `/host/`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.server.access import may, require
from cutline.server.access.relations import SITE
from cutline.server.console.page import page
from cutline.server.models import Benchmark, JobState, Kind, ScoringJob, State, Submission
from cutline.server.rescoring.pinned import why_waiting
from cutline.server.rescoring.which import open_rescore
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

_NEWEST = 10


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The benchmarks of a host, what waits or failed in them, and what came last."""
    person = person_of(request)
    require(person, "see_console", SITE)
    benchmarks = run_by(person)
    newest = (
        Submission.objects.filter(phase__benchmark__in=benchmarks, kind=Kind.SYSTEM)
        .select_related("phase__benchmark", "team")
        .order_by("-created")[:_NEWEST]
    )
    context = {
        "rows": [_row(benchmark) for benchmark in benchmarks],
        "newest": newest,
        "creates": may(person, "create_benchmark", SITE),
    }
    return page(request, person, "console/home.html", context, here="console")


def run_by(person: Person) -> list[Benchmark]:
    """The benchmarks that a person may run, by title."""
    found: QuerySet[Benchmark] = Benchmark.objects.select_related("owner").order_by("title")
    if not person.is_admin:
        found = found.filter(Q(owner=person) | Q(hosts=person)).distinct()
    return [benchmark for benchmark in found if may(person, "edit", benchmark)]


def _row(benchmark: Benchmark) -> dict[str, Any]:
    entries = Submission.objects.filter(phase__benchmark=benchmark)
    counts = entries.aggregate(
        submissions=Count("pk", filter=Q(kind=Kind.SYSTEM)),
        failed=Count("pk", filter=Q(state=State.FAILED)),
    )
    waiting = ScoringJob.objects.filter(
        submission__phase__benchmark=benchmark, state__in=(JobState.QUEUED, JobState.RUNNING)
    )
    return {
        "benchmark": benchmark,
        "waiting": waiting.count(),
        "rescore": open_rescore(benchmark),
        "why_waiting": why_waiting(benchmark),
        **counts,
    }
