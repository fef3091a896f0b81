"""The bundle with its private part, for those who brought it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from cutline.server.console.page import asked_of_benchmark
from cutline.server.models import Blob
from cutline.web.people.models.audit import record


@login_required
@require_POST
def whole_bundle(request: HttpRequest, slug: str) -> HttpResponse:
    """The zip as it was uploaded. Who takes private references along is written down, and what
    writes is posted."""
    person, benchmark = asked_of_benchmark(request, slug, "download_private")
    data = Blob.objects.get(pk=benchmark.bundle_id).data()
    record(
        person,
        "benchmark.download_private",
        f"benchmark:{slug}",
        described=benchmark.title,
        scope=slug,
        digest=benchmark.bundle_digest,
    )
    return HttpResponse(
        data,
        content_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="{slug}.zip"',
            "Cache-Control": "private, no-store",
        },
    )
