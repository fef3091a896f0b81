"""Answers: sent by a form or by a script, taken once, and changed within a few minutes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cutline.collect.assignment import Answer, NotTaken, finish, revise
from cutline.collect.models import Mode, ProjectState, Task, TaskState
from cutline.collect.quality.known_answers import is_right
from cutline.collect.quality.qualify import settle
from cutline.collect.taking_part import given
from cutline.collect.taking_part.checks import Checked, check_text
from cutline.collect.taking_part.coming import Notice, of_person, of_project
from cutline.collect.taking_part.found import annotator_in, project_at, task_at
from cutline.collect.taking_part.oddities import oddities
from cutline.collect.taking_part.page import last_of, state_page, task_page
from cutline.collect.taking_part.ratings import (
    chosen_before,
    chosen_in,
    value_in,
    words_to_read,
)
from cutline.core.errors import UsageError

#: Takes an answer, as `finish` and `revise` do.
_Take = Callable[[Task, Answer], Task]


@never_cache
@require_POST
def answer(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Take an answer, and go on; or say what is to be put right."""
    found = task_at(request, slug, task)
    return _answered(request, found, finish, given.seconds_at(found, request), is_last=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def last(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the last answer, for as long as that is possible."""
    project = project_at(request, slug)
    annotator = annotator_in(request, project)
    if annotator is None:
        return redirect("collect_start", slug)
    notice = of_person(annotator)
    if notice is None and project.state == ProjectState.CLOSED:
        notice = of_project(project)
    if notice is not None:
        return state_page(request, annotator, notice, status=409)
    if request.method == "POST":
        number = request.POST.get("task", "")
        is_number = number.isascii() and number.isdigit() and len(number) < 19
        found = task_at(request, slug, int(number) if is_number else 0)
        seconds = given.seconds_again(request)
        return _answered(request, found, revise, seconds, is_last=True)
    found_last = last_of(annotator)
    if found_last is None:
        messages.info(request, "There is no answer that can still be changed.")
        return redirect("collect_task", slug)
    is_rating = project.mode == Mode.RATINGS
    chosen = chosen_before(found_last) if is_rating else None
    return task_page(request, found_last, text=found_last.text, chosen=chosen, is_last=True)


def _answered(
    request: HttpRequest, task: Task, take: _Take, seconds: float, *, is_last: bool
) -> HttpResponse:
    try:
        if task.item.project.mode == Mode.RATINGS:
            made = _rating(task, request, seconds)
        else:
            text = given.typed(request)
            # Sent a second time, by a click or because no reply came: it was checked before.
            is_again = task.state == TaskState.DONE and task.text == text
            checked = check_text(task, text)
            if not is_again and _has_to_be_seen(checked, request):
                return _refused(request, task, checked, is_last=is_last)
            made = _caption(task, checked, request, seconds)
        take(task, made)
    except UsageError as error:
        return _incomplete(request, task, str(error), is_last=is_last)
    except NotTaken as refusal:
        return not_taken(request, task, refusal)
    settle(task.annotator)
    if is_last:
        messages.success(request, "Your answer is changed.")
    return went_on(request, reverse("collect_task", args=[task.item.project.slug]))


def _has_to_be_seen(checked: Checked, request: HttpRequest) -> bool:
    has_seen = request.POST.get("anyway") == checked.digest
    return checked.has_problems or (checked.has_warnings and not has_seen)


def _caption(task: Task, checked: Checked, request: HttpRequest, seconds: float) -> Answer:
    known = is_right(task.item, checked.text)
    flags = oddities(
        task,
        seconds=seconds + task.seconds,
        words=checked.words,
        is_pasted=bool(request.POST.get("pasted")),
        is_of_template=checked.is_of_template,
        is_right=known,
    )
    return Answer(text=checked.text, seconds=seconds, flags=flags, is_right=known)


def _rating(task: Task, request: HttpRequest, seconds: float) -> Answer:
    value = value_in(task, chosen_in(request.POST.dict()))
    known = is_right(task.item, value)
    flags = oddities(
        task, seconds=seconds + task.seconds, words=words_to_read(task), is_right=known
    )
    return Answer(value=value, seconds=seconds, flags=flags, is_right=known)


def findings_of(checked: Checked) -> list[dict[str, Any]]:
    """What was found, for a script."""
    return [found.to_dict() for found in checked.findings]


def _refused(request: HttpRequest, task: Task, checked: Checked, *, is_last: bool) -> HttpResponse:
    if given.wants_json(request):
        content = {
            "findings": findings_of(checked),
            "words": checked.words,
            "anyway": "" if checked.has_problems else checked.digest,
        }
        return JsonResponse(content, status=422)
    return task_page(request, task, text=checked.text, checked=checked, is_last=is_last, status=422)


def _incomplete(request: HttpRequest, task: Task, why: str, *, is_last: bool) -> HttpResponse:
    """A rating of which something is missing."""
    said = "Please answer everything that is asked."
    if given.wants_json(request):
        return JsonResponse({"message": said, "why": why}, status=422)
    chosen = chosen_in(request.POST.dict())
    return task_page(request, task, chosen=chosen, is_last=is_last, problem=said, status=422)


def not_taken(request: HttpRequest, task: Task, refusal: NotTaken) -> HttpResponse:
    """An answer that cannot stand; what was typed is given back."""
    if given.wants_json(request):
        content = {"code": refusal.code, "message": refusal.message}
        return JsonResponse(content, status=409)
    notice = Notice("not_taken", refusal.message, "There may be others for you.")
    return state_page(request, task.annotator, notice, status=409, text=given.typed(request))


def went_on(request: HttpRequest, address: str) -> HttpResponse:
    """Go on to the next."""
    if given.wants_json(request):
        return JsonResponse({"next": address})
    return redirect(address)
