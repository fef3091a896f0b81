"""The report of an entry: `/entry/<uuid>/report/`."""

from __future__ import annotations

import gzip
import uuid
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cutline.server.access import require
from cutline.server.board.shown import entry_of
from cutline.server.pages.found import submission_at, visitor_in
from cutline.server.pages.report.made import has_failed, report_path, start
from cutline.server.pages.report.policy import report_policy


@never_cache
@require_safe
def report(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The report, or that it is being made."""
    submission = submission_at(request, submission_id)
    require(visitor_in(request), "see_images", submission)
    found = entry_of(submission)
    if found is None or submission.run_id is None:
        raise Http404("There is no report of this entry.")
    path = report_path(submission, found.result)
    try:
        return _written(request, path)
    except FileNotFoundError:
        pass
    failed = has_failed(path)
    if not failed:
        start(submission, path)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Refresh": "true"} if failed else {})
    context = {"submission": submission, "failed": failed}
    return render(request, "server/report.html", context, status=500 if failed else 202)


def _written(request: HttpRequest, path: Path) -> HttpResponse:
    data = path.read_bytes()
    if request.headers.get("HX-Request") == "true":  # the page that waits for it goes there whole
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    response: HttpResponse
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(data, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(data))
    response.headers["Content-Security-Policy"] = report_policy()
    response.headers["Vary"] = "Accept-Encoding, Cookie"
    return response
