"""A rescore: how far it is, what it would change, and the host's word."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from cutline.reports.theme.numbers import DASH, MINUS, number_text
from cutline.server.board.values import Value
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.models import Benchmark, Rescore, ScoringJob
from cutline.server.rescoring import publish as acts
from cutline.server.rescoring.difference import Change, Difference, difference_of
from cutline.server.rescoring.jobs import failing, scored_anew
from cutline.server.rescoring.pinned import why_waiting
from cutline.server.rescoring.start import changes_of
from cutline.web.console import done

#: Hosts see raw scores; more than this is noise.
DECIMALS = 4


@login_required
@require_safe
def rescore(request: HttpRequest, slug: str, rescore: int) -> HttpResponse:
    """What a rescore would change, or what it changed."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    found = _rescore(benchmark, rescore)
    context: dict[str, Any] = {"rescore": found, "summary": found.summary}
    if found.is_open:
        difference = difference_of(found)
        context |= {
            "summary": difference.summary(),
            "progress": difference.progress,
            "metrics": difference.metrics,
            "parts": _parts(difference),
            "changes": changes_of(benchmark, found),
            "failed": _failed(found),
            "why_waiting": why_waiting(found),
            "frozen": [phase for phase in benchmark.phases.all() if phase.is_frozen()],
        }
    return page(
        request,
        person,
        "console/rescore.html",
        context,
        benchmark=benchmark,
        here="console_scoring",
    )


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, rescore: int) -> HttpResponse:
    """Show the new board in place of the old one."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    found = _rescore(benchmark, rescore)
    drop_failed = request.POST.get("drop_failed") == "on"
    done(
        request,
        lambda: acts.publish(person, found, drop_failed=drop_failed),
        "The new board is published.",
    )
    return redirect("console_rescore", benchmark.slug, found.pk)


@login_required
@require_POST
def drop(request: HttpRequest, slug: str, rescore: int) -> HttpResponse:
    """Leave the board as it is."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    found = _rescore(benchmark, rescore)
    done(request, lambda: acts.drop(person, found), "The rescore is dropped; the board stays.")
    return redirect("console_scoring", benchmark.slug)


def _rescore(benchmark: Benchmark, pk: int) -> Rescore:
    known = Rescore.objects.select_related("benchmark", "started_by", "ended_by")
    return get_object_or_404(known, pk=pk, benchmark=benchmark)


def _parts(difference: Difference) -> list[dict[str, Any]]:
    return [
        {
            "phase": part.phase,
            "rows": [_row(change, difference.metrics) for change in part.changes],
        }
        for part in difference.phases
    ]


def _row(change: Change, metrics: tuple[str, ...]) -> dict[str, Any]:
    return {
        "change": change,
        "submission": change.submission,
        "cells": [_cell(change.before.get(metric), change.after.get(metric)) for metric in metrics],
    }


def _cell(before: Value | None, after: Value | None) -> dict[str, str]:
    old, new = (None if one is None else one.value for one in (before, after))
    step = ""
    if old is not None and new is not None and number_text(new - old, DECIMALS) != "0.0000":
        text = number_text(new - old, DECIMALS)
        step = text if text.startswith(MINUS) else f"+{text}"
    return {"before": shown(old), "after": shown(new), "step": step}


def shown(value: float | None) -> str:
    """A raw score as the console shows it."""
    return DASH if value is None else number_text(value, DECIMALS)


def _failed(rescore: Rescore) -> list[dict[str, Any]]:
    lost = failing(scored_anew(rescore), rescore.scorer).select_related("team", "phase")
    faults = {
        job.submission_id: job.fault
        for job in ScoringJob.objects.filter(submission__in=lost, scorer=rescore.scorer)
    }
    return [{"submission": one, "fault": faults.get(one.pk, "")} for one in lost]
