"""Addresses with a zero byte: nothing is called so, and a database may not even ask for it."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse


def without_zero_bytes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer that there is no such page; the interface for programs has an answer of its own."""

    def answered(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            if "\0" in request.path:
                raise Http404
            if "%00" in request.META.get("QUERY_STRING", ""):
                raise BadRequest("The query has a zero byte, expected text.")
        return get_response(request)

    return answered
