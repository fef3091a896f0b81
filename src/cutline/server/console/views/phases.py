"""A phase of a benchmark."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from cutline.core.errors import UsageError
from cutline.server.console.forms.phase import FreezeForm, PhaseForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.hosting import phases as acts
from cutline.server.models import Benchmark, Phase
from cutline.web.console import done, posted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def phase(request: HttpRequest, slug: str, phase: str) -> HttpResponse:
    """Dates, limits, and what is shown of scores."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    found = _phase(benchmark, phase)
    form = PhaseForm(found, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            changed = acts.edit_phase(person, found, form.values())
        except UsageError as error:
            form.add_error("reserve_share", str(error))
        else:
            messages.success(request, "Saved." if changed else "Nothing was different.")
            return redirect("console_phase", benchmark.slug, found.slug)
    context = {
        "form": form,
        "freeze_form": FreezeForm(),
        "phase": found,
        "is_frozen": found.is_frozen(),
        "is_open": found.is_open(),
        "now": timezone.now(),
    }
    return page(
        request,
        person,
        "console/phase.html",
        context,
        benchmark=benchmark,
        here="console_benchmark",
        status=422 if form.errors else 200,
    )


@login_required
@require_POST
def freeze(request: HttpRequest, slug: str, phase: str) -> HttpResponse:
    """Make the board final."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    found, form = _phase(benchmark, phase), FreezeForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["when"])))
        return redirect("console_phase", benchmark.slug, found.slug)
    when = form.cleaned_data["when"]
    said = f"The board freezes at {when:%Y-%m-%d %H:%M} UTC." if when else "The board is final."
    done(request, lambda: acts.freeze(person, found, when), said)
    return redirect("console_phase", benchmark.slug, found.slug)


@login_required
@require_POST
def unfreeze(request: HttpRequest, slug: str, phase: str) -> HttpResponse:
    """Let the board change again."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    found = _phase(benchmark, phase)
    done(request, lambda: acts.unfreeze(person, found), "The board is not frozen any more.")
    return redirect("console_phase", benchmark.slug, found.slug)


def _phase(benchmark: Benchmark, slug: str) -> Phase:
    return get_object_or_404(
        Phase.objects.select_related("benchmark"), benchmark=benchmark, slug=slug
    )
