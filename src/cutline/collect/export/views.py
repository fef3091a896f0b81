"""Downloads of what was collected: `/collect/<slug>/export/`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.collect.console.page import asked_of_project, page
from cutline.collect.export.bundle import BundleChoices, bundle_content
from cutline.collect.export.captions import PARTS, Part, coco_captions, nocaps_captions
from cutline.collect.export.collected import collected_lines
from cutline.collect.export.forms import BundleForm, CaptionsForm
from cutline.collect.export.missing import missing_of, require_complete
from cutline.collect.export.snapshot import Snapshot, take_snapshot
from cutline.collect.export.workers import worker_statistics, workers_csv, workers_dict
from cutline.collect.models import Mode, Project
from cutline.core.errors import CutlineError
from cutline.datasets.bundle import write_bundle
from cutline.web.console import sentence
from cutline.web.people.models import Person

JSON, CSV = "application/json", "text/csv; charset=utf-8"
#: Two forms of one page must not share ids.
_BUNDLE_IDS = "bundle_%s"
_LINES, _ZIP = "application/x-ndjson", "application/zip"


@login_required
@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be downloaded, and what is missing."""
    person, project = asked_of_project(request, slug, "export")
    return _page(request, person, project)


@login_required
@require_safe
def captions(request: HttpRequest, slug: str) -> HttpResponse:
    """Captions as COCO or nocaps have them, or with how they came about."""
    person, project = asked_of_project(request, slug, "export")
    form = CaptionsForm(request.GET)

    def made(given: dict[str, str], snapshot: Snapshot) -> HttpResponse:
        name, part = given["form"], _part(given["part"])
        if name == "collected":
            return download("".join(collected_lines(snapshot)), f"{slug}.jsonl", _LINES)
        document = (nocaps_captions if name == "nocaps" else coco_captions)(snapshot, part)
        text = json.dumps(document, ensure_ascii=False) + "\n"
        return download(text, f"{slug}-{name}-{part}.json", JSON)

    return _made(request, person, project, form, made)


@login_required
@require_safe
def bundle(request: HttpRequest, slug: str) -> HttpResponse:
    """A benchmark bundle, which a server hosts."""
    person, project = asked_of_project(request, slug, "export")
    form = BundleForm(request.GET, auto_id=_BUNDLE_IDS)

    def made(given: dict[str, str], snapshot: Snapshot) -> HttpResponse:
        choices = BundleChoices(
            given["licence"],
            given["version"],
            given["split"],
            "public" if given["visibility"] == "public" else "private",
        )
        with tempfile.TemporaryDirectory(prefix="cutline-bundle-") as folder:
            path = Path(folder) / f"{slug}.zip"
            write_bundle(bundle_content(snapshot, choices), path)
            return download(path.read_bytes(), path.name, _ZIP)

    return _made(request, person, project, form, made)


@login_required
@require_safe
def workers(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Figures of those who took part."""
    _, project = asked_of_project(request, slug, "export")
    found = worker_statistics(project)
    if kind == "csv":
        return download(workers_csv(found), f"{slug}-people.csv", CSV)
    if kind == "json":
        text = json.dumps(workers_dict(project, found), indent=2) + "\n"
        return download(text, f"{slug}-people.json", JSON)
    raise Http404("There is no such file.")


def download(content: str | bytes, name: str, kind: str) -> HttpResponse:
    """A file, of which nobody on the way keeps a copy."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(content, content_type=kind, headers=headers)


def _part(given: str) -> Part:
    return next((part for part in PARTS if part == given), "references")


def _made(
    request: HttpRequest,
    person: Person,
    project: Project,
    form: forms.Form,
    make: Callable[[dict[str, str], Snapshot], HttpResponse],
) -> HttpResponse:
    """The file that was asked for, or the page with why there is none."""
    if not form.is_valid():
        return _page(request, person, project, form, status=422)
    try:
        snapshot = take_snapshot(project)
        require_complete(snapshot, partial=form.cleaned_data["partial"])
        return make(form.cleaned_data, snapshot)
    except CutlineError as error:
        said = str(error).replace("--partial takes", "choose below to take")
        form.add_error(None, sentence(said.removeprefix(f"{project.slug}: ")))
        return _page(request, person, project, form, status=422)


def _page(
    request: HttpRequest,
    person: Person,
    project: Project,
    form: forms.Form | None = None,
    status: int = 200,
) -> HttpResponse:
    is_captions = project.mode == Mode.CAPTIONS
    snapshot = take_snapshot(project) if is_captions else None
    context = {
        "is_captions": is_captions,
        "standing": snapshot.captions if snapshot else 0,
        "missing": missing_of(snapshot) if snapshot else None,
        "captions_form": form if isinstance(form, CaptionsForm) else CaptionsForm(),
        "bundle_form": form if isinstance(form, BundleForm) else BundleForm(auto_id=_BUNDLE_IDS),
    }
    template = "collect_export/export.html"
    return page(
        request, person, template, context, project=project, here="manage_export", status=status
    )
