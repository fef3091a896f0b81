"""The submissions of a benchmark, as its hosts see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from cutline.server.access import allowed, require
from cutline.server.board.shown import entry_of
from cutline.server.board.values import reserve_gap, value_in, value_of
from cutline.server.board_import.keep import SCORER, remove_row
from cutline.server.console.forms.submissions import FilterForm, WhyForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.console.views.rescore import shown
from cutline.server.models import Benchmark, Kind, Result, Submission
from cutline.server.pages.words import web_address
from cutline.server.rescoring.again import can_be_scored_again, score_again
from cutline.server.submissions import changes as acts
from cutline.web.console import done, pages_of, rest_of_query
from cutline.web.people.models import Person


@login_required
@require_safe
def submissions(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, or those that are asked for, with raw scores."""
    person, benchmark = asked_of_benchmark(request, slug, "see_submissions")
    require(person, "see_raw", benchmark)
    form = FilterForm(benchmark, request.GET or None)
    found = Submission.objects.filter(phase__benchmark=benchmark)
    if form.is_bound and form.is_valid():
        found = _filtered(found, form.cleaned_data)
    part = pages_of(request, found.select_related("phase", "team").order_by("-created", "pk"))
    results = _results(benchmark, part.object_list)
    context = {
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "metrics": benchmark.metrics,
        "has_reserve": any(phase.reserve_share for phase in benchmark.phases.all()),
        "rows": [_row(one, results.get(one.pk), benchmark) for one in part.object_list],
    }
    return page(
        request,
        person,
        "console/submissions.html",
        context,
        benchmark=benchmark,
        here="console_submissions",
    )


def _filtered(found: QuerySet[Submission], asked: dict[str, str]) -> QuerySet[Submission]:
    if text := asked["text"].strip():
        found = found.filter(
            Q(method__icontains=text) | Q(file_name__icontains=text) | Q(reason__icontains=text)
        )
    if team := asked["team"].strip():
        found = found.filter(Q(team__name__icontains=team) | Q(team_name__icontains=team))
    if asked["phase"]:
        found = found.filter(phase__slug=asked["phase"])
    if asked["state"] == "disqualified":
        return found.filter(disqualified__isnull=False)
    if asked["state"] == "on_board":
        return found.filter(Q(on_board=True) | ~Q(kind=Kind.SYSTEM), disqualified=None)
    return found.filter(state=asked["state"]) if asked["state"] else found


def _results(benchmark: Benchmark, found: Any) -> dict[UUID, Result]:
    """The results that the board shows of some submissions."""
    known = Result.objects.filter(
        submission__in=list(found), scorer__in=(benchmark.scorer, SCORER)
    ).defer("signatures")
    return {result.submission_id: result for result in known}


def _row(submission: Submission, result: Result | None, benchmark: Benchmark) -> dict[str, Any]:
    lead = benchmark.metrics[0]
    has_reserve = result is not None and bool(result.reserve)
    return {
        "submission": submission,
        "scores": [
            "" if result is None else shown(value_of(result, metric).value)
            for metric in benchmark.metrics
        ],
        "gap": shown(reserve_gap(result, lead)) if result is not None and has_reserve else "",
    }


@login_required
@require_safe
def submission(request: HttpRequest, slug: str, submission: UUID) -> HttpResponse:
    """One submission: what came of it, why it failed, and what can be done."""
    person, found = _asked(request, slug, submission, "see_raw")
    return _page(request, person, found, WhyForm())


def _page(request: HttpRequest, person: Person, found: Submission, form: WhyForm) -> HttpResponse:
    entry = entry_of(found)
    benchmark = found.phase.benchmark
    context = {
        "submission": found,
        "paper": web_address(found.paper_url),
        "code": web_address(found.code_url),
        "does": allowed(person, found),
        "form": form,
        "jobs": found.jobs.order_by("-created"),
        "scores": [] if entry is None else _scores(entry.result, benchmark),
        "result": None if entry is None else entry.result,
        "metrics": benchmark.metrics,
        "scores_again": can_be_scored_again(found),
        "is_imported": found.kind == Kind.IMPORTED,
        "is_human": found.kind == Kind.HUMAN,
    }
    return page(
        request,
        person,
        "console/submission.html",
        context,
        benchmark=benchmark,
        here="console_submissions",
        status=422 if form.errors else 200,
    )


def _scores(result: Result, benchmark: Benchmark) -> list[dict[str, Any]]:
    """A line for each slice, then the images in reserve and the gap to them."""
    lines = [
        {
            "label": label or "all images",
            "cells": [shown(value_of(result, metric, label).value) for metric in benchmark.metrics],
        }
        for label in sorted(result.scores)
    ]
    if result.reserve:
        reserve = [shown(value_in(result.reserve, metric).value) for metric in benchmark.metrics]
        gaps = [shown(reserve_gap(result, metric)) for metric in benchmark.metrics]
        lines += [
            {"label": "images in reserve", "cells": reserve},
            {"label": "gap to the reserve", "cells": gaps},
        ]
    return lines


@login_required
@require_POST
def disqualify(request: HttpRequest, slug: str, submission: UUID) -> HttpResponse:
    """Take it out of the ranking, for a reason."""
    person, found = _asked(request, slug, submission, "disqualify")
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _page(request, person, found, form)
    why = form.cleaned_data["why"]
    return _done(request, found, lambda: acts.disqualify(person, found, why), "It is disqualified.")


@login_required
@require_POST
def reinstate(request: HttpRequest, slug: str, submission: UUID) -> HttpResponse:
    """Take a disqualification back."""
    person, found = _asked(request, slug, submission, "disqualify")
    return _done(request, found, lambda: acts.reinstate(person, found), "It ranks again.")


@login_required
@require_POST
def again(request: HttpRequest, slug: str, submission: UUID) -> HttpResponse:
    """Score it again after a fault of the platform."""
    person, found = _asked(request, slug, submission, "score_again")
    return _done(request, found, lambda: score_again(person, found), "It is in the queue again.")


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, submission: UUID) -> HttpResponse:
    """Take an imported row off the board."""
    person, found = _asked(request, slug, submission, "remove")
    remove_row(person, found)
    messages.success(request, f"The row “{found.method}” is gone.")
    return redirect("console_submissions", slug)


def _asked(
    request: HttpRequest, slug: str, submission: UUID, action: str
) -> tuple[Person, Submission]:
    person, benchmark = asked_of_benchmark(request, slug, "see_submissions")
    known = Submission.objects.select_related("phase__benchmark", "team", "person")
    found = get_object_or_404(known, pk=submission, phase__benchmark=benchmark)
    require(person, action, found)
    return person, found


def _done(
    request: HttpRequest, found: Submission, act: Callable[[], object], said: str
) -> HttpResponse:
    done(request, act, said)
    return redirect("console_submission", found.phase.benchmark.slug, found.pk)
