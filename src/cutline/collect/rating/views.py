"""What people made of captions: `/collect/<slug>/results/`."""

from __future__ import annotations

import hashlib

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from cutline.collect.access import may
from cutline.collect.console.page import asked_of_project, page
from cutline.collect.export.views import CSV, JSON, download
from cutline.collect.models import Mode, Project
from cutline.collect.quality.figures import basis_of
from cutline.collect.rating.drawing import agreement_rows, charts_of, ranking_table, systems_table
from cutline.collect.rating.results import Results, results_of
from cutline.collect.rating.tables import results_csv, results_json
from cutline.core.errors import CutlineError
from cutline.web.console import sentence
from cutline.web.people.models import Person

_KEPT_SECONDS = 3600


@login_required
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Tables and charts; `?with=` puts the measures of other projects beside them."""
    person, project = asked_of_project(request, slug, "export")
    context: dict[str, object] = {"problem": ""}
    try:
        found = kept_results(project)
    except CutlineError as error:
        context["problem"] = sentence(str(error).removeprefix(f"{project.slug}: "))
    else:
        beside = _beside(person, project, request.GET.getlist("with")[:4])
        everything = [found, *beside]
        context |= {
            "results": found,
            "others": [one.project for one in beside],
            "systems": mark_safe(systems_table(everything)) if found.measures else "",
            "ranking": mark_safe(ranking_table(found)) if found.ranking else "",
            "charts": [mark_safe(chart) for chart in charts_of(found)],
            "agreements": agreement_rows(everything),
            "offered": _offered(person, project),
        }
    template = "collect_rating/results.html"
    return page(request, person, template, context, project=project, here="manage_results")


@login_required
@require_safe
def results_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The same as a file."""
    _, project = asked_of_project(request, slug, "export")
    if kind not in ("csv", "json"):
        raise Http404("There is no such file.")
    try:
        found = kept_results(project)
    except CutlineError as error:
        raise Http404(sentence(str(error))) from None
    if kind == "csv":
        return download(results_csv(found), f"{slug}-results.csv", CSV)
    return download(results_json(found), f"{slug}-results.json", JSON)


def kept_results(project: Project) -> Results:
    """Results, computed once for each state of the answers.

    They are those of the command line to the last digit: intervals and tie groups that depended on
    where somebody looks would be worth nothing.

    Raises:
        CutlineError: when there are none.
    """
    basis = hashlib.sha256(basis_of(project).encode()).hexdigest()
    key = f"collect-results-{project.pk}-{basis}"
    found: Results | None = cache.get(key)
    if found is None:
        found = results_of(project)
        cache.set(key, found, _KEPT_SECONDS)
    return found


def _offered(person: Person, project: Project) -> list[Project]:
    """Other projects of ratings whose measures can stand beside these."""
    others = Project.objects.filter(mode=Mode.RATINGS).exclude(pk=project.pk).order_by("title")
    return [one for one in others if may(person, "export", one)][:20]


def _beside(person: Person, project: Project, slugs: list[str]) -> list[Results]:
    found = []
    for one in _offered(person, project):
        if one.slug in slugs:
            try:
                found.append(kept_results(one))
            except CutlineError:
                continue
    return found
