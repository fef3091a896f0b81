"""Calls to a server: one at a time, tried again where that is safe."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import urlencode

from cutline.cli.client.multipart import Multipart
from cutline.cli.client.refusals import refusal_of
from cutline.core.errors import CutlineError, FileError
from cutline.core.version import __version__
from cutline.datasets.wording import printable, short

#: Seconds without a sign of life from the server.
PATIENCE = 60
_TRIES = 4
#: A server that restarts or is busy for a moment; the call may come again.
_PASSING = (502, 503, 504)
_MOST_BYTES = 256 << 20
#: A server that asks for more patience than this is told of instead.
_LONGEST_WAIT = 30


@dataclass(frozen=True)
class Server:
    """A server, and who calls it."""

    address: str
    token: str = field(default="", repr=False)
    wait: Callable[[float], None] = time.sleep

    def get(self, path: str, needs: Sequence[str], **query: str) -> dict[str, Any]:
        """Ask for something.

        Args:
            path: what for.
            needs: the fields that the answer must have.
            query: further parameters; empty ones are left out.

        Raises:
            Refusal: when the server refuses.
            FileError: when it cannot be reached, or answers with something else.
        """
        return self._content(self._called("GET", path + _query(query))[1], needs)

    def get_text(self, path: str, **query: str) -> str:
        """Ask for something that is no JSON; the errors are those of `get`."""
        return self._called("GET", path + _query(query))[1].decode("utf-8", "replace")

    def upload(
        self,
        path: str,
        parts: Multipart,
        needs: Sequence[str],
        key: str = "",
        step: Callable[[float], None] = lambda done: None,
    ) -> tuple[int, dict[str, Any]]:
        """Send a file. The key makes it safe to send it again; the errors are those of `get`.

        Args:
            path: to which call.
            parts: the form.
            needs: the fields that the answer must have.
            key: what this upload is called, however often it is sent.
            step: told how much of it is sent.

        Returns:
            The status of the answer, and the answer.
        """
        headers = {"Idempotency-Key": key} if key else {}
        status, data = self._called("POST", path, parts, headers, step)
        return status, self._content(data, needs)

    def _called(
        self,
        method: str,
        path: str,
        parts: Multipart | None = None,
        headers: Mapping[str, str] | None = None,
        step: Callable[[float], None] = lambda done: None,
    ) -> tuple[int, bytes]:
        for attempt in range(1, _TRIES + 1):
            last = attempt == _TRIES
            body = parts.opened(step) if parts is not None else None
            try:
                request = self._request(method, path, parts, body, headers or {})
                with _OPENER.open(request, timeout=PATIENCE) as response:
                    return response.status, response.read(_MOST_BYTES)
            except urllib.error.HTTPError as error:
                with error:
                    pause = _pause(error, attempt)
                    if last or pause is None:
                        raise refusal_of(self.address, error) from None
            except (OSError, http.client.HTTPException) as error:
                if last or _is_hopeless(error):
                    raise self._unreachable(error) from None
                pause = float(attempt)
            finally:
                if body is not None:
                    body.close()
            self.wait(pause)
        raise AssertionError("unreachable")

    def _request(
        self,
        method: str,
        path: str,
        parts: Multipart | None,
        body: IO[bytes] | None,
        headers: Mapping[str, str],
    ) -> urllib.request.Request:
        sent = {"Accept": "application/json", "User-Agent": f"cutline/{__version__}", **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if parts is not None:
            sent |= {"Content-Type": parts.content_type, "Content-Length": str(parts.length)}
        address = f"{self.address}/api/v1{path}"
        return urllib.request.Request(address, data=body, headers=sent, method=method)

    def _content(self, data: bytes, needs: Sequence[str]) -> dict[str, Any]:
        try:
            content = json.loads(data)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict) or not content.keys() >= set(needs):
            raise FileError(
                f"{self.address}: answers with something else than expected; is a Cutline server "
                f"there, of this version?"
            )
        return content

    def _unreachable(self, error: Exception) -> CutlineError:
        why = short(printable(str(getattr(error, "reason", error)) or type(error).__name__), 200)
        return FileError(f"{self.address}: cannot be reached: {why}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token must not follow to another host, nor an upload turn into a plain request."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Never."""


_OPENER = urllib.request.build_opener(_NoRedirects)


def _query(query: Mapping[str, str]) -> str:
    asked = {key: value for key, value in query.items() if value}
    return f"?{urlencode(asked)}" if asked else ""


def _pause(error: urllib.error.HTTPError, attempt: int) -> float | None:
    """How long to wait before the next try; None if another one would not help."""
    if error.code not in (429, *_PASSING):
        return None
    asked = error.headers.get("Retry-After", "")
    seconds = float(asked) if asked.isascii() and asked.isdigit() else float(attempt)
    return seconds if seconds <= _LONGEST_WAIT else None


def _is_hopeless(error: Exception) -> bool:
    why = getattr(error, "reason", error)
    return isinstance(why, ssl.SSLCertVerificationError)
