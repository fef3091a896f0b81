"""Answers that are kept: bytes with a digest, so that who has them already gets none."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

HTML = "text/html; charset=utf-8"
#: Little pages travel as fast as they are.
_LEAST_TO_PACK = 1400


@dataclass(frozen=True)
class Answer:
    """A page as it is sent. It holds nothing that is secret or about its reader."""

    data: bytes
    packed: bytes
    digest: str

    @classmethod
    def of(cls, text: str) -> Answer:
        """Made ready once, however often it is sent."""
        data = text.encode()
        packed = gzip.compress(data, 6, mtime=0) if len(data) > _LEAST_TO_PACK else b""
        return cls(data, packed, f'"{hashlib.sha256(data).hexdigest()[:32]}"')

    def to(self, request: HttpRequest, kind: str = HTML) -> HttpResponse:
        """The answer to a request; a short one where its sender has it already."""
        known = parse_etags(request.headers.get("If-None-Match", ""))
        if self._weak in known or self.digest in known or "*" in known:
            response: HttpResponse = HttpResponseNotModified()
        elif self.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(self.packed, kind, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(self.data, kind)
        response.headers["ETag"] = self._weak
        response.headers["Cache-Control"] = "no-cache"
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    @property
    def _weak(self) -> str:
        # The same page, packed or not.
        return f"W/{self.digest}"
