"""What managers did: `/collect/<slug>/audit/`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.collect.console.forms.filters import AuditForm
from cutline.collect.console.page import asked_of_project, page
from cutline.collect.projects.log import scope_of
from cutline.web.console import pages_of, rest_of_query
from cutline.web.people.models import AuditEntry


@login_required
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """All entries of a project, the newest first."""
    person, project = asked_of_project(request, slug, "see_audit")
    form = AuditForm(request.GET or None)
    found = AuditEntry.objects.filter(scope=scope_of(project)).select_related("actor")
    given: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    if given.get("action"):
        found = found.filter(action__icontains=given["action"].strip())
    if given.get("by"):
        found = found.filter(actor__username=given["by"].strip())
    part = pages_of(request, found)
    context = {
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "rows": [
            {"entry": entry, "detail": [f"{name}: {_said(value)}" for name, value in _of(entry)]}
            for entry in part.object_list
        ],
    }
    template = "collect_console/audit.html"
    return page(request, person, template, context, project=project, here="manage_audit")


def _of(entry: AuditEntry) -> list[tuple[str, Any]]:
    return sorted(entry.detail.items())


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(of)}" for name, of in sorted(value.items()))
    return str(value)
