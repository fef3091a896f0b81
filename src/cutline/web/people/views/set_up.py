"""The first run: making the admin of a site at `/set-up/<secret>/`."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cutline.web.people.first_run import is_open, make_admin
from cutline.web.people.forms.account import SetUpForm

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest, secret: str) -> HttpResponse:
    """Make the admin, by the link that the server printed when it started."""
    if not is_open(secret):
        return render(request, "people/no_set_up.html", status=404)
    form = SetUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = make_admin(secret, **form.cleaned_data)
        if person is None:  # somebody else was quicker
            return render(request, "people/no_set_up.html", status=404)
        login(request, person, backend=_BACKEND)
        messages.success(request, "You run this site now.")
        return redirect("/")
    failed = request.method == "POST"
    return render(request, "people/set_up.html", {"form": form}, status=422 if failed else 200)
