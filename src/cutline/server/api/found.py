"""Finding what an address names, as far as the caller may see it."""

from __future__ import annotations

import uuid
from typing import cast

from django.http import Http404, HttpRequest

from cutline.server.access import may
from cutline.server.api.errors import ApiError
from cutline.server.models import Benchmark, Phase, Submission
from cutline.web.access import Visitor
from cutline.web.people.models import Person, Team


def visitor_in(request: HttpRequest) -> Visitor:
    """The caller, whom the middleware has found out."""
    return cast("Visitor", request.visitor)  # type: ignore[attr-defined]


def benchmark_at(request: HttpRequest, slug: str) -> Benchmark:
    """A benchmark that the caller may see.

    Raises:
        Http404: when there is none.
    """
    found = Benchmark.objects.filter(slug=slug).first()
    if found is None or not may(visitor_in(request), "see", found):
        raise Http404
    return found


def phase_at(request: HttpRequest, slug: str, phase: str) -> Phase:
    """A phase of a benchmark that the caller may see.

    Raises:
        Http404: when there is none.
    """
    benchmark = benchmark_at(request, slug)
    found = benchmark.phases.filter(slug=phase).first()
    if found is None:
        raise Http404
    return found


def submission_at(request: HttpRequest, submission_id: uuid.UUID) -> Submission:
    """A submission that the caller may see.

    Raises:
        Http404: when there is none.
    """
    wanted = Submission.objects.select_related("phase__benchmark", "team")
    found = wanted.filter(pk=submission_id).first()
    if found is None or not may(visitor_in(request), "see", found):
        raise Http404
    return found


def team_of(person: Person, slug: str) -> Team:
    """A team of a person: the one that is named, or the only one.

    Raises:
        ApiError: when there is no such team, or several to choose from.
    """
    teams = list(person.teams.order_by("slug"))
    listed = ", ".join(team.slug for team in teams) or "none"
    if slug:
        for team in teams:
            if team.slug == slug:
                return team
        raise ApiError(
            404, "no_such_team", f"You are in no team {slug!r}. Your teams are: {listed}."
        )
    if len(teams) == 1:
        return teams[0]
    if not teams:
        raise ApiError(
            409, "team_needed", "You are in no team yet: create one, a person alone may be one too."
        )
    raise ApiError(409, "team_needed", f"You are in several teams, say which one: {listed}.")
