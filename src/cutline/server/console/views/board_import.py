"""Rows of another board: looked at first, then imported."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from cutline.core.errors import ContentError
from cutline.server.board.values import NOTHING, Value
from cutline.server.board_import.keep import import_board
from cutline.server.board_import.read import MOST_BYTES, read_board
from cutline.server.console.forms.submissions import ImportForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.console.views.rescore import shown
from cutline.server.models import Benchmark, Kind, Phase, Submission
from cutline.web.console import posted
from cutline.web.people.models import Person

_PREVIEWED = 100


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board_import(request: HttpRequest, slug: str) -> HttpResponse:
    """A file, then what it holds, then its rows on the board.

    The text that was looked at comes back with the second form, and is read again: nothing is kept
    in between.
    """
    person, benchmark = asked_of_benchmark(request, slug, "import_board")
    if request.method == "POST" and "text" in request.POST:
        return _imported(request, person, benchmark)
    form = ImportForm(benchmark, posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read(MOST_BYTES + 1)
        return _preview(request, person, benchmark, form.cleaned_data["phase"], data)
    imported = Submission.objects.filter(phase__benchmark=benchmark, kind=Kind.IMPORTED)
    context = {"form": form, "imported": imported.count(), "metrics": benchmark.metrics}
    return page(
        request,
        person,
        "console/import.html",
        context,
        benchmark=benchmark,
        here="console_import",
        status=422 if form.errors else 200,
    )


def _preview(
    request: HttpRequest, person: Person, benchmark: Benchmark, phase: Phase, data: bytes
) -> HttpResponse:
    reading = read_board(data, phase)
    rows = [
        {"row": row, "cells": [_cell(row.scores, metric) for metric in reading.metrics]}
        for row in reading.rows[:_PREVIEWED]
    ]
    context = {
        "phase": phase,
        "reading": reading,
        "rows": rows,
        "more": max(0, len(reading.rows) - _PREVIEWED),
        "text": "" if reading.errors else data.decode("utf-8-sig"),
    }
    return page(
        request,
        person,
        "console/import_preview.html",
        context,
        benchmark=benchmark,
        here="console_import",
        status=422 if reading.errors else 200,
    )


def _cell(scores: dict[str, Value], metric: str) -> str:
    return shown(scores.get(metric, NOTHING).value)


def _imported(request: HttpRequest, person: Person, benchmark: Benchmark) -> HttpResponse:
    phase = benchmark.phases.filter(slug=request.POST.get("phase", "")).first()
    if phase is None:
        messages.error(request, "There is no such phase: choose the file again.")
        return redirect("console_import", benchmark.slug)
    data = request.POST["text"].encode()
    try:
        reading = import_board(person, phase, data)
    except ContentError:  # somebody imported the same meanwhile
        return _preview(request, person, benchmark, phase, data)
    messages.success(
        request,
        f"{len(reading.rows):,} rows are on the board of {phase.title}, marked as imported.",
    )
    return redirect("console_submissions", benchmark.slug)
