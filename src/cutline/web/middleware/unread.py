"""Bodies that were refused: what comes of them after the answer is taken and thrown away.

Most clients, browsers among them, send all they have before they look for an answer. A connection
that is closed before that loses the answer with it, and the reason why a file is not taken would
never be read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, Any

#: As much is taken as a file that is too large by mistake may have, for as long as it comes.
_MOST_BYTES = 256 << 20
_MOST_SECONDS = 20.0
_MOST_PAUSE = 5.0
_CHUNK = 1 << 16

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]


def taking_all(application: Application) -> Application:
    """The same application, which takes what is left of a body once its answer is sent."""

    def answered(environment: Environment, start: Callable[..., Any]) -> Iterable[bytes]:
        answer = application(environment, start)
        if environment.get("CONTENT_LENGTH") in (None, "", "0"):
            return answer
        return _Answer(answer, environment)

    return answered


class _Answer:
    """An answer. It is closed by the web server when the last of it is sent."""

    def __init__(self, answer: Iterable[bytes], environment: Environment) -> None:
        self._answer, self._environment = answer, environment

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._answer)

    def close(self) -> None:
        close = getattr(self._answer, "close", None)
        if close is not None:
            close()
        # The client may be gone, which is fine.
        with suppress(OSError, ValueError):
            _take(self._environment["wsgi.input"], self._environment.get("gunicorn.socket"))


def _take(body: IO[bytes], connection: Any) -> None:
    before = connection.gettimeout() if connection is not None else None
    if connection is not None:
        connection.settimeout(_MOST_PAUSE)
    try:
        deadline, left = time.monotonic() + _MOST_SECONDS, _MOST_BYTES
        while left > 0 and time.monotonic() < deadline and (chunk := body.read(_CHUNK)):
            left -= len(chunk)
    finally:
        if connection is not None:
            connection.settimeout(before)
