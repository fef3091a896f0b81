"""The interface's own description, completed: what OpenAPI should say beside what is in the code.

Ninja knows parameters and schemas. Who may call, what every status means, which headers there are
and what answers look like is told here, once for all calls.
"""

from __future__ import annotations

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from cutline.core.version import __version__
from cutline.server.api.examples import EXAMPLES

TOKEN = "token"
DESCRIPTION = (
    "Submit captions and read leaderboards. Send a token as `Authorization: Bearer TOKEN`; people "
    "make theirs at `/me/tokens/`. What is public needs none. Sessions of browsers do not count "
    "here. Every error has the form "
    '`{"error": {"code", "message", "problems"}}`, and its code stays the same when words change. '
    f"This server runs Cutline {__version__}."
)
_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token that a person made at /me/tokens/. It ends by itself or is revoked.",
}
#: Calls that need a token though they only read.
_FOR_PEOPLE = ("me", "left", "mine", "captions")

MEANINGS = {
    "200": "Done.",
    "201": "Taken: it is queued for scoring.",
    "304": "The board is the one that `If-None-Match` names.",
    "400": "The request is not well formed (`invalid_request`, `invalid_key`, `interrupted`).",
    "401": "A token is needed (`token_needed`), or the one that was sent does not hold "
    "(`bad_token`).",
    "403": "That is not for the caller to do (`forbidden`), or the e-mail address is not confirmed "
    "(`email_not_confirmed`).",
    "404": "There is no such thing, or it is not for the caller (`not_found`, `no_such_team`).",
    "409": "Not now, or not so (`team_needed`, `not_open_yet`, `closed`, `frozen`, `archived`, "
    "`key_used`, `withdrawn`, `disqualified`, `not_disqualified`).",
    "411": "An upload has to say how large it is (`length_needed`).",
    "413": "The upload is larger than the phase takes (`too_large`).",
    "422": "The content has problems, which are listed (`invalid_file`, `invalid_details`, "
    "`invalid_reason`).",
    "429": "Too many calls (`too_many_requests`), submissions (`limit_reached`) or files that "
    "cannot be scored (`too_many_failing`). `Retry-After` says when to come again, if that helps.",
    "500": "A fault of the server (`internal`).",
    "503": "The server cannot do it at the moment (`unavailable`, `not_checked`); try again.",
    "507": "The server has no space left (`no_space`). Nothing was kept, nothing counts.",
}
_RATE_HEADERS = {
    "RateLimit-Limit": "Calls in a minute.",
    "RateLimit-Remaining": "How many are left.",
    "RateLimit-Reset": "Seconds until the next minute begins.",
}


class DescribedApi(NinjaAPI):
    """Ninja's interface with a complete description."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(description=DESCRIPTION, **settings)

    def get_openapi_operation_id(self, operation: Any) -> str:
        """A call by its name in the code."""
        return str(operation.view_func.__name__)

    def get_openapi_schema(self, **settings: Any) -> OpenAPISchema:
        """The description of all calls."""
        schema = super().get_openapi_schema(**settings)
        schema["components"]["securitySchemes"] = {TOKEN: _SCHEME}
        for name, example in EXAMPLES.items():
            schema["components"]["schemas"][name]["examples"] = [example]
        for path in schema["paths"].values():
            for method, operation in path.items():
                _complete(method, operation)
        return schema


def _complete(method: str, operation: dict[str, Any]) -> None:
    is_public = method == "get" and operation["operationId"] not in _FOR_PEOPLE
    operation["security"] = [{}, {TOKEN: []}] if is_public else [{TOKEN: []}]
    # JSON has no numbers for keys, and who looks at this in Python should find the same.
    operation["responses"] = {
        str(status): response for status, response in operation["responses"].items()
    }
    for status, response in operation["responses"].items():
        response["description"] = MEANINGS[status]
        response["headers"] = _headers(status, operation["operationId"])


def _headers(status: str, call: str) -> dict[str, Any]:
    headers = {name: (text, "integer") for name, text in _RATE_HEADERS.items()}
    if status in ("429", "503", "507"):
        headers["Retry-After"] = ("Seconds until it is worth trying again.", "integer")
    if status == "401":
        headers["WWW-Authenticate"] = ("That a bearer token is expected.", "string")
    if call == "board" and status in ("200", "304"):
        headers["ETag"] = ("Which board it is.", "string")
    return {
        name: {"description": text, "schema": {"type": kind}}
        for name, (text, kind) in headers.items()
    }
