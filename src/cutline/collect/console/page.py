"""What all pages of the console share: who asks, where they can go, and what was done."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import NoReverseMatch, reverse

from cutline.collect.access import allowed, require
from cutline.collect.models import Item, Mode, Project
from cutline.collect.pictures import is_address
from cutline.web.console import private_page
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

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
    return private_page(request, template, shared | context, status)


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


def picture_source(project: Project, item: Item, width: int = 480) -> str:
    """Where a page finds the picture of an item."""
    if is_address(item.picture):
        return item.picture
    return f"{reverse('collect_picture', args=[project.slug, item.pk])}?width={width}"
