"""Calls that give out files of a submission: its captions, its values of each image."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from cutline.server.access import may, require
from cutline.server.api.answers import answers
from cutline.server.api.errors import ApiError
from cutline.server.api.found import submission_at, visitor_in
from cutline.server.submissions.image_values import image_values

router = Router(tags=["submissions"])
LINES = "application/x-ndjson"


def _described(example: str) -> dict[str, Any]:
    content = {LINES: {"schema": {"type": "string"}, "example": example}}
    return {"responses": {200: {"content": content}}}


@router.get(
    "/submissions/{submission_id}/captions",
    response=answers(None, 403, 404),
    summary="Its captions",
    openapi_extra=_described('{"image_id": 1, "captions": ["a dog runs"]}\n'),
)
def captions(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The captions as JSON lines, for the team and the hosts."""
    submission = submission_at(request, submission_id)
    require(visitor_in(request), "download_captions", submission)
    if submission.run is None:
        raise ApiError(404, "not_found", "This row was imported: there are no captions.")
    return _file(submission.run.data(), f"{submission.pk}.jsonl")


@router.get(
    "/submissions/{submission_id}/images",
    response=answers(None, 403, 404),
    summary="Its values of each image",
    openapi_extra=_described('{"system": "ours", "image_id": 1, "cider-d": 1.02}\n'),
)
def values(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The value of every metric for every image as JSON lines, where references are public.

    The first line holds the signatures.
    """
    visitor = visitor_in(request)
    submission = submission_at(request, submission_id)
    require(visitor, "see_images", submission)
    found = image_values(submission, as_host=may(visitor, "see_raw", submission))
    if found is None:
        raise ApiError(404, "not_found", "There are no values of single images.")
    return _file("".join(found.lines()).encode(), f"{submission.pk}-images.jsonl")


def _file(data: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=LINES, headers=headers)
