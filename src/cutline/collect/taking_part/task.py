"""The task in hand: showing it, keeping drafts, checking, skipping."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cutline.collect.assignment import NotTaken, save_draft, skip
from cutline.collect.models import Mode, TaskState
from cutline.collect.quality.qualify import settle
from cutline.collect.taking_part import given
from cutline.collect.taking_part.answers import findings_of, not_taken, went_on
from cutline.collect.taking_part.checks import check_text, open_checks
from cutline.collect.taking_part.coming import Notice, coming
from cutline.collect.taking_part.found import annotator_in, project_at, task_at
from cutline.collect.taking_part.page import SKIP_REASONS, state_page, task_page

_MOST_REASON = 200


@never_cache
@require_safe
def task(request: HttpRequest, slug: str) -> HttpResponse:
    """What somebody has in hand, or the next; or why there is none."""
    project = project_at(request, slug)
    annotator = annotator_in(request, project)
    if annotator is None:
        return redirect("collect_start", slug)
    found = coming(annotator)
    if isinstance(found, Notice):
        if found.earns_code:
            return redirect("collect_finished", slug)
        return state_page(request, annotator, found)
    if project.mode != Mode.RATINGS:
        open_checks()
    return task_page(request, found)


@never_cache
@require_POST
def draft(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Keep what was typed so far, and the place; tells whether it is still in hand."""
    found = task_at(request, slug, task)
    return JsonResponse({"kept": save_draft(found, given.draft(request))})


@never_cache
@require_POST
def check(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """What is to be said of a caption as it stands. Nothing is taken by that."""
    found = task_at(request, slug, task)
    if found.item.project.mode == Mode.RATINGS or found.state not in (
        TaskState.LOCKED,
        TaskState.EXPIRED,
        TaskState.DONE,
    ):
        return JsonResponse({"findings": [], "words": 0})
    checked = check_text(found, given.typed(request))
    if given.wants_json(request):
        return JsonResponse({"findings": findings_of(checked), "words": checked.words})
    if found.state != TaskState.LOCKED:
        return redirect("collect_task", slug)
    save_draft(found, given.draft(request))
    return task_page(request, found, text=checked.text, checked=checked)


@never_cache
@require_POST
def leave(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Leave an image to somebody else, with a reason."""
    found = task_at(request, slug, task)
    chosen, words = request.POST.get("reason", ""), given.typed(request, "words")
    if chosen not in SKIP_REASONS or (chosen == "other" and not words):
        said = "Choose a reason, or say it in your own words."
        if given.wants_json(request):
            return JsonResponse({"message": said}, status=422)
        if found.state != TaskState.LOCKED:
            return redirect("collect_task", slug)
        return task_page(request, found, skip_problem=said, status=422)
    reason = ": ".join(filter(None, (SKIP_REASONS[chosen], words)))
    try:
        skip(found, reason[:_MOST_REASON])
    except NotTaken as refusal:
        return not_taken(request, found, refusal)
    settle(found.annotator)
    return went_on(request, reverse("collect_task", args=[slug]))
