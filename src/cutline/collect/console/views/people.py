"""Those who take part: `/collect/<slug>/people/`, and one of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from cutline.collect.console.forms.filters import WhyForm
from cutline.collect.console.page import asked_of_project, page, picture_source
from cutline.collect.models import Annotator, AnnotatorState, Figures, Project, Task, TaskState
from cutline.collect.quality.annotators import AnnotatorRow, annotator_rows
from cutline.collect.quality.block import block, unblock
from cutline.collect.quality.figures import figures_of
from cutline.collect.quality.outliers import RULE
from cutline.collect.quality.spot_checks import WORDS
from cutline.core.errors import CutlineError
from cutline.web.console import done, pages_of, rest_of_query, sentence

#: Columns that the table is sorted by: their names in addresses, their words, and their values.
_COLUMNS: tuple[tuple[str, str, Callable[[AnnotatorRow], float | None]], ...] = (
    ("number", "Person", lambda row: row.annotator.number),
    ("done", "Standing", lambda row: row.done),
    ("seconds", "Seconds", lambda row: row.seconds),
    ("words", "Words", lambda row: row.words),
    ("agreement", "Agreement", lambda row: next(iter(row.agreement), None)),
    ("pasted", "Pasted", lambda row: row.pasted_share),
    ("attention", "Attention", lambda row: row.attention),
    ("reviewed", "Reviewed", lambda row: row.reviewed),
    ("rejected", "Rejected", lambda row: row.rejected_share),
)
_SHOWN = (TaskState.DONE, TaskState.DISCARDED, TaskState.SKIPPED)
_PER_PAGE = 30


@login_required
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody, in figures, sorted by one of them."""
    person, project = asked_of_project(request, slug, "see_annotators")
    figures = figures_of(project)
    wanted, is_down = request.GET.get("sort", "number"), request.GET.get("order") == "down"
    rows = _sorted(annotator_rows(project, figures), wanted, is_down)
    part = pages_of(request, rows)
    context = {
        "part": part,
        "query": rest_of_query(request),
        "columns": _columns(wanted, is_down),
        "metrics": figures.metrics if figures is not None else [],
        "rule": RULE,
        "figures": figures,
    }
    template = "collect_console/people.html"
    return page(request, person, template, context, project=project, here="manage_people")


def _columns(wanted: str, is_down: bool) -> list[dict[str, Any]]:
    return [
        {
            "words": words,
            "is_number": name != "number",
            "sort": ("descending" if is_down else "ascending") if name == wanted else "none",
            "address": f"?sort={name}"
            + ("&order=down" if not (name == wanted and is_down) and name != "number" else ""),
        }
        for name, words, _ in _COLUMNS
    ]


def _sorted(rows: list[AnnotatorRow], wanted: str, is_down: bool) -> list[AnnotatorRow]:
    value = next((of for name, _, of in _COLUMNS if name == wanted), _COLUMNS[0][2])
    last = -math.inf if is_down else math.inf

    def key(row: AnnotatorRow) -> float:
        found = value(row)
        return last if found is None else float(found)

    return sorted(rows, key=key, reverse=is_down)


@login_required
@require_safe
def person(request: HttpRequest, slug: str, annotator: int) -> HttpResponse:
    """Somebody, with all that they wrote."""
    manager, project = asked_of_project(request, slug, "see_annotators")
    somebody = _annotator(project, annotator)
    return _page(request, manager, project, somebody, WhyForm(), 200)


def _page(
    request: HttpRequest,
    manager: Any,
    project: Project,
    somebody: Annotator,
    form: Any,
    status: int,
) -> HttpResponse:
    figures = Figures.objects.filter(project=project).first()
    (row,) = [
        row for row in annotator_rows(project, figures) if row.annotator.pk == somebody.pk
    ] or [AnnotatorRow(somebody)]
    tasks = (
        Task.objects.filter(annotator=somebody, state__in=_SHOWN)
        .select_related("item", "reviewer")
        .order_by("-finished", "-pk")
    )
    part = pages_of(request, tasks, _PER_PAGE)
    agreed = figures.agreement if figures is not None else {}
    context = {
        "annotator": somebody,
        "row": row,
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "metrics": figures.metrics if figures is not None else [],
        "is_blocked": somebody.state == AnnotatorState.BLOCKED,
        "rule": RULE,
        "answers": [
            {
                "task": task,
                "source": picture_source(project, task.item),
                "flags": [WORDS.get(flag, flag) for flag in task.flags],
                "agreement": agreed.get(str(task.pk), ()),
            }
            for task in part.object_list
        ],
    }
    template = "collect_console/person.html"
    return page(
        request, manager, template, context, project=project, here="manage_people", status=status
    )


@login_required
@require_POST
def block_person(request: HttpRequest, slug: str, annotator: int) -> HttpResponse:
    """Block somebody and ask others for all that they wrote."""
    manager, project = asked_of_project(request, slug, "block")
    somebody = _annotator(project, annotator)
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _page(request, manager, project, somebody, form, 422)
    try:
        count = block(manager, somebody, form.cleaned_data["why"])
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
    else:
        messages.success(
            request, f"{somebody} is blocked. {count} answers were discarded; others are asked."
        )
    return redirect("manage_person", project.slug, somebody.pk)


@login_required
@require_POST
def unblock_person(request: HttpRequest, slug: str, annotator: int) -> HttpResponse:
    """Let somebody take part again."""
    manager, project = asked_of_project(request, slug, "block")
    somebody = _annotator(project, annotator)
    said = f"{somebody} takes part again. What was discarded stays so."
    done(request, lambda: unblock(manager, somebody), said)
    return redirect("manage_person", project.slug, somebody.pk)


def _annotator(project: Project, number: int) -> Annotator:
    return get_object_or_404(
        Annotator.objects.select_related("project", "person"), project=project, pk=number
    )
