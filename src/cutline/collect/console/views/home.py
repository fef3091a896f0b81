"""The front page of the console: `/collect/`."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.collect.access import may, visible_projects
from cutline.collect.console.page import page
from cutline.collect.models import Item, Role
from cutline.web.people.views.who import person_of


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The projects that somebody runs, and how far they are."""
    person = person_of(request)
    projects = visible_projects(person)
    creates = may(person, "create_project")
    if not projects and not creates:
        raise PermissionDenied("Only hosts make projects: ask an admin of the site.")
    counts = {
        row["project"]: row
        for row in Item.objects.filter(project__in=projects, role=Role.COLLECT)
        .values("project")
        .annotate(
            images=Count("pk"),
            wanted=Sum("wanted"),
            done=Sum("done"),
            untouched=Count("pk", filter=Q(taken=0)),
        )
    }
    rows = []
    for project in projects:
        row = counts.get(project.pk, {"images": 0, "wanted": 0, "done": 0})
        percent = 100 * row["done"] / row["wanted"] if row["wanted"] else 0
        rows.append({**row, "project": project, "percent": percent})
    context = {"rows": rows, "creates": creates}
    return page(request, person, "collect_console/home.html", context)
