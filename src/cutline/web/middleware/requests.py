"""A line in the log for each request, with an id that the answer carries too, and its figures."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cutline.web.logs import REQUEST_ID
from cutline.web.middleware.figures import count_request

_logger = logging.getLogger("cutline.requests")
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def request_log(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell of each request: the path, never the query or the body, which may hold secrets."""

    def answered(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _ID.fullmatch(given) else uuid.uuid4().hex
        before = REQUEST_ID.set(request_id)
        try:
            start = time.perf_counter()
            response = get_response(request)
            seconds = time.perf_counter() - start
            response.headers["X-Request-ID"] = request_id
            route = route_of(request)
            count_request(route, request.method, response.status_code, seconds)
            _tell(request, response, route, seconds)
        finally:
            REQUEST_ID.reset(before)
        return response

    return answered


def route_of(request: HttpRequest) -> str:
    """What an address is called in the program, of which there are few; paths there are many."""
    match = request.resolver_match
    if match is None:
        return "none"
    return match.view_name or match.route


def _tell(request: HttpRequest, response: HttpResponse, route: str, seconds: float) -> None:
    _logger.info(
        "%s %s %s",
        request.method,
        request.path,
        response.status_code,
        extra={
            "method": request.method,
            "path": request.path,
            "route": route,
            "status": response.status_code,
            "seconds": round(seconds, 4),
            "person": _person(request),
        },
    )


def _person(request: HttpRequest) -> object:
    """Who it was, if that was found out: nothing is asked of the database for the log's sake."""
    found = getattr(request, "visitor", None) or getattr(request, "_cached_user", None)
    return getattr(found, "pk", None)
