"""What a benchmark is: `/b/<slug>/` and `/b/<slug>/rules/`."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cutline.core.errors import CutlineError
from cutline.core.spec import parse_spec
from cutline.server.hosting.bundles import bundle_of
from cutline.server.models import Benchmark
from cutline.server.pages.boards import kept_board, ranked
from cutline.server.pages.found import benchmark_at, visitor_in
from cutline.server.pages.frame import frame, shown_phases
from cutline.server.pages.words import limit_words


@dataclass(frozen=True)
class _ShownMetric:
    spec: str
    summary: str


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What is asked, when, how it is measured, and by which data."""
    benchmark = benchmark_at(request, slug)
    phases = shown_phases(list(benchmark.phases.select_related("benchmark")))
    manifest = bundle_of(benchmark).manifest
    context = frame(benchmark, "overview", visitor_in(request)) | {
        "rows": [
            {
                "phase": one.phase,
                "standing": one.standing,
                "limits": limit_words(one.phase),
                "images": manifest.splits[one.phase.split].images,
                "entries": len(ranked(kept_board(one.phase))),
            }
            for one in phases
        ],
        "metrics": [_ShownMetric(spec, _summary(spec)) for spec in benchmark.metrics],
        "manifest": manifest,
        "slice": next((s for s in manifest.slices if s.name == benchmark.slice_name), None),
    }
    return render(request, "server/overview.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What its hosts ask of those who take part, and the limits of each phase."""
    benchmark = benchmark_at(request, slug)
    phases = benchmark.phases.select_related("benchmark").all()
    context = frame(benchmark, "rules", visitor_in(request)) | {
        "limits": [(phase, limit_words(phase)) for phase in phases],
        "is_rounded_for": _rounding(benchmark),
        "has_ladder": [phase for phase in phases if phase.ladder_step is not None],
        "has_reserve": [phase for phase in phases if phase.reserve_share],
    }
    return render(request, "server/rules.html", context)


def _summary(spec: str) -> str:
    try:
        return parse_spec(spec).summary
    except CutlineError:  # a metric that is no longer installed
        return ""


def _rounding(benchmark: Benchmark) -> str:
    return f"{benchmark.decimals} decimal{'' if benchmark.decimals == 1 else 's'}"
