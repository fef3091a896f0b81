"""What all pages of the console share: who asks, where they can go, and what was done."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from cutline.server.access import allowed, may, require
from cutline.server.access.relations import SITE
from cutline.server.models import Benchmark
from cutline.web.console import private_page
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

#: Pages of the site, and those of a benchmark: the name of the address, its words, who sees it.
_OF_SITE = (
    ("console", "Benchmarks", "see_console"),
    ("console_queue", "Queue", "see_queue"),
    ("console_people", "People", "see_people"),
    ("console_audit", "Log", "see_audit"),
)
_OF_BENCHMARK = (
    ("console_benchmark", "Overview", "edit"),
    ("console_edit", "Texts", "edit"),
    ("console_submissions", "Submissions", "see_submissions"),
    ("console_scoring", "Scoring", "rescore"),
    ("console_import", "Import", "import_board"),
    ("console_hosts", "Hosts", "edit"),
    ("console_benchmark_audit", "Log", "see_audit"),
)


def asked_of_benchmark(request: HttpRequest, slug: str, action: str) -> tuple[Person, Benchmark]:
    """Who asks for what of a benchmark, seen that they may.

    Raises:
        Http404, PermissionDenied: when they may not.
    """
    person = person_of(request)
    benchmark = get_object_or_404(Benchmark.objects.select_related("owner"), slug=slug)
    require(person, action, benchmark)
    return person, benchmark


def page(
    request: HttpRequest,
    person: Person,
    template: str,
    context: dict[str, Any],
    *,
    benchmark: Benchmark | None = None,
    here: str = "",
    status: int = 200,
) -> HttpResponse:
    """A page of the console, with ways to all others that the person may see."""
    ways = [
        {"words": words, "address": reverse(name), "is_here": name == here}
        for name, words, action in _OF_SITE
        if may(person, action, SITE)
    ]
    of_benchmark = []
    if benchmark is not None:
        does = allowed(person, benchmark)
        of_benchmark = [
            {
                "words": words,
                "address": reverse(name, args=[benchmark.slug]),
                "is_here": name == here,
            }
            for name, words, action in _OF_BENCHMARK
            if action in does
        ]
        context = {"may": does, **context}
    shared = {"ways": ways, "ways_of_benchmark": of_benchmark, "benchmark": benchmark}
    return private_page(request, template, shared | context, status)
