"""What happens to every call before it is read, and to every answer before it is sent.

Who calls, how often, and how large an upload is are asked before a body is read: a call that will
be refused costs the server nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from cutline.server.api.errors import ApiError, answer, error_of, in_one_form
from cutline.server.api.found import phase_at
from cutline.server.api.rates import Rate, counted
from cutline.server.api.visitors import person_of, visitor_of
from cutline.server.uploads.receive import too_large

PREFIX = "/api/"
_UPLOAD = re.compile(
    r"/api/v1/benchmarks/(?P<slug>[^/]+)/phases/(?P<phase>[^/]+)/(?:submissions|check)"
)
_READING = ("GET", "HEAD", "OPTIONS")
#: What a form may have beside its file.
_FIELD_BYTES = 1 << 20


def api_gate(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Find out who calls the interface, refuse what cannot be taken, answer in one form."""

    def answered(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return get_response(request)
        upload = _UPLOAD.fullmatch(request.path) if request.method == "POST" else None
        rate: Rate | None = None
        try:
            bad_token = _know_visitor(request)
            rate = counted(request, is_upload=upload is not None)
            rate.require()
            if bad_token is not None:
                raise bad_token
            _require_plain(request)
            if request.method not in _READING:
                person_of(request.visitor)  # type: ignore[attr-defined]
            if upload is not None:
                _require_size(request, upload["slug"], upload["phase"])
            response = _called(request, get_response)
        except Exception as error:
            response = answer(error_of(error))
        return _finished(response, rate)

    return answered


def _know_visitor(request: HttpRequest) -> ApiError | None:
    """Say in the request who calls; returns what is wrong with the token, if something is."""
    request.visitor = AnonymousUser()  # type: ignore[attr-defined]
    try:
        request.visitor = visitor_of(request)  # type: ignore[attr-defined]
    except ApiError as error:
        return error
    return None


def _require_plain(request: HttpRequest) -> None:
    # No name of anything holds it, and not every database can be asked for it.
    if "\0" in request.path:
        raise ApiError(404, "not_found", "There is no such thing, or it is not for you.")
    for field, values in request.GET.lists():
        if "\0" in field or any("\0" in value for value in values):
            raise ApiError(400, "invalid_request", "The query has a zero byte, expected text.")


def _require_size(request: HttpRequest, slug: str, phase: str) -> None:
    """Go on only with an upload that says how large it is, and is not too large for its phase."""
    if request.headers.get("Transfer-Encoding"):
        said = "The request does not say how large it is: send a Content-Length."
        raise ApiError(411, "length_needed", said)
    announced = request.META.get("CONTENT_LENGTH") or "0"
    size = int(announced) if announced.isascii() and announced.isdigit() else 0
    most = phase_at(request, slug, phase).most_bytes
    if size > most + _FIELD_BYTES:
        raise too_large(most, f"is part of a request of {size:,} bytes")


def _called(
    request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    """The answer of a call; who asks for the head alone gets that of the whole."""
    if request.method != "HEAD":
        return get_response(request)
    request.method = "GET"
    try:
        response = get_response(request)
    finally:
        request.method = "HEAD"
    response.content = b""  # its length still says how long the whole is
    return response


def _finished(response: HttpResponse, rate: Rate | None) -> HttpResponse:
    response = in_one_form(response)
    headers = rate.headers() if rate is not None else {}
    # Answers differ by who asks; they may be kept, and are asked for again before they are used.
    headers |= {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    return response
