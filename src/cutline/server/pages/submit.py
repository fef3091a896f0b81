"""Submitting captions: `/b/<slug>/submit/`."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cutline.core.errors import UsageError
from cutline.server.access import may, require
from cutline.server.hosting.bundles import bundle_of
from cutline.server.models import Phase, Submission
from cutline.server.pages.checks import count_check
from cutline.server.pages.forms import OWN, SubmitForm
from cutline.server.pages.found import chosen, phases_at, visitor_in
from cutline.server.pages.frame import frame, phase_links
from cutline.server.pages.words import (
    left_words,
    limit_words,
    phase_standing,
    size_text,
    takes_submissions,
)
from cutline.server.submissions.accept import submit as take
from cutline.server.submissions.check_only import check_only
from cutline.server.submissions.limits import remaining
from cutline.server.uploads.check import Checked
from cutline.server.uploads.refused import Refused
from cutline.web.addresses import site_address
from cutline.web.people.models import Person, Team
from cutline.web.people.teams import own_team_of
from cutline.web.people.views.who import person_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, slug: str, phase: str = "") -> HttpResponse:
    """The form; what is wrong with a file; or the page of the submission that was taken."""
    phases = phases_at(request, slug)
    wanted = _phase(phases, phase)
    if not isinstance(visitor_in(request), Person):
        if request.method == "POST":
            raise PermissionDenied("Sign in to submit.")
        return _page(request, phases, wanted, {"needs": "account"})
    person = person_of(request)
    require(person, "submit", wanted.benchmark)
    needs = _needs(person, wanted)
    if request.method != "POST":
        form = None if needs else _form(person)
        return _page(request, phases, wanted, _context(person, wanted, form, needs))
    return _posted(request, person, phases, wanted)


def _phase(phases: Sequence[Phase], slug: str) -> Phase:
    """The phase of an address; without one, the last that takes submissions."""
    if slug:
        return chosen(phases, slug)
    takes = [phase for phase in phases if takes_submissions(phase)]
    return takes[-1] if takes else chosen(phases, "")


def _needs(person: Person, phase: Phase) -> str:
    """What stands in the way before anything is typed."""
    if not takes_submissions(phase):
        return "open phase"
    return "" if person.has_confirmed_email else "confirmed address"


def _form(person: Person, *arguments: Any, **options: Any) -> SubmitForm:
    return SubmitForm(person, list(person.teams.order_by("name")), *arguments, **options)


def _posted(
    request: HttpRequest, person: Person, phases: Sequence[Phase], phase: Phase
) -> HttpResponse:
    form = _form(person, request.POST, request.FILES)
    is_check = request.POST.get("do") == "check"
    status, headers, extra = 422, {}, {}
    if form.is_valid_for_check() if is_check else form.is_valid():
        try:
            if not is_check:
                key = _key(request.POST.get("key", ""))
                return _taken(request, _submitted(person, phase, form, key))
            extra = {"checked": _checked(person, phase, form), "file_name": form["file"].data.name}
            status = 200
        except Refused as refusal:
            form.refuse(refusal)
            status, headers = refusal.status, refusal.headers
            extra = {"refused": refusal}
    context = _context(person, phase, form, "") | extra
    response = _page(request, phases, phase, context, status)
    for name, value in headers.items():
        response.headers[name] = value
    return response


def _team(person: Person, form: SubmitForm) -> Team:
    slug = form.cleaned_data["team"]
    if slug != OWN:
        return Team.objects.get(slug=slug)
    try:
        return own_team_of(person)
    except UsageError as error:
        raise Refused(409, "no_team", str(error)) from None


def _key(given: str) -> str:
    """What this upload is called by its page: a second click is no second submission."""
    try:
        return f"page-{uuid.UUID(given)}"
    except ValueError:
        return f"page-{uuid.uuid4()}"


def _submitted(person: Person, phase: Phase, form: SubmitForm, key: str) -> Submission:
    # Said first, so that nothing is read of a file whose details cannot stay.
    details = form.details().cleaned()
    file, team = form.cleaned_data["file"], _team(person, form)
    try:
        return take(person, team, phase, file, file.name, details, key)
    except Refused as refusal:
        if refusal.code != "key_used":
            raise
        # The page of an earlier upload, gone back to: this is another one.
        file.seek(0)
        return take(person, team, phase, file, file.name, details, _key(""))


def _checked(person: Person, phase: Phase, form: SubmitForm) -> Checked:
    count_check(person)
    file = form.cleaned_data["file"]
    return check_only(person, _team(person, form), phase, file, file.name)


def _taken(request: HttpRequest, submission: Submission) -> HttpResponse:
    address = reverse("entry", args=[submission.pk])
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _context(person: Person, phase: Phase, form: SubmitForm | None, needs: str) -> dict[str, Any]:
    teams = person.teams.order_by("name")
    return {
        "needs": needs,
        "form": form,
        "left": [(team, left_words(remaining(team, phase, person=person))) for team in teams],
    }


def _page(
    request: HttpRequest,
    phases: Sequence[Phase],
    phase: Phase,
    more: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    visitor = visitor_in(request)
    context = frame(phase.benchmark, "submit", visitor) | {
        "phase": phase,
        "phases": phase_links(phases, phase, "phase_submit") if len(phases) > 1 else [],
        "standing": phase_standing(phase),
        "limits": limit_words(phase),
        "images": bundle_of(phase.benchmark).manifest.splits[phase.split].images,
        "most": size_text(phase.most_bytes),
        "sees_raw": may(visitor, "see_raw", phase.benchmark),
        "address": site_address(request),
        # What was not taken is not what is sent next.
        "key": uuid.uuid4(),
    }
    if request.headers.get("HX-Request") == "true":
        # The script shows whatever comes as it comes; a status is for those who read it.
        status = 200
    return render(request, "server/submit.html", context | more, status=status)
