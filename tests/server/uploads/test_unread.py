"""Bodies that nobody read: taken after the answer, so that the answer arrives."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cutline.web.middleware import unread
from cutline.web.middleware.unread import taking_all


class _Connection:
    def __init__(self) -> None:
        self.timeouts: list[float | None] = []

    def gettimeout(self) -> float | None:
        return None

    def settimeout(self, seconds: float | None) -> None:
        self.timeouts.append(seconds)


class _Parts:
    """An answer that notes when it is closed."""

    is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"refused"

    def close(self) -> None:
        self.is_closed = True


def _called(body: Any, length: str, read: int = 0) -> tuple[_Parts, Any, _Connection]:
    parts, connection = _Parts(), _Connection()

    def application(environment: dict[str, Any], start: Callable[..., Any]) -> _Parts:
        environment["wsgi.input"].read(read)
        return parts

    environment = {
        "CONTENT_LENGTH": length,
        "wsgi.input": body,
        "gunicorn.socket": connection,
    }
    answer = taking_all(application)(environment, lambda *given: None)
    assert b"".join(answer) == b"refused"
    return parts, answer, connection


def test_the_rest_is_taken_once_the_answer_is_sent() -> None:
    body = io.BytesIO(bytes(300_000))
    parts, answer, connection = _called(body, "300000", read=10)
    assert body.tell() == 10
    answer.close()
    assert parts.is_closed
    assert body.tell() == 300_000
    assert connection.timeouts == [5.0, None]


def test_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "_MOST_BYTES", 100_000)
    body = io.BytesIO(bytes(300_000))
    _called(body, "300000")[1].close()
    assert body.tell() < 200_000
    monkeypatch.setattr(unread, "_MOST_SECONDS", 0.0)
    body.seek(0)
    _called(body, "300000")[1].close()
    assert body.tell() == 0


def test_a_client_that_is_gone_does_no_harm() -> None:
    class Gone:
        def read(self, size: int) -> bytes:
            if size:
                raise ConnectionResetError
            return b""

    parts, answer, connection = _called(Gone(), "300000")
    answer.close()
    assert parts.is_closed
    assert connection.timeouts == [5.0, None]


@pytest.mark.parametrize("length", ["", "0"])
def test_without_a_body_the_answer_is_left_alone(length: str) -> None:
    parts, answer, _ = _called(io.BytesIO(), length)
    assert answer is parts
