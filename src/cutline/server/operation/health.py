"""Health and readiness, for whatever watches the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cutline.server.operation.readiness import readiness


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """That the process answers. It asks nothing else, so that a database that is away for a moment
    gets no process restarted."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the site can do its work, check by check: 200 if so, else 503.

    `?except=worker` leaves checks out: without workers the pages can still be read, and whatever
    spreads requests over web processes should not take them all away.
    """
    checks = readiness(request.GET.get("except", "").split(","))
    is_ready = all(check.is_fine for check in checks)
    content = {
        "ready": is_ready,
        "checks": {check.name: {"ok": check.is_fine, "said": check.said} for check in checks},
    }
    return JsonResponse(content, status=200 if is_ready else 503)
