"""Taking one's data along, and being forgotten: `/me/export/` and `/me/forget/`."""

from __future__ import annotations

import json

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from cutline.core.errors import UsageError
from cutline.web.people.asking import require
from cutline.web.people.export import everything_of
from cutline.web.people.forget import forget, obstacles
from cutline.web.people.forms.account import ForgetForm
from cutline.web.people.views.who import person_of


@login_required
@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All that is kept of a person, as a file."""
    person = person_of(request)
    require(person, "export", person)
    content = json.dumps(everything_of(person), indent=2, ensure_ascii=False)
    headers = {"Content-Disposition": 'attachment; filename="cutline-person.json"'}
    return HttpResponse(content + "\n", "application/json; charset=utf-8", headers=headers)


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget_me(request: HttpRequest) -> HttpResponse:
    """Be forgotten: once asked, once confirmed by the password."""
    person = person_of(request)
    require(person, "forget", person)
    in_the_way = obstacles(person)
    form = ForgetForm(person, request.POST if request.method == "POST" else None)
    if request.method == "POST" and not in_the_way:
        # Who sits at somebody's open browser must not try passwords here.
        if refused := ratelimit.consume_or_429(request, action="reauthenticate", user=person):
            answer: HttpResponse = refused
            return answer
        if form.is_valid():
            try:
                forget(person, person)
            except UsageError as error:
                in_the_way = str(error).splitlines()
            else:
                logout(request)
                messages.success(request, "Your account is closed, and your name is gone from it.")
                return redirect("/")
    context = {"form": form, "obstacles": in_the_way}
    failed = request.method == "POST"
    return render(request, "people/forget.html", context, status=422 if failed else 200)
