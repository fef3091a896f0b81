"""Tokens by which programs act for a person: `/me/tokens/`."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cutline.web.people.asking import require
from cutline.web.people.forms.account import TokenForm
from cutline.web.people.models import ApiToken, Person
from cutline.web.people.views.who import person_of

#: How many may hold at once.
MOST_TOKENS = 50


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of a person, and a new one.

    The text of a new token is in the answer to its form and nowhere else: a page that was sent to
    after it would need it kept.
    """
    person = person_of(request)
    require(person, "edit", person)
    form, text = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        if _holding(person) < MOST_TOKENS:
            expires = timezone.now() + timedelta(days=form.cleaned_data["days"])
            _, text = ApiToken.make(person, form.cleaned_data["name"], expires)
            form = TokenForm()
        else:
            form.add_error(None, f"You have {MOST_TOKENS} tokens, which is the most: revoke one.")
    context = {
        "form": form,
        "text": text,
        "tokens": person.tokens.order_by("-created"),
        "now": timezone.now(),
    }
    return render(request, "people/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token."""
    found = get_object_or_404(ApiToken, pk=token)
    require(person_of(request), "revoke", found)
    ApiToken.objects.filter(pk=found.pk, revoked=None).update(revoked=timezone.now())
    messages.success(request, f"The token “{found.name}” no longer works.")
    return redirect("tokens")


def _holding(person: Person) -> int:
    return person.tokens.filter(revoked=None, expires__gt=timezone.now()).count()
