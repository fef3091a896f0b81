"""People, for admins: who they are, what they may do, and whether they may come in."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cutline.server.access import allowed, require
from cutline.server.access.relations import SITE
from cutline.server.console import people as acts
from cutline.server.console.forms.submissions import PeopleForm, RoleForm
from cutline.server.console.page import page
from cutline.server.models import Benchmark, Submission
from cutline.web.console import done, pages_of, rest_of_query
from cutline.web.people.models import Person, Role
from cutline.web.people.views.who import person_of


@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """All people, or those that are looked for."""
    asking = person_of(request)
    require(asking, "see_people", SITE)
    form = PeopleForm(request.GET or None)
    found = Person.objects.order_by("username")
    if form.is_bound and form.is_valid():
        if text := form.cleaned_data["text"].strip():
            found = found.filter(Q(username__icontains=text) | Q(email__icontains=text))
        if form.cleaned_data["role"]:
            found = found.filter(role=form.cleaned_data["role"])
    part = pages_of(request, found)
    context = {
        "form": form,
        "part": part,
        "query": rest_of_query(request),
        "confirmed": acts.confirmed_among(part.object_list),
    }
    return page(request, asking, "console/people.html", context, here="console_people")


@login_required
@require_safe
def person(request: HttpRequest, person: int) -> HttpResponse:
    """One person: teams, benchmarks, and what an admin may do."""
    asking, found = _asked(request, person, "see")
    context = {
        "person": found,
        "does": allowed(asking, found),
        "form": RoleForm(initial={"role": found.role}),
        "is_confirmed": found.has_confirmed_email,
        "is_self": found.pk == asking.pk,
        "memberships": found.memberships.select_related("team").order_by("team__name"),
        "owned": Benchmark.objects.filter(owner=found).order_by("title"),
        "hosted": Benchmark.objects.filter(hosts=found).order_by("title"),
        "submissions": Submission.objects.filter(person=found).count(),
        "tokens": found.tokens.filter(revoked=None).count(),
    }
    return page(request, asking, "console/person.html", context, here="console_people")


@login_required
@require_POST
def role(request: HttpRequest, person: int) -> HttpResponse:
    """Another role."""
    asking, found = _asked(request, person, "change_role")
    wanted = request.POST.get("role", "")
    if wanted in Role.values:
        said = f"{found.username} is {wanted} now."
        done(request, lambda: acts.change_role(asking, found, Role(wanted)), said)
    return redirect("console_person", found.pk)


@login_required
@require_http_methods(["POST"])
def active(request: HttpRequest, person: int) -> HttpResponse:
    """Close an account, or open it again."""
    asking, found = _asked(request, person, "deactivate")
    if request.POST.get("to") == "open":
        said = f"{found.username} can sign in again."
        done(request, lambda: acts.reactivate(asking, found), said)
    else:
        said = f"The account of {found.username} is closed: signed out everywhere."
        done(request, lambda: acts.deactivate(asking, found), said)
    return redirect("console_person", found.pk)


@login_required
@require_POST
def confirm(request: HttpRequest, person: int) -> HttpResponse:
    """Send the e-mail again by which an address is confirmed."""
    asking, found = _asked(request, person, "confirm_again")
    done(request, lambda: acts.confirm_again(asking, found, request), "The e-mail is sent.")
    return redirect("console_person", found.pk)


def _asked(request: HttpRequest, person: int, action: str) -> tuple[Person, Person]:
    asking = person_of(request)
    require(asking, "see_people", SITE)
    found = get_object_or_404(Person, pk=person)
    require(asking, action, found)
    return asking, found
