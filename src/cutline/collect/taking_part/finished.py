"""The end: thanks, and the code or the way back to the platform that somebody came from."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cutline.collect.models import Platform
from cutline.collect.taking_part.coming import Notice, coming
from cutline.collect.taking_part.found import annotator_in, project_at
from cutline.collect.taking_part.page import last_of, state_page
from cutline.collect.taking_part.platforms import MTURK_ORIGINS, RETURN_COOKIE, way_back
from cutline.collect.taking_part.words import standing_of
from cutline.web.middleware.policy import policy


@never_cache
@require_safe
def finished(request: HttpRequest, slug: str) -> HttpResponse:
    """The completion code, for those who are through; others go on with what is left."""
    project = project_at(request, slug)
    annotator = annotator_in(request, project)
    if annotator is None:
        return redirect("collect_start", slug)
    found = coming(annotator)
    if not isinstance(found, Notice):
        return redirect("collect_task", slug)
    if not found.earns_code:
        return state_page(request, annotator, found)
    context = {
        "project": project,
        "annotator": annotator,
        "notice": found,
        "standing": standing_of(annotator),
        "last": last_of(annotator) if found.code != "closed" else None,
        "code": "" if annotator.platform == Platform.ACCOUNT else project.completion_code,
        "back": way_back(annotator, project, request.COOKIES.get(RETURN_COOKIE, "")),
    }
    response = render(request, "taking_part/finished.html", context)
    response.headers["Content-Security-Policy"] = policy(forms_to=MTURK_ORIGINS)
    return response
