"""Errors as programs get them: one form, with a code that stays the same when words change."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.request import RawPostDataException
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from cutline.server.uploads.refused import Refused

_logger = logging.getLogger("cutline.api")

#: Errors that are not our own, by the most special first: status, code, and what is said of them.
#: Never their own text, which may quote anything.
_KNOWN: tuple[tuple[tuple[type[Exception], ...], int, str, str], ...] = (
    ((Http404,), 404, "not_found", "There is no such thing, or it is not for you."),
    ((PermissionDenied,), 403, "forbidden", "That is not for you to do here."),
    ((RequestDataTooBig,), 413, "too_large", "The request is too large."),
    (
        (UnreadablePostError,),
        400,
        "interrupted",
        "The request broke off before its end. Nothing of it was kept.",
    ),
    (
        # The last: a form where JSON is expected.
        (SuspiciousOperation, BadRequest, MultiPartParserError, RawPostDataException),
        400,
        "invalid_request",
        "The request cannot be read: it is not well formed.",
    ),
    (
        (OperationalError, InterfaceError),
        503,
        "unavailable",
        "The server cannot reach its database at the moment. Try again later.",
    ),
)
_BROKEN = "Something broke on the server. It has been noted; try again later."


class ApiError(Exception):
    """What a call is answered with when it cannot be done."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        problems: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.problems, self.headers = list(problems), dict(headers or {})


def answer(error: ApiError) -> HttpResponse:
    """The body of an error: `{"error": {"code", "message", "problems"}}`."""
    content = {"code": error.code, "message": error.message, "problems": error.problems}
    return JsonResponse({"error": content}, status=error.status, headers=error.headers)


def error_of(error: Exception) -> ApiError:
    """What a caller is told of anything that went wrong."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, Refused):
        return ApiError(
            error.status,
            error.code,
            error.message,
            problems=error.problems,
            headers=error.headers,
        )
    if isinstance(error, ValidationError):
        return _invalid(error)
    if isinstance(error, HttpError):
        return ApiError(error.status_code, "invalid_request", f"{str(error).rstrip('.')}.")
    for kinds, status, code, said in _KNOWN:
        if isinstance(error, kinds):
            headers = {"Retry-After": "5"} if status == 503 else {}
            return ApiError(status, code, said, headers=headers)
    _logger.error("a call failed", exc_info=error)
    return ApiError(500, "internal", _BROKEN)


def in_one_form(response: HttpResponse) -> HttpResponse:
    """The same answer, or its error in the one form where Django made it before any call began."""
    kind = response.headers.get("Content-Type", "")
    if response.status_code < 400 or kind.startswith("application/json"):
        return response
    status, kept = response.status_code, {}
    if allowed := response.headers.get("Allow", ""):
        methods = ", ".join(sorted(part.strip() for part in allowed.split(",")))
        said = f"This address does not do that; it has: {methods}."
        return answer(ApiError(status, "method_not_allowed", said, headers={"Allow": methods}))
    if again := response.headers.get("Retry-After"):
        kept["Retry-After"] = again
    known = {of: (code, said) for _, of, code, said in _KNOWN}
    usual = ("internal", _BROKEN) if status >= 500 else known[400]
    code, said = known.get(status, usual)
    return answer(ApiError(status, code, said, headers=kept))


def register_errors(api: NinjaAPI) -> None:
    """Have every error of the interface answered in the one form."""

    def told(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
        return answer(error_of(error if isinstance(error, Exception) else error()))

    # Ninja has handlers of its own for these; the nearest kind is asked first.
    for kind in (Exception, Http404, HttpError, ValidationError):
        api.add_exception_handler(kind, told)


def _invalid(error: ValidationError) -> ApiError:
    problems = [
        {"field": _field(one.get("loc", ())), "message": str(one.get("msg", ""))}
        for one in error.errors
    ]
    said = "The request is not as expected; see the problems."
    return ApiError(400, "invalid_request", said, problems=problems)


def _field(place: Sequence[str | int]) -> str:
    """A field as the caller writes it: not where we look for it, nor what we call the body."""
    if not place:
        return ""
    inner = place[2:] if place[0] == "body" else place[1:]
    return ".".join(map(str, inner)) or str(place[0])
