"""A person's own page: `/me/`."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialApp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cutline.web.people.asking import require
from cutline.web.people.forms.account import NameForm
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """What the site knows of a person, and where they change it."""
    person = person_of(request)
    require(person, "edit", person)
    form = NameForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if _rename(person, form.cleaned_data["username"]):
            messages.success(request, "Your username is changed.")
            return redirect("profile")
        form.add_error("username", "Somebody has just taken this username: take another.")
    context = {
        "form": form,
        "emails": EmailAddress.objects.filter(user=person).order_by("-primary", "email"),
        "memberships": person.memberships.select_related("team").order_by("team__name"),
        "has_password": person.has_usable_password(),
        "has_sign_in_elsewhere": _has_sign_in_elsewhere(),
    }
    return render(request, "people/profile.html", context, status=422 if form.errors else 200)


def _rename(person: Person, username: str) -> bool:
    try:
        with transaction.atomic():
            person.username = Person.normalize_username(username)
            person.save(update_fields=["username"])
    except IntegrityError:
        person.refresh_from_db()
        return False
    return True


def _has_sign_in_elsewhere() -> bool:
    return bool(getattr(settings, "SOCIALACCOUNT_PROVIDERS", {})) or SocialApp.objects.exists()
