"""The board of a phase: `/b/<slug>/board/`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from cutline.core.errors import UsageError
from cutline.reports.theme.charts import figure
from cutline.server.access import may, require
from cutline.server.board.cache import Kept, state_of
from cutline.server.board.export import board_csv, board_dict
from cutline.server.board.history import history_chart
from cutline.server.board.queue import ask_for_tests
from cutline.server.board.rows import Board, Row
from cutline.server.models import Phase, Submission
from cutline.server.pages.answers import Answer
from cutline.server.pages.board_table import board_table, earlier_words, query
from cutline.server.pages.boards import kept_board, ranked
from cutline.server.pages.cells import RAW_DECIMALS
from cutline.server.pages.found import chosen, kept_phases_at, phases_at, visitor_in
from cutline.server.pages.frame import Link, frame, phase_links
from cutline.server.pages.words import counted, phase_standing
from cutline.web.addresses import site_address
from cutline.web.people.models import Person


@dataclass(frozen=True)
class _Made:
    """A page for visitors of whom nothing is known."""

    answer: Answer
    lacks_tests: bool


_pages: Kept[_Made] = Kept()
_bodies: Kept[SafeString] = Kept()


@require_safe
def board(request: HttpRequest, slug: str, phase: str = "") -> HttpResponse:
    """The board, in the order that the address asks for."""
    phases = kept_phases_at(request, slug)
    wanted = chosen(phases, phase)
    raw = _wants_raw(request, wanted)
    asked = request.GET.get("metric", ""), request.GET.get("slice", "")
    if request.COOKIES or raw:
        return _own_page(request, phases, wanted, asked, raw)
    # Without a cookie nothing on the page is about its reader, and one is made for all of them.
    key = _key(phases, wanted), asked, site_address(request)
    made = _pages.get(key, lambda: _common_page(request, phases, wanted, asked))
    if made.lacks_tests:
        ask_for_tests(wanted)
    response = made.answer.to(request)
    patch_vary_headers(response, ["Cookie"])
    return response


@require_safe
def board_file(request: HttpRequest, slug: str, phase: str, kind: str) -> HttpResponse:
    """The board as a file, in the order that the address asks for."""
    wanted = chosen(phases_at(request, slug), phase)
    raw = _wants_raw(request, wanted)
    found = _board(wanted, (request.GET.get("metric", ""), request.GET.get("slice", "")), raw)
    address = site_address(request)
    name = f"{slug}-{phase}{'-raw' if raw else ''}.{kind}"
    response: HttpResponse
    if kind == "csv":
        response = HttpResponse(board_csv(found, address), "text/csv; charset=utf-8")
    else:
        response = JsonResponse(board_dict(found, address), json_dumps_params={"indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store" if raw else "no-cache"
    return response


def _wants_raw(request: HttpRequest, phase: Phase) -> bool:
    if request.GET.get("raw", "") not in ("1", "true"):
        return False
    require(visitor_in(request), "see_raw", phase.benchmark)
    return True


def _board(phase: Phase, asked: tuple[str, str], raw: bool) -> Board:
    metric, slice_label = asked
    try:
        return kept_board(phase, as_host=raw, metric=metric, slice_label=slice_label)
    except UsageError as error:
        said = str(error)
        raise Http404(f"{said[:1].upper()}{said[1:]}.") from None


def _key(phases: Sequence[Phase], wanted: Phase) -> Hashable:
    """All that the page says beside the board itself."""
    benchmark = wanted.benchmark
    said = tuple((one.slug, one.title) for one in phases)
    about = benchmark.title, benchmark.summary, benchmark.discussion_url, benchmark.visibility
    return state_of(wanted), said, about, phase_standing(wanted)


def _own_page(
    request: HttpRequest, phases: Sequence[Phase], wanted: Phase, asked: tuple[str, str], raw: bool
) -> HttpResponse:
    found = _board(wanted, asked, raw)
    if found.lacks_tests:
        ask_for_tests(wanted)
    own = _own_entries(request, wanted)
    key = _key(phases, wanted), asked, raw, own, site_address(request)
    body = _bodies.get(key, lambda: _body(request, phases, found, own))
    context = frame(wanted.benchmark, "board", visitor_in(request)) | {
        "body": body,
        "phase": wanted,
        "raw": raw,
        "raw_address": f"?{query(found)}{'&' if query(found) else ''}raw=1",
    }
    response = render(request, "server/board.html", context)
    response.headers["Cache-Control"] = "private, no-store" if raw else "private, no-cache"
    return response


def _common_page(
    request: HttpRequest, phases: Sequence[Phase], wanted: Phase, asked: tuple[str, str]
) -> _Made:
    found = _board(wanted, asked, raw=False)
    body = _body(request, phases, found, ())
    context = frame(wanted.benchmark, "board", visitor_in(request))
    context |= {"body": body, "phase": wanted, "raw": False}
    text = render_to_string("server/board.html", context, request)
    return _Made(Answer.of(text), found.lacks_tests)


def _own_entries(request: HttpRequest, phase: Phase) -> tuple[Any, ...]:
    """The entries of the reader's teams."""
    person = visitor_in(request)
    if not isinstance(person, Person):
        return ()
    theirs = Submission.objects.filter(
        phase=phase, on_board=True, team__memberships__person_id=person.pk
    )
    return tuple(theirs.order_by("pk").values_list("pk", flat=True))


def _body(
    request: HttpRequest, phases: Sequence[Phase], board: Board, own: tuple[Any, ...]
) -> SafeString:
    phase, benchmark = board.phase, board.phase.benchmark
    rows = ranked(board)
    asked = query(board)
    files = {
        kind: f"{reverse('board_file', args=[benchmark.slug, phase.slug, kind])}"
        f"{'?' if asked else ''}{asked}"
        for kind in ("csv", "json")
    }
    with_page = next((row for row in rows if row.has_page), None)
    context = {
        "board": board,
        "phase": phase,
        "benchmark": benchmark,
        "standing": phase_standing(phase),
        "phases": phase_links(phases, phase, "phase_board") if len(phases) > 1 else [],
        "slices": _slice_links(board),
        "table": mark_safe(board_table(board, own)),
        "entries": counted(len(rows), "entry", "entries"),
        "has_human": any(row.is_human for row in board.rows),
        "has_ties": any(row.tie for row in board.rows),
        "earlier": earlier_words(phase.ladder_step)
        if any(row.stands_for for row in board.rows)
        else "",
        "has_gaps": any(gap is not None for row in board.rows for gap in row.gaps.values()),
        "history": mark_safe(figure(_history(board))) if rows else "",
        "files": files,
        "badge_of": with_page if with_page and _has_badge(with_page) else None,
        "address": site_address(request),
    }
    return render_to_string("server/board_body.html", context)


def _has_badge(row: Row) -> bool:
    """Whether its badge is there: everybody sees it or nobody, and so nobody that of a draft."""
    wanted = Submission.objects.select_related("phase__benchmark", "team")
    return may(AnonymousUser(), "see", wanted.get(pk=row.submission_id))


def _history(board: Board) -> Any:
    return history_chart(board, RAW_DECIMALS if board.as_host else board.phase.benchmark.decimals)


def _slice_links(board: Board) -> list[Link]:
    if not board.slices:
        return []
    return [
        Link(
            label or "all images", f"?{query(board, slice_label=label)}", label == board.slice_label
        )
        for label in ("", *board.slices)
    ]
