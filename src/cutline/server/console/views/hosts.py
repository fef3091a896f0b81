"""Who runs a benchmark."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST

from cutline.core.errors import UsageError
from cutline.server.access import require
from cutline.server.console.forms.benchmark import NameForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.hosting import hosts as acts
from cutline.server.models import Host
from cutline.web.console import done, posted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hosts(request: HttpRequest, slug: str) -> HttpResponse:
    """The owner and the hosts of a benchmark; the owner adds some."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    form = NameForm(posted(request))
    if request.method == "POST":
        require(person, "change_hosts", benchmark)
        if form.is_valid():
            try:
                added = acts.add_host(person, benchmark, form.cleaned_data["username"])
            except UsageError as error:
                form.add_error("username", str(error))
            else:
                messages.success(request, f"{added.username} runs this benchmark too.")
                return redirect("console_hosts", benchmark.slug)
    found = Host.objects.filter(benchmark=benchmark).select_related("person")
    context = {
        "form": form,
        "owner_form": NameForm(prefix="owner"),
        "hosts": found.order_by("since"),
    }
    return page(
        request,
        person,
        "console/hosts.html",
        context,
        benchmark=benchmark,
        here="console_hosts",
        status=422 if form.errors else 200,
    )


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, host: int) -> HttpResponse:
    """End that somebody runs a benchmark."""
    person, benchmark = asked_of_benchmark(request, slug, "change_hosts")
    found = get_object_or_404(
        Host.objects.select_related("person", "benchmark"), pk=host, benchmark=benchmark
    )
    said = f"{found.person.username} no longer runs this benchmark."
    done(request, lambda: acts.remove_host(person, found), said)
    return redirect("console_hosts", benchmark.slug)


@login_required
@require_POST
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Make somebody else the owner."""
    person, benchmark = asked_of_benchmark(request, slug, "change_hosts")
    form = NameForm(request.POST, prefix="owner")
    if not form.is_valid():
        messages.error(request, "Give the username of the new owner.")
        return redirect("console_hosts", benchmark.slug)
    name = form.cleaned_data["username"]
    done(
        request,
        lambda: acts.hand_over(person, benchmark, name),
        f"{name} owns this benchmark now; the former owner stays a host.",
    )
    return redirect("console_hosts", benchmark.slug)
