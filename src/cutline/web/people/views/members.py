"""Who is in a team: inviting, joining, leaving, removing, handing over."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cutline.core.errors import UsageError
from cutline.web.people import teams as acts
from cutline.web.people.asking import require
from cutline.web.people.forms.teams import InvitationForm
from cutline.web.people.models import Invitation, Membership, Team
from cutline.web.people.views.who import person_of


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """A new link by which people join."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "invite", team)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        messages.error(request, f"Days the link holds: {form.errors['days'][0]}")
        return redirect("team", team.slug)
    days = form.cleaned_data["days"]
    done = "The link is made: copy it and send it to who should join."
    return _done(request, team, lambda: acts.invite(person, team, days), done)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """End an invitation."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "invite", team)
    found = get_object_or_404(Invitation, pk=invitation, team=team)
    return _done(request, team, lambda: acts.take_back(person, found), "The link no longer works.")


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """End one's own membership."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "leave", team)
    return _done(request, team, lambda: acts.leave(person, team), "You have left the team.")


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """End somebody's membership."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "remove_member", team)
    found = get_object_or_404(Membership, pk=membership, team=team)
    done = f"{found.person.username} is no longer a member."
    return _done(request, team, lambda: acts.remove_member(person, found), done)


@login_required
@require_POST
def hand_over(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """Make a member the owner."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "edit", team)
    found = get_object_or_404(Membership.objects.select_related("person"), pk=membership, team=team)
    done = f"{found.person.username} owns the team now."
    return _done(request, team, lambda: acts.hand_over(person, found), done)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Join a team by a link. Programs open links too, so a person says that they mean it."""
    person, invitation = person_of(request), acts.invitation_by(secret)
    if invitation is None:
        return render(request, "people/no_invitation.html", status=404)
    # Who has the link may join: the rest is as with everybody who sees the team.
    require(person, "see", invitation.team)
    if request.method != "POST":
        context = {
            "team": invitation.team,
            "is_member": invitation.team.memberships.filter(person=person).exists(),
        }
        return render(request, "people/join.html", context)
    team = invitation.team
    done = f"You are a member of “{team.name}”."
    return _done(request, team, lambda: acts.join(person, invitation), done)


def _done(request: HttpRequest, team: Team, act: Callable[[], object], said: str) -> HttpResponse:
    """Do it, or say why it cannot be done; then the team's page."""
    try:
        act()
    except UsageError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
    return redirect("team", team.slug)
