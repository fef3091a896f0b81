"""Pictures: for those who have a task of them, and for managers; smaller ones for small screens."""

from __future__ import annotations

import io
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.collect.access import may
from cutline.collect.models import Item, Project, Task
from cutline.collect.pictures import picture_path
from cutline.collect.taking_part.found import annotator_in, person_in, project_at
from cutline.datasets.pictures.pillow import pillow
from cutline.web.access.table import visitor_of

#: In pixels.
WIDTHS = (480, 960)
_QUALITY = 82
# A name tells what is in a file, so that a copy never ages; but it is for nobody else.
_HEADERS = {"Cache-Control": "private, max-age=86400, immutable"}


@require_safe
def picture(request: HttpRequest, slug: str, item: int) -> HttpResponse:
    """The picture of an item, whole or in one of the widths."""
    project = project_at(request, slug)
    found = Item.objects.filter(pk=item, project=project).first()
    path = picture_path(found) if found is not None and _may_see(request, project, found) else None
    if path is None:
        raise Http404("There is no such picture, or it is not for you to see.")
    given = request.GET.get("width", "")
    data = _smaller(path, int(given)) if given in map(str, WIDTHS) else path.read_bytes()
    return HttpResponse(data, "image/jpeg", headers=_HEADERS)


def _may_see(request: HttpRequest, project: Project, item: Item) -> bool:
    annotator = annotator_in(request, project)
    if annotator is not None and Task.objects.filter(item=item, annotator=annotator).exists():
        return True
    return may(visitor_of(person_in(request)), "manage", project)


def _smaller(path: Path, width: int) -> bytes:
    with pillow().open(path) as image:
        height = max(1, round(image.height * width / image.width))
        if image.width <= width:
            return path.read_bytes()
        # A JPEG can be read at a half or a quarter of its size, which takes a fraction of the time.
        image.draft("RGB", (width, height))
        written = io.BytesIO()
        image.convert("RGB").resize((width, height)).save(written, "JPEG", quality=_QUALITY)
    return written.getvalue()
