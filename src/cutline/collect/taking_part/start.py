"""The start page: what is asked, and beginning with an account, by a link, or from a platform."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cutline.collect.access import may
from cutline.collect.joining import (
    Visitor,
    join_by_link,
    join_from_platform,
    join_with_account,
)
from cutline.collect.models import Annotator, Mode, Platform, Project, ProjectState, Role
from cutline.collect.taking_part.coming import Notice, of_person, of_project
from cutline.collect.taking_part.found import (
    annotator_in,
    person_in,
    project_at,
    project_path,
    remember,
)
from cutline.collect.taking_part.platforms import (
    MTURK_FRAMES,
    PLATFORMS,
    RETURN_COOKIE,
    Arrival,
    arrival_of,
)
from cutline.collect.taking_part.words import instruction_parts, money
from cutline.core.errors import UsageError
from cutline.web.access.table import visitor_of
from cutline.web.middleware.policy import policy

_TO_DO = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(_TO_DO)
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """What is asked; people with an account begin here."""
    project = project_at(request, slug)
    if request.method != "POST":
        return _page(request, project)
    if annotator_in(request, project) is not None:
        return redirect("collect_task", slug)
    person = person_in(request)
    if person is None:
        raise PermissionDenied("Sign in first, or use the link that you were given.")
    return _begun(request, project, lambda: Visitor(join_with_account(project, person)))


@never_cache
@require_http_methods(_TO_DO)
def join(request: HttpRequest, slug: str, invitation: str) -> HttpResponse:
    """The same for who has the link: no account is needed."""
    project = project_at(request, slug)
    if not constant_time_compare(invitation, project.invitation):
        raise Http404("There is no such page, or it is not for you to see.")
    if request.method != "POST":
        return _page(request, project, {"is_invited": True})
    if annotator_in(request, project) is not None:
        return redirect("collect_task", slug)
    person = person_in(request)
    if person is not None:
        # Known by their account they stay the same in every browser.
        return _begun(request, project, lambda: Visitor(join_with_account(project, person)))
    return _begun(request, project, lambda: join_by_link(project))


@never_cache
@require_http_methods(_TO_DO)
def from_platform(request: HttpRequest, slug: str, platform: str) -> HttpResponse:
    """The same for those whom a crowd platform sends."""
    project = project_at(request, slug)
    known = [one for one in PLATFORMS if one == platform]
    if not known:
        raise Http404("There is no such page, or it is not for you to see.")
    arrival = arrival_of(known[0], request.GET.dict())
    if request.method == "POST" and not arrival.is_preview:
        return _from(request, project, arrival)
    # MTurk shows tasks in a frame, where browsers keep no cookie: there a window of its own helps.
    is_framed = request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame")
    response = _page(request, project, {"arrival": arrival, "is_framed": is_framed})
    if arrival.platform == Platform.MTURK:
        response.headers["Content-Security-Policy"] = policy(framed_by=MTURK_FRAMES)
    return response


def _from(request: HttpRequest, project: Project, arrival: Arrival) -> HttpResponse:
    def joined() -> Visitor:
        return join_from_platform(
            project, arrival.platform, arrival.worker, arrival.study, arrival.session
        )

    response = _begun(request, project, joined, {"arrival": arrival})
    if response.status_code == 302 and arrival.return_to:
        response.set_cookie(
            RETURN_COOKIE,
            arrival.return_to,
            path=project_path(project),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _begun(
    request: HttpRequest, project: Project, joined: Any, more: dict[str, Any] | None = None
) -> HttpResponse:
    if project.state != ProjectState.OPEN:
        return _page(request, project, more, status=409)
    try:
        visitor: Visitor = joined()
    except UsageError as error:
        return _page(request, project, {**(more or {}), "problem": str(error)}, status=400)
    response = redirect("collect_task", project.slug)
    visitor.annotator.project = project
    remember(response, visitor)
    return response


def _page(
    request: HttpRequest, project: Project, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    annotator = annotator_in(request, project)
    has_test = project.pass_mark is not None and (
        project.items.filter(role=Role.QUALIFICATION).exists()
    )
    context = {
        "project": project,
        "is_rating": project.mode == Mode.RATINGS,
        "parts": instruction_parts(project.instructions),
        "pay": money(project.pay, project.currency) if project.pay else "",
        "has_test": has_test,
        "annotator": annotator,
        "notice": _notice(project, annotator),
        "is_manager": may(visitor_of(person_in(request)), "manage", project),
        **(more or {}),
    }
    return render(request, "taking_part/start.html", context, status=status)


def _notice(project: Project, annotator: Annotator | None) -> Notice | None:
    of_them = of_person(annotator) if annotator is not None else None
    return of_them or of_project(project)
