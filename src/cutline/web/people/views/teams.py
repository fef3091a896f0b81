"""Teams: `/teams/`."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cutline.core.errors import UsageError
from cutline.web.addresses import site_address
from cutline.web.people import teams as acts
from cutline.web.people.asking import may, require
from cutline.web.people.forms.teams import InvitationForm, TeamForm
from cutline.web.people.models import Person, Team
from cutline.web.people.views.who import person_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: HttpRequest) -> HttpResponse:
    """The teams of a person, and a new one."""
    person = person_of(request)
    require(person, "create_team")
    form = TeamForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            team = acts.create_team(person, **form.cleaned_data)
        except UsageError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, f"The team “{team.name}” is there.")
            return redirect("team", team.slug)
    context = {
        "form": form,
        "memberships": person.memberships.select_related("team").order_by("team__name"),
        "own": acts.team_of_one(person),
    }
    return render(request, "people/teams.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def own_team(request: HttpRequest) -> HttpResponse:
    """A team of one, in a click."""
    person = person_of(request)
    require(person, "create_team")
    try:
        team = acts.own_team_of(person)
    except UsageError as error:
        messages.error(request, str(error))
        return redirect("teams")
    messages.success(request, f"You submit as “{team.name}”.")
    return redirect("team", team.slug)


@require_safe
def team_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A team: its name for everybody, its people for themselves."""
    team = get_object_or_404(Team, slug=slug)
    visitor: Person | AnonymousUser = (
        person_of(request) if isinstance(request.user, Person) else AnonymousUser()
    )
    require(visitor, "see", team)
    sees_members = may(visitor, "see_members", team)
    invites = may(visitor, "invite", team)
    held = team.invitations.filter(expires__gt=timezone.now()).order_by("expires")
    context = {
        "team": team,
        "sees_members": sees_members,
        "memberships": (
            team.memberships.select_related("person").order_by("joined") if sees_members else []
        ),
        "is_member": visitor.pk is not None
        and team.memberships.filter(person_id=visitor.pk).exists(),
        "edits": may(visitor, "edit", team),
        "removes": may(visitor, "remove_member", team),
        "invites": invites,
        "invitations": [
            (invitation, f"{site_address(request)}/join/{invitation.secret}/")
            for invitation in (held if invites else [])
        ],
        "invitation_form": InvitationForm() if invites else None,
    }
    response = render(request, "people/team.html", context)
    # Links by which people join are on it: no copy of it is kept.
    response.headers["Cache-Control"] = "private, no-store"
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Another name or affiliation."""
    person, team = person_of(request), get_object_or_404(Team, slug=slug)
    require(person, "edit", team)
    initial = {"name": team.name, "affiliation": team.affiliation}
    form = TeamForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            acts.edit_team(person, team, **form.cleaned_data)
        except UsageError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, "The team is changed.")
            return redirect("team", team.slug)
    context = {"form": form, "team": Team.objects.get(pk=team.pk)}
    return render(request, "people/edit_team.html", context, status=422 if form.errors else 200)
