"""What each call may be answered with."""

from __future__ import annotations

from typing import Any

from cutline.server.api.schemas import ErrorAnswer

#: Every call may be answered so: a request that is not well formed, a token that does not hold,
#: too many calls, a fault of the server, a database that is away.
_ALWAYS = (400, 401, 429, 500, 503)


def answers(content: Any, *refusals: int, also: dict[int, Any] | None = None) -> dict[int, Any]:
    """What a call gives, and the statuses of its errors beside those that every call may have.

    Args:
        content: the schema of the answer.
        refusals: further statuses of errors.
        also: schemas of answers with another status than 200.
    """
    errors = dict.fromkeys(sorted({*_ALWAYS, *refusals}), ErrorAnswer)
    return {200: content, **(also or {}), **errors}
