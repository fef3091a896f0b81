"""One request to an endpoint, and what became of it."""

from __future__ import annotations

import ipaddress
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import IO
from urllib.parse import urlsplit

from cutline.core.version import __version__
from cutline.datasets.wording import printable, short

#: A longer answer is no caption.
_LONGEST_ANSWER = 1 << 20
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Post:
    """What is sent, and where."""

    address: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer.

    `may_pass` says whether it makes sense to try again, and `pause` after how many seconds the
    endpoint wants that; 0 where it does not say.
    """

    why: str
    may_pass: bool
    pause: float = 0.0


def post(message: Post, timeout: float) -> bytes | Failure:
    """Send a request and read the whole answer, all within a time limit."""
    deadline = time.monotonic() + timeout
    request = urllib.request.Request(
        message.address,
        message.body,
        {"User-Agent": f"cutline/{__version__}", **message.headers},
        method="POST",
    )
    via = _proxy_text(message.address)
    try:
        with _opener(message.address).open(request, timeout=timeout) as response:
            return _whole(response, deadline)
    except urllib.error.HTTPError as error:
        with error:
            return _refused(error)
    except TimeoutError:
        return Failure(f"no answer within {timeout:g} s{via}", may_pass=True)
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            return Failure(f"no connection within {timeout:g} s{via}", may_pass=True)
        reason = getattr(error.reason, "strerror", None) or error.reason
        return Failure(f"cannot be reached: {reason}{via}", may_pass=True)
    except HTTPException as error:
        return Failure(f"no HTTP answer: {_error_text(error)}{via}", may_pass=True)
    except OSError as error:
        return Failure(f"the connection broke: {error.strerror or error}{via}", may_pass=True)
    except ValueError as error:  # an address that cannot be asked
        return Failure(_error_text(error), may_pass=False)


def _whole(response: HTTPResponse, deadline: float) -> bytes | Failure:
    # The time limit of a socket holds for each piece; a slow endpoint sends many.
    pieces, size = [], 0
    while piece := response.read1(_CHUNK):
        pieces.append(piece)
        size += len(piece)
        if size > _LONGEST_ANSWER:
            return Failure(f"more than {_LONGEST_ANSWER:,} bytes, expected a caption", False)
        if time.monotonic() > deadline:
            raise TimeoutError
    if response.length:  # `read1` does not mind an answer that is cut short
        return Failure("the answer was cut short", may_pass=True)
    return b"".join(pieces)


def _refused(error: urllib.error.HTTPError) -> Failure:
    status = f"status {error.code} {printable(error.reason or '')}".strip()
    if 300 <= error.code < 400:
        other = printable(error.headers.get("Location") or "another address")
        return Failure(f"{status}: moved to {short(other, 200)}; give that address", False)
    body = _start_of(error)
    said = f": {body}" if body else ""
    may_pass = error.code in (408, 425, 429) or error.code >= 500
    return Failure(f"{status}{said}", may_pass, retry_after(error.headers.get("Retry-After")))


def _start_of(error: IO[bytes]) -> str:
    try:
        text = error.read(2000).decode("utf-8", "replace")
    except (OSError, HTTPException):
        return ""
    return short(printable(" ".join(text.split())), 200)


def retry_after(value: str | None) -> float:
    """The seconds that a header asks to wait, given as a number or as a date; 0 for none.

    >>> retry_after("1.5"), retry_after("soon"), retry_after("Sun, 06 Nov 1994 08:49:37 GMT")
    (1.5, 0.0, 0.0)
    """
    if not value:
        return 0.0
    try:
        seconds = float(value)
    except ValueError:
        try:
            when = parsedate_to_datetime(value)
        except ValueError:
            return 0.0
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        seconds = (when - datetime.now(UTC)).total_seconds()
    return seconds if 0 < seconds < float("inf") else 0.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirected post would become a request without the picture."""

    def redirect_request(self, *_: object) -> None:
        return None


def _opener(address: str) -> urllib.request.OpenerDirector:
    proxies = {} if _is_here(address) else urllib.request.getproxies()
    return urllib.request.build_opener(urllib.request.ProxyHandler(proxies), _NoRedirects())


def _proxy_text(address: str) -> str:
    """What to add to an error where a proxy of the environment stands between."""
    parts = urlsplit(address)
    proxy = None if _is_here(address) else urllib.request.getproxies().get(parts.scheme)
    if not proxy or urllib.request.proxy_bypass(parts.hostname or ""):
        return ""
    return f" (through the proxy {urlsplit(proxy).hostname or proxy})"


def _is_here(address: str) -> bool:
    """Whether an address is this machine's own, which no proxy can know."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _error_text(error: Exception) -> str:
    return printable(str(error) or type(error).__name__)
