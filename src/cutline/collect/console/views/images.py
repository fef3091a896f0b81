"""The images of a project with what people wrote: `/collect/<slug>/images/`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import F, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.collect.console.forms.filters import ImagesForm
from cutline.collect.console.page import asked_of_project, page, picture_source
from cutline.collect.models import Item, Project, Role, Task, TaskState
from cutline.web.console import pages_of, rest_of_query

_PER_PAGE = 24
_SHOWN = (TaskState.DONE, TaskState.DISCARDED, TaskState.SKIPPED, TaskState.LOCKED)


@login_required
@require_safe
def images(request: HttpRequest, slug: str) -> HttpResponse:
    """Images, some at a time, each with its answers and their states."""
    person, project = asked_of_project(request, slug, "manage")
    form = ImagesForm(project, request.GET or None)
    items = _filtered(project, form.cleaned_data if form.is_valid() else {})
    tasks = Task.objects.filter(state__in=_SHOWN).select_related("annotator").order_by("pk")
    part = pages_of(request, items.prefetch_related(Prefetch("tasks", tasks)), _PER_PAGE)
    context = {
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "rows": [
            {
                "item": item,
                "source": picture_source(project, item),
                "tasks": item.tasks.all()[: _most(item)],
            }
            for item in part.object_list
        ],
    }
    template = "collect_console/images.html"
    return page(request, person, template, context, project=project, here="manage_images")


def _most(item: Item) -> int:
    # Items with a known answer are answered by everybody.
    return 200 if item.role == Role.COLLECT else 10


def _filtered(project: Project, given: dict[str, Any]) -> QuerySet[Item]:
    state = given.get("state")
    known = Q(role=Role.COLLECT)
    found = project.items.exclude(known) if state == "known" else project.items.filter(known)
    if state == "open":
        found = found.filter(done__lt=F("wanted"))
    elif state == "finished":
        found = found.filter(done__gte=F("wanted"))
    elif state == "untouched":
        found = found.filter(taken=0)
    elif state == "skipped":
        skipped = Task.objects.filter(state=TaskState.SKIPPED, item__project=project)
        found = found.filter(pk__in=skipped.values("item_id"))
    if given.get("image"):
        wanted = given["image"].strip()
        numbers = (
            [int(wanted)] if wanted.isascii() and wanted.isdigit() and len(wanted) < 18 else []
        )
        found = found.filter(Q(image_id=wanted) | Q(image_id__in=numbers))
    if given.get("text"):
        written = Task.objects.filter(
            item__project=project, state=TaskState.DONE, text__icontains=given["text"]
        )
        found = found.filter(pk__in=written.values("item_id"))
    if given.get("slice_label"):
        found = found.filter(slice_label=given["slice_label"])
    return found.order_by("role", "position")
