"""A new project: `/collect/create/`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from cutline.collect.access import require
from cutline.collect.archives.receive import (
    MOST_TABLE_BYTES,
    images_from_archive,
    received,
    unpacked,
    upload_folder,
)
from cutline.collect.console.forms.create import CreateForm
from cutline.collect.console.page import page
from cutline.collect.models import Project
from cutline.collect.projects import (
    NewItem,
    create_project,
    images_from_addresses,
    with_labels,
)
from cutline.collect.projects.manifest import among, read_manifest
from cutline.core.errors import CutlineError
from cutline.web.console import posted, sentence
from cutline.web.people.models import Person
from cutline.web.people.views.who import person_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Make a project of pictures, addresses or a manifest."""
    person = person_of(request)
    require(person, "create_project")
    form = CreateForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        project = _created(person, form)
        if project is not None:
            messages.success(
                request,
                f"“{project.title}” is there, as a draft: look at its images, then open it.",
            )
            return redirect("manage_project", project.slug)
    status = 422 if form.errors else 200
    return page(request, person, "collect_console/create.html", {"form": form}, status=status)


class _RefusedError(Exception):
    """The form says what is wrong."""


@contextmanager
def _problems_in(form: CreateForm, field: str | None, folder: Path) -> Iterator[None]:
    """Say at a field what is wrong with what it brought."""
    try:
        yield
    except CutlineError as error:
        # Nobody has to know where the server keeps what it is sent.
        for line in str(error).replace(f"{folder}/", "").splitlines():
            form.add_error(field, sentence(line))
        raise _RefusedError from None


def _created(person: Person, form: CreateForm) -> Project | None:
    settings = form.settings()
    title = settings.pop("title")
    given = form.cleaned_data
    try:
        with upload_folder() as folder:
            images = _images(form, folder)
            if given.get("objects"):
                with _problems_in(form, "objects", folder):
                    path = received(given["objects"], folder / "objects", MOST_TABLE_BYTES)
                    images = with_labels(images, path)
            with _problems_in(form, None, folder):
                return create_project(
                    person, title, images, slug=given["slug"], mode=given["mode"], **settings
                )
    except _RefusedError:
        return None
    except CutlineError as error:  # such as a full disk
        form.add_error(None, sentence(str(error)))
    return None


def _images(form: CreateForm, folder: Path) -> list[NewItem]:
    given = form.cleaned_data
    if given.get("addresses"):
        with _problems_in(form, "addresses", folder):
            return images_from_addresses(given["addresses"].splitlines())
    with _problems_in(form, "pictures", folder):
        pictures = unpacked(given["pictures"], folder) if given.get("pictures") else {}
    if not given.get("manifest"):
        return images_from_archive(pictures)
    with _problems_in(form, "manifest", folder):
        path = received(given["manifest"], folder / "manifest", MOST_TABLE_BYTES)
        return read_manifest(path, among(pictures))
