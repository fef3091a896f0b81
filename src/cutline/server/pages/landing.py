"""The front page: what this site is, and which benchmarks it has."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from cutline.server.access import may, visible_benchmarks
from cutline.server.models import Benchmark, Phase
from cutline.server.pages.boards import kept_board, ranked
from cutline.server.pages.cells import cell, highest_of
from cutline.server.pages.found import visitor_in
from cutline.server.pages.frame import hidden_words
from cutline.server.pages.words import Standing, phase_standing


@dataclass(frozen=True)
class _PhaseSummary:
    phase: Phase
    standing: Standing
    entries: int
    #: HTML; empty while there is none.
    best: SafeString
    best_method: str


@dataclass(frozen=True)
class _Summary:
    benchmark: Benchmark
    hidden: str
    phases: list[_PhaseSummary]


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """The benchmarks that the visitor may see."""
    visitor = visitor_in(request)
    benchmarks = visible_benchmarks(visitor)
    prefetch_related_objects(benchmarks, "phases")
    context = {
        "summaries": [_summary(benchmark) for benchmark in benchmarks],
        "creates": may(visitor, "create_benchmark"),
    }
    return render(request, "server/landing.html", context)


def _summary(benchmark: Benchmark) -> _Summary:
    phases = []
    for phase in benchmark.phases.all():
        phase.benchmark = benchmark
        phases.append(_phase_summary(phase))
    return _Summary(benchmark, hidden_words(benchmark), phases)


def _phase_summary(phase: Phase) -> _PhaseSummary:
    board = kept_board(phase)
    rows = ranked(board)
    best = rows[0] if rows else None
    shown = ""
    if best is not None:
        value = best.values[board.metric]
        shown = cell(value, phase.benchmark.decimals, highest=highest_of([value]))
    return _PhaseSummary(
        phase,
        phase_standing(phase),
        len(rows),
        mark_safe(shown),
        best.method if best else "",
    )
