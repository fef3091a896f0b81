"""An HTTP endpoint as a captioner: a picture is posted, a caption comes back."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit, urlunsplit

from cutline.annotate.captioners.answers import caption_in_body
from cutline.annotate.captioners.captioner import NoCaption, Subject
from cutline.annotate.captioners.posting import Failure, Post, post
from cutline.annotate.threads import side_by_side
from cutline.core.errors import UsageError
from cutline.core.types import ImageId
from cutline.datasets.pictures import PictureFile

#: How often a picture is posted before it counts as an error.
_MOST_TRIES = 4
_FIRST_PAUSE = 0.5

#: An endpoint that asks for a longer pause is not waited for.
_LONGEST_PAUSE = 300.0

#: After so many pictures in a row that could not be posted, each is tried once only.
_MOST_FAILURES = 8

_TYPES = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)


class Endpoint:
    """Posts the bytes of a picture's file, or JSON with `#json` at the end of the address.

    Trouble that may pass (no connection, status 429 and 5xx) is tried again after a pause, the
    endpoint's own if it names one.
    """

    def __init__(self, address: str, timeout: float, parallel: int) -> None:
        parts = urlsplit(address)
        host = parts.netloc.rpartition("@")[2]
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"{address!r}: expected an address such as http://127.0.0.1:8000/")
        if parts.fragment not in ("", "json"):
            raise UsageError(
                f"{address!r}: after # expected json, found {parts.fragment!r}: without it the "
                f"file's bytes are posted"
            )
        self.name = host
        self.signature = f"http:{hashlib.sha256(address.encode()).hexdigest()[:16]}"
        #: Without name and password, so that it can be shown.
        self.address = urlunsplit((parts.scheme, host, parts.path, "", ""))
        self._asked = urlunsplit((parts.scheme, host, parts.path, parts.query, ""))
        self._login = _login(parts.username, parts.password)
        self._is_json = parts.fragment == "json"
        self._timeout = timeout
        self._parallel = parallel
        self._failures = 0
        self._is_closed = threading.Event()

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Any picture will do."""

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """What the endpoint answers, several pictures at once."""
        return side_by_side(lambda subject: self._caption(subject.file), subjects, self._parallel)

    def close(self) -> None:
        """Wait for nothing more."""
        self._is_closed.set()

    def _caption(self, file: PictureFile) -> str | NoCaption:
        try:
            data = file.path.read_bytes()
        except OSError as error:
            return NoCaption(f"the file cannot be read: {error.strerror or error}")
        message = self._message(file.image_id, data)
        tries = _MOST_TRIES if self._failures < _MOST_FAILURES else 1
        for number in range(1, tries + 1):
            answer = post(message, self._timeout)
            if isinstance(answer, bytes):
                self._failures = 0
                said = caption_in_body(answer)
                return said if isinstance(said, str) else self._error(said.why)
            pause = max(answer.pause, _FIRST_PAUSE * 2 ** (number - 1))
            may_try_again = answer.may_pass and number < tries
            if not may_try_again or pause > _LONGEST_PAUSE or self._is_closed.wait(pause):
                return self._failed(answer, number)
        raise AssertionError("there is always a last try")

    def _failed(self, failure: Failure, tries: int) -> NoCaption:
        self._failures = self._failures + 1 if failure.may_pass else 0
        again = f", {tries} times" if tries > 1 else ""
        wait = ""
        if failure.pause > _LONGEST_PAUSE:
            wait = f"; it asks to wait {failure.pause:.0f} s, which is too long"
        return self._error(f"{failure.why}{again}{wait}")

    def _error(self, why: str) -> NoCaption:
        return NoCaption(f"{self.address}: {why}")

    def _message(self, image_id: ImageId, data: bytes) -> Post:
        headers = {"Accept": "application/json, text/plain;q=0.9", **self._login}
        if self._is_json:
            image = base64.b64encode(data).decode("ascii")
            body = json.dumps({"image_id": image_id, "image": image}).encode()
            return Post(self._asked, body, {**headers, "Content-Type": "application/json"})
        return Post(self._asked, data, {**headers, "Content-Type": content_type(data)})


def content_type(data: bytes) -> str:
    """The type of a picture by its first bytes.

    >>> content_type(b"\\xff\\xd8\\xff\\xe0"), content_type(b"?")
    ('image/jpeg', 'application/octet-stream')
    """
    for start, kind in _TYPES:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp":
        return "image/avif" if data[8:12] in (b"avif", b"avis") else "image/heic"
    return "application/octet-stream"


def _login(name: str | None, password: str | None) -> dict[str, str]:
    if name is None:
        return {}
    pair = f"{unquote(name)}:{unquote(password or '')}".encode()
    return {"Authorization": f"Basic {base64.b64encode(pair).decode('ascii')}"}
