"""What a browser may load for a page, and what it tells others: nothing, from and to nobody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cutline.web.people.secrets_in_paths import is_secret

_DEVICES = "camera=(), microphone=(), geolocation=()"


def content_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Say it in every answer that does not say something else."""
    usual = policy()

    def answered(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", usual)
        response.headers.setdefault("Permissions-Policy", _DEVICES)
        # For browsers that know nothing of policies, and answers that come from further out.
        response.headers.setdefault("X-Frame-Options", settings.X_FRAME_OPTIONS)
        if is_secret(request.path):
            # The next page would learn the address. The host alone is told, which forms need.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return answered


def policy(forms_to: Sequence[str] = (), framed_by: Sequence[str] = ()) -> str:
    """What pages may do; some few send a form to other sites, or are shown in a frame of theirs."""
    # A form that leads on to where people sign in elsewhere is sent there too.
    open_id = settings.CONFIGURATION.open_id
    signing_in = [_origin(open_id[0])] if open_id else []
    elsewhere = "".join(f" {origin}" for origin in (*signing_in, *forms_to))
    frames = " ".join(framed_by) or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; "
        # Pictures are where the benchmark says that they are.
        "img-src 'self' data: https: http:; font-src 'self'; "
        f"form-action 'self'{elsewhere}; base-uri 'none'; "
        f"frame-ancestors {frames}"
    )


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
