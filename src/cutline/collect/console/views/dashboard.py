"""How a project is doing: `/collect/<slug>/`."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from cutline.collect.console.charts import agreement_over_time, over_time
from cutline.collect.console.page import asked_of_project, page
from cutline.collect.console.progress import arms_of_people, hours_of, progress_of
from cutline.collect.models import Project, ProjectState
from cutline.collect.projects import idle_parts
from cutline.collect.quality.annotators import annotator_rows
from cutline.collect.quality.figures import basis_of, figures_of
from cutline.collect.quality.spot_checks import waiting
from cutline.web.addresses import on_site

_MOST_LABELS = 30
_MOST_MARKED = 10
#: What Prolific puts into the address of a study.
_PROLIFIC = "?" + "&".join(
    f"{name}={{{{%{name}%}}}}" for name in ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
)


@login_required
@require_safe
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Progress, speed, cost, quality, people and classes."""
    person, project = asked_of_project(request, slug, "manage")
    figures = figures_of(project)
    rows = annotator_rows(project, figures)
    coverage = figures.coverage if figures is not None else []
    context = {
        "progress": progress_of(project),
        "charts": over_time(hours_of(project)),
        "agreement_chart": agreement_over_time(figures),
        "arms": arms_of_people(rows),
        "people": len(rows),
        "writing": sum(row.in_hand > 0 for row in rows),
        "marked": [row for row in rows if row.marks][:_MOST_MARKED],
        "to_review": waiting(project).exclude(flags=[]).count(),
        "coverage": coverage[:_MOST_LABELS],
        "labels": len(coverage),
        "named": sum(row["captions"] > 0 for row in coverage),
        "figures": figures,
        "is_old": figures is not None and figures.basis != basis_of(project),
        "links": _links(request, project),
        "states": _states(project),
        "idle": idle_parts(project),
    }
    template = "collect_console/dashboard.html"
    return page(request, person, template, context, project=project, here="manage_project")


def _states(project: Project) -> list[tuple[str, str]]:
    """What can be done to it now, each with its words."""
    return {
        ProjectState.DRAFT: [("open", "Open it")],
        ProjectState.OPEN: [("paused", "Pause it"), ("closed", "Close it")],
        ProjectState.PAUSED: [("open", "Open it again"), ("closed", "Close it")],
        ProjectState.CLOSED: [("open", "Open it again")],
    }[ProjectState(project.state)]


def _links(request: HttpRequest, project: Project) -> list[tuple[str, str]]:
    slug = project.slug

    def whole(name: str, *arguments: str, query: str = "") -> str:
        return on_site(request, reverse(name, args=[slug, *arguments])) + query

    return [
        ("With an account", whole("collect_start")),
        ("Whoever has this link", whole("collect_join", project.invitation)),
        (
            "Prolific",
            whole("collect_from", "prolific", query=_PROLIFIC),
        ),
        ("Mechanical Turk", whole("collect_from", "mturk")),
        ("Others", whole("collect_from", "other", query="?worker=…")),
    ]
