"""Calls that read benchmarks, and who the caller is."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from cutline.server.access import visible_benchmarks
from cutline.server.api.answers import answers
from cutline.server.api.found import benchmark_at, phase_at, team_of, visitor_in
from cutline.server.api.schemas import (
    BenchmarkAnswer,
    ImagesAnswer,
    MeAnswer,
    PhaseAnswer,
    RemainingAnswer,
    TeamAnswer,
)
from cutline.server.api.visitors import person_of
from cutline.server.hosting.bundles import image_ids
from cutline.server.submissions.limits import remaining
from cutline.web.addresses import site_address

router = Router(tags=["benchmarks"])
_PHASE = "/benchmarks/{slug}/phases/{phase}"


@router.get("/me", response=answers(MeAnswer), summary="Whose token it is", tags=["people"])
def me(request: HttpRequest) -> MeAnswer:
    """The person of the token, and the teams that they may submit for."""
    person = person_of(visitor_in(request))
    return MeAnswer(
        username=person.username,
        email_confirmed=person.has_confirmed_email,
        teams=[TeamAnswer(slug=t.slug, name=t.name) for t in person.teams.order_by("slug")],
    )


@router.get("/benchmarks", response=answers(list[BenchmarkAnswer]), summary="All benchmarks")
def benchmarks(request: HttpRequest) -> list[BenchmarkAnswer]:
    """The benchmarks that are listed for the caller, by title."""
    site = site_address(request)
    return [BenchmarkAnswer.of(found, site) for found in visible_benchmarks(visitor_in(request))]


@router.get("/benchmarks/{slug}", response=answers(BenchmarkAnswer, 404), summary="A benchmark")
def benchmark(request: HttpRequest, slug: str) -> BenchmarkAnswer:
    """A benchmark, its phases and limits."""
    return BenchmarkAnswer.of(benchmark_at(request, slug), site_address(request))


@router.get(
    "/benchmarks/{slug}/phases", response=answers(list[PhaseAnswer], 404), summary="Its phases"
)
def phases(request: HttpRequest, slug: str) -> list[PhaseAnswer]:
    """The phases of a benchmark in their order."""
    return [PhaseAnswer.of(phase) for phase in benchmark_at(request, slug).phases.all()]


@router.get(_PHASE, response=answers(PhaseAnswer, 404), summary="A phase")
def one_phase(request: HttpRequest, slug: str, phase: str) -> PhaseAnswer:
    """A phase: whether it is open, and what it takes."""
    return PhaseAnswer.of(phase_at(request, slug, phase))


@router.get(
    f"{_PHASE}/images", response=answers(ImagesAnswer, 404), summary="The images to describe"
)
def images(request: HttpRequest, slug: str, phase: str) -> ImagesAnswer:
    """The ids that a submission has to cover, to check a file before it is sent."""
    found = phase_at(request, slug, phase)
    ids = image_ids(found.benchmark, found.split)
    return ImagesAnswer(split=found.split, image_ids=list(ids))


@router.get(
    f"{_PHASE}/remaining",
    response=answers(RemainingAnswer, 404, 409),
    summary="What a team has left",
)
def left(
    request: HttpRequest,
    slug: str,
    phase: str,
    team: Annotated[str, Query(description="the slug of a team; not needed with one team")] = "",
) -> RemainingAnswer:
    """How many submissions the caller has left for a team.

    What the caller submitted for other teams counts too.
    """
    person = person_of(visitor_in(request))
    found = phase_at(request, slug, phase)
    of = team_of(person, team)
    has = remaining(of, found, person=person)
    return RemainingAnswer(
        team=of.slug,
        now=has.least,
        today=has.day,
        phase=has.phase,
        benchmark=has.benchmark,
        failing_today=has.failing,
        next_slot=has.next_slot,
    )
