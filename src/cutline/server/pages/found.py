"""Finding what an address names, as far as its visitor may see it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import connection
from django.http import Http404, HttpRequest
from django.utils import timezone

from cutline.server.access import require
from cutline.server.access.ask import visitor
from cutline.server.board.cache import Kept
from cutline.server.models import Benchmark, Phase, Submission
from cutline.web.access import Visitor

#: The words of `require`: what is not there and what is hidden must not be told apart.
_NOT_THERE = "There is no such page, or it is not for you to see."

_PHASE, _BENCHMARK = Phase._meta.db_table, Benchmark._meta.db_table
_ROWS = (
    f"SELECT * FROM {_PHASE} JOIN {_BENCHMARK} ON {_PHASE}.benchmark_id = {_BENCHMARK}.id "
    f"WHERE {_BENCHMARK}.slug = %s ORDER BY {_PHASE}.position, {_PHASE}.id"
)
_phases: Kept[list[Phase]] = Kept()


def visitor_in(request: HttpRequest) -> Visitor:
    """Who asks."""
    return visitor(request.user)


def benchmark_at(request: HttpRequest, slug: str) -> Benchmark:
    """A benchmark that the visitor may see.

    Raises:
        Http404: when there is none.
    """
    found = Benchmark.objects.filter(slug=slug).first()
    if found is None:
        raise Http404(_NOT_THERE)
    require(visitor_in(request), "see", found)
    return found


def phases_at(request: HttpRequest, slug: str) -> list[Phase]:
    """All phases of a benchmark that the visitor may see, with one question to the database.

    Raises:
        Http404: when there is none.
    """
    found = list(Phase.objects.select_related("benchmark").filter(benchmark__slug=slug))
    if not found:
        benchmark_at(request, slug)
        raise Http404("This benchmark has no phases yet.")
    require(visitor_in(request), "see", found[0].benchmark)
    for phase in found[1:]:
        phase.benchmark = found[0].benchmark
    return found


def kept_phases_at(request: HttpRequest, slug: str) -> Sequence[Phase]:
    """The same to be read alone: made again only once anything in the database has changed of them.

    Asking for the rows as they are costs a tenth of making objects of them.

    Raises:
        Http404: when there is none.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [slug])
        rows = tuple(cursor.fetchall())
    found = (
        _phases.get(rows, lambda: phases_at(request, slug)) if rows else phases_at(request, slug)
    )
    require(visitor_in(request), "see", found[0].benchmark)
    return found


def chosen(phases: Sequence[Phase], slug: str) -> Phase:
    """The phase of an address; without one, the main one.

    Raises:
        Http404: when there is no such phase.
    """
    if not slug:
        return main_phase(phases)
    for phase in phases:
        if phase.slug == slug:
            return phase
    raise Http404("This benchmark has no such phase.")


def main_phase(phases: Sequence[Phase], now: datetime | None = None) -> Phase:
    """The phase that people mean if they name none: the last one that has begun."""
    now = now or timezone.now()
    begun = [phase for phase in phases if phase.opens is None or phase.opens <= now]
    return begun[-1] if begun else phases[0]


def submission_at(request: HttpRequest, submission_id: uuid.UUID) -> Submission:
    """A submission that the visitor may see.

    Raises:
        Http404: when there is none.
    """
    wanted = Submission.objects.select_related("phase__benchmark", "team")
    found = wanted.filter(pk=submission_id).first()
    if found is None:
        raise Http404(_NOT_THERE)
    require(visitor_in(request), "see", found)
    return found
