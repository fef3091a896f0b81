"""The page of a submission: how far it is, its scores, and what can be done with it."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe
from cutline.server.access import allowed, may, require
from cutline.server.board.badge import rank_text
from cutline.server.board.shown import Showing, Standing, entry_of
from cutline.server.board.values import images_of
from cutline.server.models import JobState, Kind, ScoringJob, State, Submission
from cutline.server.pages.board_table import earlier_words
from cutline.server.pages.boards import kept_board, ranked
from cutline.server.pages.cells import RAW_DECIMALS, cell, highest_of
from cutline.server.pages.found import submission_at, visitor_in
from cutline.server.pages.words import (
    blind_words,
    counted,
    phase_standing,
    submission_standing,
    web_address,
)
from cutline.web.addresses import site_address

_UNFINISHED = (State.QUEUED, State.RUNNING)


@never_cache
@require_safe
def entry(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The whole page."""
    submission = submission_at(request, submission_id)
    return render(request, "server/entry.html", entry_context(request, submission))


@never_cache
@require_safe
def progress(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """How far it is, which the page asks for until it is done; then what has changed with it."""
    submission = submission_at(request, submission_id)
    context = entry_context(request, submission)
    if context["is_unfinished"]:
        return render(request, "server/parts/progress.html", context)
    response = render(request, "server/parts/entry_live.html", context)
    response.headers["HX-Retarget"] = "#live"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def entry_context(request: HttpRequest, submission: Submission) -> dict[str, Any]:
    """What the page needs; everything on it is asked of the table of rules."""
    visitor = visitor_in(request)
    may_do = allowed(visitor, submission)
    raw = request.GET.get("raw", "") == "1"
    if raw:
        require(visitor, "see_raw", submission)
    phase, is_unfinished = submission.phase, submission.state in _UNFINISHED
    context: dict[str, Any] = {
        "submission": submission,
        "benchmark": phase.benchmark,
        "phase": phase,
        "phase_standing": phase_standing(phase),
        "standing": submission_standing(submission),
        "may": dict.fromkeys(may_do, True),
        # Of what went wrong, and of files' names, only the team and the hosts know.
        "is_inside": "download_captions" in may_do,
        "is_unfinished": is_unfinished,
        "percent": round(100 * submission.progress),
        "before": _before(submission),
        "paper": web_address(submission.paper_url),
        "code": web_address(submission.code_url),
        "is_frozen": phase.is_frozen(),
        "raw": raw,
        "is_human": submission.kind == Kind.HUMAN,
        "is_imported": submission.kind == Kind.IMPORTED,
        "address": site_address(request),
        "hidden": blind_words(phase) if phase.hides(submission.created) else "",
    }
    if submission.state == State.DONE and "see_scores" in may_do:
        context |= _scores(submission, raw) | _place(submission)
    return context


def _before(submission: Submission) -> str:
    if submission.state != State.QUEUED:
        return ""
    waiting = ScoringJob.objects.filter(
        state__in=(JobState.QUEUED, JobState.RUNNING), created__lt=submission.created
    ).count()
    if not waiting:
        return "It is next."
    return f"{counted(waiting, 'submission')} {'is' if waiting == 1 else 'are'} before it."


def _scores(submission: Submission, raw: bool) -> dict[str, Any]:
    found = entry_of(submission)
    if found is None:  # a rescore has changed what counts, and is not through yet
        return {}
    showing = Showing(submission.phase, as_host=raw)
    scores = showing.all_standing(found)
    is_earlier = showing.stands_for(found) is not None
    whole = {metric: one.signature for metric, one in scores.get("", {}).items()}
    return {
        "scores": mark_safe(_table(submission, scores, raw)),
        "signatures": [(metric, text) for metric, text in whole.items() if text],
        "procedure": found.result.procedure,
        "images": found.result.images,
        "earlier": earlier_words(submission.phase.ladder_step) if is_earlier else "",
        "scored_images": images_of(found.result),
        "scorer": found.result.scorer,
    }


def _table(submission: Submission, scores: dict[str, dict[str, Standing]], raw: bool) -> str:
    benchmark = submission.phase.benchmark
    decimals = RAW_DECIMALS if raw else benchmark.decimals
    highest = {
        metric: highest_of(of_slice[metric].value for of_slice in scores.values())
        for metric in benchmark.metrics
    }
    rows = [
        [
            safe(label or "All images"),
            *(
                cell(
                    of_slice[metric].value,
                    decimals,
                    highest=highest[metric],
                    signature=of_slice[metric].signature,
                )
                for metric in benchmark.metrics
            ),
        ]
        for label, of_slice in sorted(scores.items())
    ]
    first = benchmark.slice_name or "images"
    columns = [Column(f"By {first}" if benchmark.slice_name else "Images", sortable=False)]
    columns += [Column(metric, "right", sortable=False) for metric in benchmark.metrics]
    return table("Scores with 95% intervals" + (", raw" if raw else ""), columns, rows)


def _place(submission: Submission) -> dict[str, Any]:
    board = kept_board(submission.phase)
    row = board.row(submission.pk)
    if row is None or not row.has_page:
        return {}
    said = rank_text(row)
    return {
        "rank": said[:1].upper() + said[1:],
        "out_of": counted(len(ranked(board)), "entry", "entries"),
        "lead": board.metric,
        "tie": row.tie,
        # A badge is the same for everybody: there is none of what not everybody may see.
        "has_badge": may(AnonymousUser(), "see", submission),
    }
