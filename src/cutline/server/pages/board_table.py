"""The table of a board: a row for each entry, a column for each metric."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.text import safe
from cutline.server.board.rows import Board, Row
from cutline.server.board.ties import SIGNIFICANT
from cutline.server.pages.cells import RAW_DECIMALS, cell, highest_of
from cutline.server.pages.words import day

#: Below this, more decimals of p say nothing that matters.
_LEAST_P = 0.001
#: A board of more rows scrolls in its frame, under heads that stay; a shorter one is seen whole.
_LONG = 30


def board_table(board: Board, own: Sequence[uuid.UUID] = ()) -> str:
    """The board as HTML.

    Args:
        board: as its reader may see it.
        own: entries of the reader's teams, which are marked.
    """
    caption = f"{board.phase.title}: {_ordered_by(board)}"
    highest = {
        metric: highest_of(row.values[metric] for row in board.rows) for metric in board.metrics
    }
    rows = "\n".join(_row(row, board, highest, row.submission_id in own) for row in board.rows)
    return (
        f'<div class="table-frame board{" long" if len(board.rows) > _LONG else ""}" tabindex="0" '
        f'role="region" aria-label="{safe(caption)}">\n'
        f"<table>\n<caption>{safe(caption)}</caption>\n<thead><tr>{_heads(board)}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )


def query(board: Board, *, metric: str | None = None, slice_label: str | None = None) -> str:
    """The part of an address that says how a board is ordered; what is usual is left out."""
    metric = board.metric if metric is None else metric
    slice_label = board.slice_label if slice_label is None else slice_label
    parts = {
        "metric": "" if metric == board.metrics[0] else metric,
        "slice": slice_label,
        "raw": "1" if board.as_host else "",
    }
    return urlencode({name: value for name, value in parts.items() if value})


def difference_words(row: Row) -> str:
    """What is known of the difference to the entry above."""
    if row.difference == "none":
        return ""
    if row.difference == "tested" and row.p is not None:
        # Of 0.0004 rounding leaves nothing.
        p = f"p < {_LEAST_P}" if row.p < _LEAST_P else f"p = {row.p:.3f}"
        return f"{'lower' if row.p < SIGNIFICANT else 'not told apart'}, {p}"
    return {
        "equal": "the same score",
        "waiting": "test to come",
        "untestable": "cannot be tested",
    }.get(row.difference, "")


def earlier_words(step: float | None) -> str:
    """Why an entry on a ladder shows other scores than its own."""
    return f"The scores of an earlier entry: this one is no better by the step of {step or 0:g}."


def _ordered_by(board: Board) -> str:
    images = f"images of “{board.slice_label}”" if board.slice_label else "all images"
    return f"{images}, ordered by {board.metric}{', raw scores' if board.as_host else ''}"


def _heads(board: Board) -> str:
    parts = ['<th scope="col" class="number">Rank</th>', '<th scope="col">Method and team</th>']
    for metric in board.metrics:
        is_lead = metric == board.metric
        sort = "descending" if is_lead else "none"
        asked = query(board, metric=metric)
        parts.append(
            f'<th scope="col" class="number" aria-sort="{sort}">'
            f'<a class="sort" href="?{safe(asked)}">'
            f'<span class="visually-hidden">{"Ordered" if is_lead else "Order"} by </span>'
            f"{safe(metric)}</a></th>"
        )
    parts.append('<th scope="col">To the one above</th>')
    return "".join(parts)


def _row(row: Row, board: Board, highest: Mapping[str, float], is_own: bool) -> str:
    cells = "".join(
        f'<td class="number">{_score(row, board, metric, highest[metric])}</td>'
        for metric in board.metrics
    )
    kinds = [kind for kind, holds in (("human", row.is_human), ("own", is_own)) if holds]
    marked = f' class="{" ".join(kinds)}"' if kinds else ""
    return (
        f'<tr{marked}><td class="number rank">{_rank(row)}</td>'
        f'<th scope="row">{_name(row, is_own, board.phase.ladder_step)}</th>{cells}'
        f'<td class="difference">{safe(difference_words(row))}</td></tr>'
    )


def _rank(row: Row) -> str:
    if row.rank is not None:
        return f"{row.rank}"
    return '<span aria-hidden="true">–</span><span class="visually-hidden">not ranked</span>'


def _name(row: Row, is_own: bool, step: float | None) -> str:
    method = f"<bdi>{safe(row.method)}</bdi>"
    if row.has_page:
        method = f'<a href="/entry/{row.submission_id}/">{method}</a>'
    chips = [_chip("people", "What people said of the images, scored like an entry")] * row.is_human
    chips += [_chip("from another board", "Scores without captions")] * row.is_imported
    chips += [_chip("yours")] * is_own
    if row.stands_for is not None:
        chips.append(_chip("earlier score", earlier_words(step)))
    if row.external_data:
        chips.append(_chip("external data", f"Also learnt from: {row.external_data}"))
    team = f'<span class="team"><bdi>{safe(row.team)}</bdi></span>' if row.team else ""
    when = "" if row.is_human else f'<span class="when">{day(row.submitted)}</span> '
    return f'<span class="method">{method}</span>{team}{when}{" ".join(chips)}'


def _chip(text: str, more: str = "") -> str:
    title = f' title="{safe(more)}"' if more else ""
    return f'<span class="chip"{title}>{safe(text)}</span>'


def _score(row: Row, board: Board, metric: str, highest: float) -> str:
    shown = cell(
        row.values[metric],
        RAW_DECIMALS if board.as_host else board.phase.benchmark.decimals,
        highest=highest,
        letters=row.tie if metric == board.metric else "",
        signature=row.signatures[metric],
    )
    gap = row.gaps.get(metric)
    if gap is None:
        return shown
    sign = "+" if gap > 0 else ""
    return f'{shown}<div class="gap">gap {sign}{number_text(gap, RAW_DECIMALS)}</div>'
