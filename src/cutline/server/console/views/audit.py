"""The record of what hosts and admins did: of the site, and of a benchmark."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from cutline.server.access import require
from cutline.server.access.relations import SITE
from cutline.server.board.export import harmless
from cutline.server.console.forms.submissions import AuditForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.models import Benchmark
from cutline.web.console import pages_of, rest_of_query
from cutline.web.people.models import AuditEntry
from cutline.web.people.views.who import person_of

_LONGEST_WORD = 48
_HEAD = ("when", "by", "action", "subject", "described", "benchmark", "detail")


@login_required
@require_safe
def site(request: HttpRequest) -> HttpResponse:
    """Of the whole site, for admins."""
    person = person_of(request)
    require(person, "see_audit", SITE)
    context = _context(request, AuditEntry.objects.all()) | {"csv": reverse("console_audit_csv")}
    return page(request, person, "console/audit.html", context, here="console_audit")


@login_required
@require_safe
def site_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The same as a file."""
    require(person_of(request), "see_audit", SITE)
    return _csv(_filtered(request, AuditEntry.objects.all())[1], "site")


@login_required
@require_safe
def of_benchmark(request: HttpRequest, slug: str) -> HttpResponse:
    """Of one benchmark, for its hosts."""
    person, benchmark = asked_of_benchmark(request, slug, "see_audit")
    address = reverse("console_benchmark_audit_csv", args=[benchmark.slug])
    context = _context(request, _of(benchmark)) | {"csv": address}
    return page(
        request,
        person,
        "console/audit.html",
        context,
        benchmark=benchmark,
        here="console_benchmark_audit",
    )


@login_required
@require_safe
def of_benchmark_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The same as a file."""
    _, benchmark = asked_of_benchmark(request, slug, "see_audit")
    return _csv(_filtered(request, _of(benchmark))[1], benchmark.slug)


def _of(benchmark: Benchmark) -> QuerySet[AuditEntry]:
    # One of the same address may have been deleted before: its record is not for these hosts.
    return AuditEntry.objects.filter(scope=benchmark.slug, when__gte=benchmark.created)


def _filtered(
    request: HttpRequest, found: QuerySet[AuditEntry]
) -> tuple[AuditForm, QuerySet[AuditEntry]]:
    form = AuditForm(request.GET or None)
    found = found.select_related("actor")
    if not form.is_bound or not form.is_valid():
        return form, found
    asked = form.cleaned_data
    if text := asked["text"].strip():
        found = found.filter(
            Q(action__icontains=text) | Q(subject__icontains=text) | Q(described__icontains=text)
        )
    if actor := asked["actor"].strip():
        found = found.filter(actor__username__icontains=actor)
    if asked["since"]:
        found = found.filter(when__gte=datetime.combine(asked["since"], time(), UTC))
    if asked["until"]:
        end = datetime.combine(asked["until"], time(), UTC) + timedelta(days=1)
        found = found.filter(when__lt=end)
    return form, found


def _context(request: HttpRequest, entries: QuerySet[AuditEntry]) -> dict[str, Any]:
    form, found = _filtered(request, entries)
    part = pages_of(request, found)
    return {
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "rows": [{"entry": entry, "detail": told(entry.detail)} for entry in part.object_list],
    }


def told(detail: dict[str, Any]) -> list[str]:
    """What was before and after, in words.

    >>> told({"decimals": {"before": 3, "after": 2}, "why": "late"})
    ['decimals: 3 → 2', 'why: late']
    """
    lines = []
    for name, value in detail.items():
        is_change = isinstance(value, dict) and value.keys() == {"before", "after"}
        text = f"{_text(value['before'])} → {_text(value['after'])}" if is_change else _text(value)
        lines.append(f"{name.replace('_', ' ')}: {text}")
    return lines


def _text(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "nothing"
    text = str(value)
    # Digests are long, have no place to break, and are whole in the file.
    return f"{text[:16]}…" if len(text) > _LONGEST_WORD and " " not in text else text


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def _csv(found: QuerySet[AuditEntry], name: str) -> StreamingHttpResponse:
    def lines() -> Iterator[str]:
        writer: Any = csv.writer(_Echo(), lineterminator="\n")
        yield writer.writerow(_HEAD)
        for entry in found.iterator(chunk_size=500):
            cells = (
                entry.when.isoformat(),
                entry.actor.username if entry.actor is not None else "",
                entry.action,
                entry.subject,
                entry.described,
                entry.scope,
                json.dumps(entry.detail, ensure_ascii=False),
            )
            yield writer.writerow([harmless(cell) for cell in cells])

    headers = {
        "Content-Disposition": f'attachment; filename="cutline-log-{name}.csv"',
        "Cache-Control": "private, no-store",
    }
    return StreamingHttpResponse(lines(), content_type="text/csv; charset=utf-8", headers=headers)
