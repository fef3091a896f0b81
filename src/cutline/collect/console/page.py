"""What all pages of the console share: who asks, where they can go, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse

from cutline.collect.access import allowed, require
from cutline.collect.models import Item, Mode, Project
from cutline.collect.pictures import is_address
from cutline.core.errors import CutlineError
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

PER_PAGE = 50

#: Pages of a project: the name of the address, its words, who sees it, and in which modes.
_ALL = (Mode.CAPTIONS, Mode.RATINGS)
_WAYS = (
    ("manage_project", "Overview", "manage", _ALL),
    ("manage_images", "Images", "manage", _ALL),
    ("manage_people", "People", "see_annotators", _ALL),
    ("manage_review", "Review", "review", _ALL),
    ("manage_results", "Results", "export", (Mode.RATINGS,)),
    ("manage_export", "Export", "export", _ALL),
    ("manage_settings", "Settings", "manage", _ALL),
    ("manage_audit", "Log", "see_audit", _ALL),
)


def asked_of_project(request: HttpRequest, slug: str, action: str) -> tuple[Person, Project]:
    """Who asks for what of a project, seen that they may.

    Raises:
        Http404, PermissionDenied: when they may not.
    """
    person = person_of(request)
    project = get_object_or_404(Project.objects.select_related("owner"), slug=slug)
    require(person, action, project)
    return person, project


def page(
    request: HttpRequest,
    person: Person,
    template: str,
    context: dict[str, Any],
    *,
    project: Project | None = None,
    here: str = "",
    status: int = 200,
) -> HttpResponse:
    """A page of the console, with ways to all others that the person may see."""
    shared: dict[str, Any] = {"project": project, "ways": []}
    if project is not None:
        does = allowed(person, project)
        shared |= {"may": does, "ways": _ways(project, does, here)}
    response = render(request, template, shared | context, status=status)
    # Who people are and what they wrote: no copy of it is kept.
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _ways(project: Project, does: set[str], here: str) -> list[dict[str, Any]]:
    found = []
    for name, words, action, modes in _WAYS:
        if action in does and project.mode in modes:
            try:
                address = reverse(name, args=[project.slug])
            except NoReverseMatch:
                continue
            found.append({"words": words, "address": address, "is_here": name == here})
    return found


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None where it is only shown."""
    return request.POST if request.method == "POST" else None


def pages_of(request: HttpRequest, found: Any, per_page: int = PER_PAGE) -> Page[Any]:
    """The part of a list that a request asks for; the nearest one if there is no such part."""
    return Paginator(found, per_page).get_page(request.GET.get("page"))


def rest_of_query(request: HttpRequest, *without: str) -> str:
    """What was asked for beside the number of the page, to be put before it again."""
    query = request.GET.copy()
    for name in ("page", *without):
        query.pop(name, None)
    return f"{query.urlencode()}&" if query else ""


def done(request: HttpRequest, act: Callable[[], object], said: str) -> bool:
    """Do it and say so, or say why it cannot be done."""
    try:
        act()
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
        return False
    messages.success(request, said)
    return True


def sentence(text: str) -> str:
    """A message of the program as a sentence of a page.

    >>> sentence("the project is closed")
    'The project is closed.'
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def picture_source(project: Project, item: Item, width: int = 480) -> str:
    """Where a page finds the picture of an item."""
    if is_address(item.picture):
        return item.picture
    return f"{reverse('collect_picture', args=[project.slug, item.pk])}?width={width}"
