"""The call that reads a leaderboard."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from ninja import Query, Router

from cutline.core.errors import UsageError
from cutline.server.access import may
from cutline.server.api.answers import answers
from cutline.server.api.board_schemas import BoardAnswer
from cutline.server.api.errors import ApiError
from cutline.server.api.found import phase_at, visitor_in
from cutline.server.board.export import board_csv, board_dict
from cutline.server.board.queue import ask_for_tests
from cutline.server.board.rows import board_of
from cutline.web.addresses import site_address

router = Router(tags=["boards"])
_KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


@router.get(
    "/benchmarks/{slug}/phases/{phase}/board",
    response=answers(BoardAnswer, 403, 404, also={304: None}),
    summary="A leaderboard",
)
def board(
    request: HttpRequest,
    slug: str,
    phase: str,
    metric: Annotated[str, Query(description="ranks the board; by default the first")] = "",
    slice_label: Annotated[
        str, Query(alias="slice", description="the label of a slice; by default all images")
    ] = "",
    raw: Annotated[
        bool, Query(description="for hosts: unrounded scores, and what is still hidden")
    ] = False,
    form: Annotated[Literal["json", "csv"], Query(alias="format")] = "json",
) -> HttpResponse:
    """The board in its order, with intervals, tie groups and the human baseline.

    The `ETag` says which board it is: sent back as `If-None-Match`, the answer is 304 and empty
    for as long as the board is the same.
    """
    found = phase_at(request, slug, phase)
    if raw and not may(visitor_in(request), "see_raw", found.benchmark):
        raise ApiError(403, "forbidden", "Raw scores are for hosts alone.")
    try:
        wanted = board_of(found, raw, metric or None, slice_label)
    except UsageError as error:
        raise ApiError(404, "not_found", _sentence(str(error))) from None
    if wanted.lacks_tests:
        ask_for_tests(found)
    site = site_address(request)
    if form == "csv":
        text = board_csv(wanted, site)
    else:
        text = json.dumps(board_dict(wanted, site), ensure_ascii=False, allow_nan=False)
    return _conditional(request, text.encode(), _KINDS[form])


def _conditional(request: HttpRequest, data: bytes, kind: str) -> HttpResponse:
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    known = parse_etags(request.headers.get("If-None-Match", ""))
    # A proxy that compresses marks the tag as weak; it is the same board.
    if "*" in known or tag in (one.removeprefix("W/") for one in known):
        return HttpResponseNotModified(headers={"ETag": tag})
    return HttpResponse(data, content_type=kind, headers={"ETag": tag})


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
