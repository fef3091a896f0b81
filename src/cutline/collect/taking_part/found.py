"""Who asks, and what they have in hand: nothing of anybody else is ever found."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from cutline.collect.access import require
from cutline.collect.joining import Visitor, annotator_by_secret
from cutline.collect.models import Annotator, Project, Task
from cutline.web.access.table import visitor_of
from cutline.web.people.models import Person

#: Keeps the secret of those without an account. Its path is the project's, so one name serves all.
COOKIE = "cutline_annotator"
_COOKIE_SECONDS = 90 * 24 * 3600
_NOT_THERE = "There is no such page, or it is not for you to see."


def project_at(request: HttpRequest, slug: str) -> Project:
    """A project that the visitor may see.

    Raises:
        Http404: when there is none.
    """
    found = Project.objects.filter(slug=slug).first()
    if found is None:
        raise Http404(_NOT_THERE)
    require(visitor_of(person_in(request)), "see", found)
    return found


def person_in(request: HttpRequest) -> Person | None:
    """Who is signed in; the request itself holds a stand-in for them."""
    if not request.user.is_authenticated:
        return None
    return Person.objects.filter(pk=request.user.pk).first()


def annotator_in(request: HttpRequest, project: Project) -> Annotator | None:
    """Who the visitor is in a project; None before they have begun.

    A secret goes before an account: who came by a link stays the same after signing in, and gets
    no image a second time.
    """
    known = annotator_by_secret(project, request.COOKIES.get(COOKIE, "")[:200])
    if known is None and request.user.is_authenticated:
        known = Annotator.objects.filter(project=project, person_id=request.user.pk).first()
    if known is not None:
        known.project = project
    return known


def remember(response: HttpResponse, visitor: Visitor) -> None:
    """Give the browser the secret by which it is known again."""
    if visitor.secret is None:
        return
    response.set_cookie(
        COOKIE,
        visitor.secret,
        max_age=_COOKIE_SECONDS,
        path=project_path(visitor.annotator.project),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def project_path(project: Project) -> str:
    """Below this stand all addresses of a project."""
    return reverse("collect_start", args=[project.slug])


def task_at(request: HttpRequest, slug: str, task: int) -> Task:
    """A task of the visitor's own.

    Raises:
        Http404: when they have no such task.
    """
    project = project_at(request, slug)
    annotator = annotator_in(request, project)
    if annotator is None:
        raise Http404(_NOT_THERE)
    found = Task.objects.select_related("item").filter(pk=task, annotator=annotator).first()
    if found is None:
        raise Http404(_NOT_THERE)
    found.annotator, found.item.project = annotator, project
    return found
