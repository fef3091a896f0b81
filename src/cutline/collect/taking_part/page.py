"""The page of a task: the same for everything that is asked, whether its answer is known or not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from cutline.collect.assignment.answer import UNDO
from cutline.collect.models import Annotator, Item, Mode, Task, TaskState
from cutline.collect.pictures import is_address
from cutline.collect.taking_part.checks import Checked
from cutline.collect.taking_part.coming import Notice
from cutline.collect.taking_part.picture import WIDTHS
from cutline.collect.taking_part.ratings import captions_of, chosen_in_draft, groups_of
from cutline.collect.taking_part.words import instruction_parts, standing_of
from cutline.core.errors import UsageError

#: Why somebody leaves an image to others, by what the form calls it.
SKIP_REASONS = {
    "no_picture": "The picture does not show",
    "unclear": "I cannot tell what it is",
    "unwanted": "I do not want to look at this",
    "other": "Another reason",
}


def task_page(
    request: HttpRequest,
    task: Task,
    *,
    text: str | None = None,
    checked: Checked | None = None,
    chosen: Mapping[str, str] | None = None,
    is_last: bool = False,
    problem: str = "",
    skip_problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, with what was typed so far.

    Args:
        text: what was typed; None for what is kept.
        checked: what was found in it.
        chosen: of a rating, what was chosen; None for what is kept.
        is_last: whether an answer is changed that was given a moment ago.
        problem: why it was not taken, if not by what was found.
    """
    project = task.item.project
    context: dict[str, Any] = {
        "project": project,
        "task": task,
        "picture": picture_of(task.item),
        "parts": instruction_parts(project.instructions),
        "standing": standing_of(task.annotator),
        "keywords": keywords_of(task),
        "text": task.draft if text is None else text,
        "checked": checked,
        "is_last": is_last,
        "last": not is_last and has_last(task.annotator),
        "problem": problem,
        "skip_problem": skip_problem,
        "skip_reasons": SKIP_REASONS,
    }
    if project.mode != Mode.RATINGS:
        return render(request, "taking_part/caption.html", context, status=status)
    try:
        picked = chosen_in_draft(task.draft) if chosen is None else chosen
        context |= {
            "captions": captions_of(task),
            "groups": groups_of(task, picked, is_sent=status == 422 and not skip_problem),
            "question": project.question,
        }
    except UsageError:
        return state_page(request, task.annotator, _NOT_READY, status=409)
    return render(request, "taking_part/rating.html", context, status=status)


_NOT_READY = Notice(
    "draft",
    "This project is not ready.",
    "Its question is missing. Please tell the people who run it.",
)


def state_page(
    request: HttpRequest, annotator: Annotator, notice: Notice, status: int = 200, text: str = ""
) -> HttpResponse:
    """Why there is no task; with what was typed, which would be lost otherwise."""
    context = {"project": annotator.project, "notice": notice, "text": text}
    return render(request, "taking_part/state.html", context, status=status)


def picture_of(item: Item) -> dict[str, Any]:
    """A picture in the sizes that there are, so that phones load no more than they show."""
    sizes = {"width": item.width or None, "height": item.height or None}
    if is_address(item.picture):
        return {"address": item.picture, "sources": "", **sizes}
    address = reverse("collect_picture", args=[item.project.slug, item.pk])
    smaller = [f"{address}?width={width} {width}w" for width in WIDTHS if width < item.width]
    sources = ", ".join([*smaller, f"{address} {item.width}w"]) if smaller else ""
    return {"address": address, "sources": sources, **sizes}


def keywords_of(task: Task) -> list[str]:
    """The labels that somebody is shown; none where they are not to be led by them."""
    if not task.was_primed:
        return []
    hidden = {str(label).casefold() for label in task.item.project.hidden_labels}
    shown = {
        str(label).casefold(): str(label)
        for label in reversed(task.item.labels)
        if str(label).casefold() not in hidden and str(label).strip()
    }
    return list(reversed(shown.values()))


def has_last(annotator: Annotator) -> bool:
    """Whether there is an answer that may be changed; asked for every page, and so in few words."""
    done = annotator.tasks.filter(state=TaskState.DONE).order_by("-finished")
    finished, verdict = done.values_list("finished", "verdict").first() or (None, "")
    return finished is not None and not verdict and timezone.now() - finished <= UNDO


def last_of(annotator: Annotator, now: datetime | None = None) -> Task | None:
    """The last answer of somebody, while it may be changed."""
    now = now or timezone.now()
    done = annotator.tasks.filter(state=TaskState.DONE).select_related("item")
    last = done.order_by("-finished").first()
    if last is None or last.finished is None or last.verdict or now - last.finished > UNDO:
        return None
    last.annotator, last.item.project = annotator, annotator.project
    return last
