"""What a board is scored by: metrics, slice, bundle and program."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from cutline.core.errors import CutlineError
from cutline.server.access import require
from cutline.server.console.forms.benchmark import BundleForm, ScoringForm
from cutline.server.console.page import asked_of_benchmark, page
from cutline.server.hosting.bundles import bundle_of
from cutline.server.hosting.edit import order_metrics
from cutline.server.hosting.replace import replace_bundle
from cutline.server.hosting.upload import received_bundle
from cutline.server.jobs.work import key_of
from cutline.server.models import Benchmark, Rescore
from cutline.server.rescoring.pinned import why_waiting
from cutline.server.rescoring.start import start
from cutline.server.rescoring.which import open_rescore
from cutline.web.console import posted, sentence
from cutline.web.people.models import Person


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def scoring(request: HttpRequest, slug: str) -> HttpResponse:
    """Metrics and slice: another order is shown at once, all else leads to a rescore."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    form = ScoringForm(benchmark, posted(request))
    if request.method == "POST" and form.is_valid():
        require(person, "edit", benchmark)
        try:
            return _changed(request, person, benchmark, form)
        except CutlineError as error:
            form.add_error(None, sentence(str(error)))
    return _page(request, person, benchmark, form, BundleForm())


def _changed(
    request: HttpRequest, person: Person, benchmark: Benchmark, form: ScoringForm
) -> HttpResponse:
    metrics, slice_name = form.cleaned_data["metrics"], form.cleaned_data["slice_name"]
    is_same_slice = slice_name == benchmark.slice_name
    if is_same_slice and metrics == benchmark.metrics:
        messages.success(request, "Nothing was different.")
        return redirect("console_scoring", benchmark.slug)
    if is_same_slice and sorted(metrics) == sorted(benchmark.metrics):
        order_metrics(person, benchmark, metrics)
        messages.success(request, "The columns have their new order.")
        return redirect("console_scoring", benchmark.slug)
    rescore = start(person, benchmark, metrics=metrics, slice_name=slice_name)
    return started(request, benchmark, rescore)


@login_required
@require_POST
def bundle(request: HttpRequest, slug: str) -> HttpResponse:
    """A newer version of the bundle, which leads to a rescore."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    require(person, "edit", benchmark)
    form = BundleForm(request.POST, request.FILES)
    if form.is_valid():
        sent = form.cleaned_data["bundle"]
        try:
            with received_bundle(sent, sent.name) as path:
                rescore = replace_bundle(person, benchmark, path)
            return started(request, benchmark, rescore)
        except CutlineError as error:
            form.add_problems(error)
    return _page(request, person, benchmark, ScoringForm(benchmark), form)


@login_required
@require_POST
def start_rescore(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the board computed anew by the program as it is installed now."""
    person, benchmark = asked_of_benchmark(request, slug, "rescore")
    try:
        return started(request, benchmark, start(person, benchmark))
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
        return redirect("console_scoring", benchmark.slug)


def started(request: HttpRequest, benchmark: Benchmark, rescore: Rescore) -> HttpResponse:
    """Where a host sees what would change."""
    if rescore.is_open:
        messages.success(
            request, "The board is being computed anew. It shows as it was until then."
        )
        return redirect("console_rescore", benchmark.slug, rescore.pk)
    messages.success(request, "Nothing has been submitted yet, so it holds at once.")
    return redirect("console_scoring", benchmark.slug)


def _page(
    request: HttpRequest,
    person: Person,
    benchmark: Benchmark,
    form: ScoringForm,
    bundle_form: BundleForm,
) -> HttpResponse:
    benchmark = Benchmark.objects.get(pk=benchmark.pk)
    context = {
        "form": form,
        "bundle_form": bundle_form,
        "manifest": bundle_of(benchmark).manifest,
        "why_waiting": why_waiting(benchmark),
        "key": key_of(benchmark),
        "open_rescore": open_rescore(benchmark),
        "rescores": benchmark.rescores.select_related("started_by", "ended_by")[:20],
    }
    status = 422 if form.errors or bundle_form.errors else 200
    return page(
        request,
        person,
        "console/scoring.html",
        context,
        benchmark=benchmark,
        here="console_scoring",
        status=status,
    )
