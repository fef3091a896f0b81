"""Files of a submission: its captions, and the value of each image where references are public."""

from __future__ import annotations

import csv
import io
import json
import math
import uuid
from collections.abc import Iterator
from typing import Any

import numpy as np
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.server.access import may, require
from cutline.server.board.export import harmless
from cutline.server.board.shown import entry_of
from cutline.server.models import Blob, Result
from cutline.server.pages.found import submission_at, visitor_in
from cutline.server.scoring.statistics import Statistics, statistics_of

_NO_COPY = {"Cache-Control": "private, no-store"}
#: Of `cutline score --per-image`, which writes the same.
_VERSION = 1


@require_safe
def captions(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The captions, for the team and the hosts."""
    submission = submission_at(request, submission_id)
    require(visitor_in(request), "download_captions", submission)
    if submission.run is None:
        raise Http404("This row comes from another board: there are no captions of it here.")
    return _file(submission.run.data(), "application/x-ndjson", f"{submission.pk}.jsonl")


@require_safe
def images(request: HttpRequest, submission_id: uuid.UUID, kind: str) -> HttpResponse:
    """The value of each image by each metric; those in reserve are for hosts alone."""
    submission = submission_at(request, submission_id)
    visitor = visitor_in(request)
    require(visitor, "see_images", submission)
    found = entry_of(submission)
    if found is None or found.result.statistics_id is None:
        raise Http404("There are no values of single images.")
    statistics = statistics_of(Blob.objects.get(pk=found.result.statistics_id).data())
    rows = _rows(statistics, with_reserve=may(visitor, "see_raw", submission))
    name = f"{submission.pk}-images.{kind}"
    if kind == "csv":
        head = ["image_id", "slice", *statistics.metrics]
        return _file(_csv(head, rows).encode(), "text/csv; charset=utf-8", name)
    text = _lines(found.result, submission.method, statistics, rows)
    return _file(text.encode(), "application/x-ndjson", name)


def _rows(statistics: Statistics, with_reserve: bool) -> Iterator[list[Any]]:
    columns = [statistics.values(metric) for metric in statistics.metrics]
    places = range(len(statistics.image_ids)) if with_reserve else statistics.places()
    for place in map(int, np.asarray(places)):
        values = [None if math.isnan(column[place]) else float(column[place]) for column in columns]
        yield [statistics.image_ids[place], statistics.labels[place], *values]


def _csv(head: list[str], rows: Iterator[list[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(harmless, head))
    writer.writerows(map(harmless, row) for row in rows)
    return text.getvalue()


def _lines(result: Result, system: str, statistics: Statistics, rows: Iterator[list[Any]]) -> str:
    header = {"cutline": "values", "version": _VERSION, "signatures": result.signatures}
    lines = [json.dumps(header, ensure_ascii=False)]
    for image_id, label, *values in rows:
        record = {"system": system, "image_id": image_id}
        record |= {"slice": label} if label else {}
        record |= dict(zip(statistics.metrics, values, strict=True))
        lines.append(json.dumps(record, ensure_ascii=False))
    return "\n".join(lines) + "\n"


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(data, kind, headers=_NO_COPY)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
