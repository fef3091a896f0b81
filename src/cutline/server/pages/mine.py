"""Submissions of one's own: all of them, and those to one benchmark."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cutline.server.access import may
from cutline.server.board.shown import scores_of
from cutline.server.models import State, Submission
from cutline.server.pages.cells import cell, highest_of
from cutline.server.pages.found import benchmark_at
from cutline.server.pages.frame import frame
from cutline.server.pages.words import Standing, left_words, submission_standing, takes_submissions
from cutline.server.submissions.limits import remaining
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of

_PER_PAGE = 25


@dataclass(frozen=True)
class _Shown:
    submission: Submission
    standing: Standing
    #: By the metric that ranks the board; HTML, empty while it may not be seen.
    score: SafeString
    metric: str


@login_required
@never_cache
@require_safe
def my_submissions(request: HttpRequest) -> HttpResponse:
    """The submissions of a person's teams, the newest first."""
    person = person_of(request)
    context = _list(request, person, _theirs(person))
    return render(request, "server/my_submissions.html", context)


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """Those to one benchmark, with what each team has left."""
    benchmark = benchmark_at(request, slug)
    person = person_of(request)
    phases = benchmark.phases.select_related("benchmark").all()
    context = _list(request, person, _theirs(person).filter(phase__benchmark=benchmark))
    context |= frame(benchmark, "mine", person)
    context["left"] = [
        (phase, team, left_words(remaining(team, phase)))
        for phase in phases
        if takes_submissions(phase)
        for team in person.teams.order_by("name")
    ]
    return render(request, "server/mine.html", context)


def _theirs(person: Person) -> QuerySet[Submission]:
    wanted = Submission.objects.filter(team__in=person.teams.all())
    return wanted.select_related("phase__benchmark", "team").order_by("-created", "pk")


def _list(request: HttpRequest, person: Person, wanted: QuerySet[Submission]) -> dict[str, object]:
    page = Paginator(wanted, _PER_PAGE).get_page(request.GET.get("page"))
    shown = [_shown(person, one) for one in page if may(person, "see", one)]
    return {"shown": shown, "page": page}


def _shown(person: Person, submission: Submission) -> _Shown:
    benchmark, score = submission.phase.benchmark, ""
    if submission.state == State.DONE and may(person, "see_scores", submission):
        values = scores_of(submission, as_host=False).get("", {})
        if benchmark.metrics[0] in values:
            value = values[benchmark.metrics[0]]
            score = cell(value, benchmark.decimals, highest=highest_of([value]))
    standing = submission_standing(submission)
    return _Shown(submission, standing, mark_safe(score), benchmark.metrics[0])
