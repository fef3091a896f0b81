"""Spot checks: one answer after the other, by mouse or by keys."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cutline.collect.console.page import asked_of_project, page, picture_source
from cutline.collect.models import Mode, Project, Task, TaskState
from cutline.collect.quality.figures import figures_of
from cutline.collect.quality.review import accept, fix, reject
from cutline.collect.quality.spot_checks import OF_EACH, ToReview, to_review
from cutline.core.errors import CutlineError
from cutline.web.console import sentence

#: Reasons that are often given, one click away.
REASONS = (
    "It does not describe the image.",
    "It is no sentence, or not in the language that was asked for.",
    "It copies another caption, or a template.",
    "It says what cannot be seen.",
)


@login_required
@require_safe
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """The next answer to look at, or one that was asked for."""
    person, project = asked_of_project(request, slug, "review")
    queue = to_review(project, figures_of(project))
    entry = _chosen(project, queue, request.GET.get("task", ""))
    others: list[Task] = []
    context: dict[str, object] = {"waiting": len(queue), "of_each": OF_EACH, "entry": entry}
    if entry is not None:
        numbers = [found.task.pk for found in queue]
        at = numbers.index(entry.task.pk) if entry.task.pk in numbers else -1
        after = numbers[at + 1] if at + 1 < len(numbers) else None
        others = list(
            Task.objects.filter(item=entry.task.item, state=TaskState.DONE)
            .exclude(pk=entry.task.pk)
            .select_related("annotator")
            .order_by("pk")[:30]
        )
        context |= {
            "source": picture_source(project, entry.task.item, 960),
            "others": others,
            "after": after,
            "reasons": REASONS,
            "is_captions": project.mode == Mode.CAPTIONS,
        }
    template = "collect_console/review.html"
    return page(request, person, template, context, project=project, here="manage_review")


def _chosen(project: Project, queue: list[ToReview], wanted: str) -> ToReview | None:
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 18):
        return queue[0] if queue else None
    in_queue = [entry for entry in queue if entry.task.pk == int(wanted)]
    if in_queue:
        return in_queue[0]
    tasks = Task.objects.filter(item__project=project, state=TaskState.DONE)
    return ToReview(
        get_object_or_404(tasks.select_related("item__project", "annotator"), pk=int(wanted))
    )


@login_required
@require_POST
def judge(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Accept an answer, reject it or put it right; then the next."""
    person, project = asked_of_project(request, slug, "review")
    found = get_object_or_404(Task, pk=task, item__project=project)
    verdict = request.POST.get("verdict", "")
    try:
        if verdict == "accept":
            accept(person, found)
            said = "Accepted."
        elif verdict == "reject":
            why = request.POST.get("why", "").strip() or request.POST.get("reason", "")
            reject(person, found, why)
            said = "Rejected: somebody else is asked."
        elif verdict == "fix":
            fix(person, found, request.POST.get("text", ""))
            said = "Put right; the first words are kept."
        else:
            messages.error(request, "Accept it, reject it or put it right.")
            return redirect(_at(project, found.pk))
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
        found.refresh_from_db()
        stands = found.state == TaskState.DONE
        return redirect(_at(project, found.pk) if stands else _at(project))
    messages.success(request, said)
    after = request.POST.get("after", "")
    is_next = after.isascii() and after.isdigit() and len(after) < 18
    is_there = (
        is_next
        and Task.objects.filter(pk=int(after), item__project=project, state=TaskState.DONE).exists()
    )
    return redirect(_at(project, int(after)) if is_there else _at(project))


def _at(project: Project, task: int | None = None) -> str:
    address = reverse("manage_review", args=[project.slug])
    return f"{address}?task={task}" if task is not None else address
