"""The largest upload that any phase takes; what is larger need not be read at all."""

from __future__ import annotations

from django.db.models import Max

from cutline.server.models import Phase


def largest_upload() -> int:
    """In bytes, over all phases."""
    return Phase.objects.aggregate(most=Max("most_bytes"))["most"] or 0
