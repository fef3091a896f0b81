"""The style sheet and the scripts that every page loads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import resources

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from cutline.reports.theme.style import packaged, page_style

_YEAR = "public, max-age=31536000, immutable"


def _own(name: str) -> str:
    return (resources.files("cutline.web.look") / name).read_text(encoding="utf-8")


#: The theme's own first, then what only sites need.
_FILES: dict[str, tuple[str, Callable[[], str]]] = {
    "site.css": ("text/css", lambda: page_style() + _own("site.css")),
    "first.js": ("text/javascript", lambda: packaged("first.js")),
    "check.js": ("text/javascript", lambda: _own("check.js")),
    "site.js": (
        "text/javascript",
        lambda: "\n".join([packaged("page.js"), packaged("table.js"), _own("site.js")]),
    ),
}


def add_file(name: str, kind: str, made: Callable[[], str]) -> None:
    """Serve a file that only a part of the site needs."""
    _FILES[name] = kind, made


@cache
def content_of(name: str) -> tuple[str, bytes, str]:
    """The media type of a file, its bytes, and a digest of them.

    Raises:
        KeyError: when there is no such file.
    """
    kind, made = _FILES[name]
    data = made().encode()
    return kind, data, hashlib.sha256(data).hexdigest()[:12]


def address_of(name: str) -> str:
    """Where a page finds a file; another address once it changes, so that copies never age."""
    return reverse("look", args=[content_of(name)[2], name])


def look_file(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """A style sheet or script."""
    try:
        kind, data, _ = content_of(name)
    except KeyError:
        raise Http404 from None
    return HttpResponse(data, f"{kind}; charset=utf-8", headers={"Cache-Control": _YEAR})
