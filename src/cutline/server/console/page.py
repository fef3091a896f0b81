"""What all pages of the console share: who asks, where they can go, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from cutline.core.errors import CutlineError
from cutline.server.access import allowed, may, require
from cutline.server.access.relations import SITE
from cutline.server.models import Benchmark
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

PER_PAGE = 50

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
    response = render(request, template, shared | context, status=status)
    # Raw scores and people's addresses: no copy of it is kept.
    response.headers["Cache-Control"] = "private, no-store"
    return response


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None where it is only shown."""
    return request.POST if request.method == "POST" else None


def pages_of(request: HttpRequest, found: Any, per_page: int = PER_PAGE) -> Page[Any]:
    """The part of a list that a request asks for; the nearest one if there is no such part."""
    return Paginator(found, per_page).get_page(request.GET.get("page"))


def rest_of_query(request: HttpRequest) -> str:
    """What was asked for beside the number of the page, to be put before it again."""
    query = request.GET.copy()
    query.pop("page", None)
    return f"{query.urlencode()}&" if query else ""


def done(request: HttpRequest, act: Callable[[], object], said: str) -> bool:
    """Do it and say so, or say why it cannot be done."""
    try:
        act()
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
        return False
    messages.success(request, said)
    return True


def sentence(text: str) -> str:
    """A message of the program as a sentence of a page.

    >>> sentence("the rescore is dropped already")
    'The rescore is dropped already.'
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
