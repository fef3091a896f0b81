"""`/metrics`: the site's figures in the form that Prometheus reads."""

from __future__ import annotations

import ipaddress
import os

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest

from cutline.server.operation import refusals  # noqa: F401 - its figures are registered with it
from cutline.server.operation.figures import SiteFigures

#: A request that came through a proxy comes from loopback too, whoever sent it.
_FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
_REFUSED = (
    "Figures are given to this machine itself, or with the token of CUTLINE_METRICS_TOKEN as "
    "`Authorization: Bearer`.\n"
)

#: The database's figures, apart from the process's own: tests and other programs have neither.
_SITE = CollectorRegistry(auto_describe=False)
_SITE.register(SiteFigures())


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures, to whoever may have them."""
    if not _may_read(request):
        return HttpResponse(_REFUSED, status=403, content_type="text/plain; charset=utf-8")
    content = generate_latest(REGISTRY) + generate_latest(_SITE)
    return HttpResponse(content, content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    expected = os.environ.get("CUTLINE_METRICS_TOKEN", "")
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if expected and scheme.lower() == "bearer":
        return constant_time_compare(given.strip(), expected)
    return _is_local(request)


def _is_local(request: HttpRequest) -> bool:
    if settings.CONFIGURATION.proxied or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
