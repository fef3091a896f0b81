"""A benchmark: making one, what is said of it, its state, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cutline.core.errors import CutlineError
from cutline.server.access import require
from cutline.server.access.relations import SITE
from cutline.server.console.forms.benchmark import CreateForm, DeleteForm, EditForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.hosting import edit as acts
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.hosting.upload import received_bundle
from cutline.server.models import Benchmark, BenchmarkState, Kind, State, Submission, Visibility
from cutline.server.rescoring.pinned import waiting_for_another, why_waiting
from cutline.server.rescoring.which import open_rescore
from cutline.web.console import done, posted
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new benchmark from a bundle."""
    person = person_of(request)
    require(person, "create_benchmark", SITE)
    form = CreateForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        benchmark = _created(person, form)
        if benchmark is not None:
            messages.success(
                request,
                f"“{benchmark.title}” is there, as a draft: look through its phases, then "
                f"publish it.",
            )
            return redirect("console_benchmark", benchmark.slug)
    status = 422 if form.errors else 200
    return page(request, person, "console/create.html", {"form": form}, status=status)


def _created(person: Person, form: CreateForm) -> Benchmark | None:
    given = form.cleaned_data
    try:
        with received_bundle(given["bundle"], given["bundle"].name) as path:
            return host_bundle(
                path, person, slug=given["slug"], title=given["title"], is_checked=True
            )
    except CutlineError as error:
        form.add_problems(error)
    return None


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """How a benchmark stands, and what can be done with it."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    entries = Submission.objects.filter(phase__benchmark=benchmark)
    context = {
        "phases": [
            {
                "phase": phase,
                "is_open": phase.is_open(),
                "is_frozen": phase.is_frozen(),
                "submissions": entries.filter(phase=phase, kind=Kind.SYSTEM).count(),
            }
            for phase in benchmark.phases.all()
        ],
        "submissions": entries.filter(kind=Kind.SYSTEM).count(),
        "failed": entries.filter(state=State.FAILED).count(),
        "why_waiting": why_waiting(benchmark),
        "stalled": waiting_for_another(benchmark),
        "rescore": open_rescore(benchmark),
        "is_draft": benchmark.state == BenchmarkState.DRAFT,
        "is_archived": benchmark.state == BenchmarkState.ARCHIVED,
    }
    return page(
        request,
        person,
        "console/benchmark.html",
        context,
        benchmark=benchmark,
        here="console_benchmark",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """What is said of a benchmark, and who sees it."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    initial = {name: getattr(benchmark, name) for name in EditForm.base_fields}
    form = EditForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        changed = acts.edit_benchmark(person, benchmark, form.cleaned_data)
        messages.success(request, "Saved." if changed else "Nothing was different.")
        return redirect("console_edit", benchmark.slug)
    status = 422 if form.errors else 200
    context = {"form": form}
    return page(
        request,
        person,
        "console/edit.html",
        context,
        benchmark=benchmark,
        here="console_edit",
        status=status,
    )


@login_required
@require_POST
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish, archive or reopen a benchmark."""
    person, benchmark = asked_of_benchmark(request, slug, "edit")
    wanted = request.POST.get("to")
    if wanted == "publish" and benchmark.state == BenchmarkState.DRAFT:
        seen = Visibility(benchmark.visibility)
        done(request, lambda: publish(benchmark, person, seen), "It is published.")
    elif wanted == "archive":
        done(request, lambda: acts.archive(person, benchmark), "It is archived.")
    elif wanted == "reopen":
        done(request, lambda: acts.reopen(person, benchmark), "It takes submissions again.")
    else:
        messages.error(request, f"It is {benchmark.state}: that cannot be done to it now.")
    return redirect("console_benchmark", benchmark.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a benchmark for good: once asked, once confirmed by typing its address."""
    person, benchmark = asked_of_benchmark(request, slug, "delete")
    form = DeleteForm(benchmark, posted(request))
    if request.method == "POST" and form.is_valid():
        acts.delete_benchmark(person, benchmark)
        messages.success(
            request, f"“{benchmark.title}” is gone, with all that was submitted to it."
        )
        return redirect("console")
    entries = Submission.objects.filter(phase__benchmark=benchmark)
    context = {"form": form, "submissions": entries.filter(kind=Kind.SYSTEM).count()}
    return page(
        request,
        person,
        "console/delete.html",
        context,
        benchmark=benchmark,
        status=422 if form.errors else 200,
    )
