"""A board as it is read: rows in their order, with ranks, tie groups, scores and tests."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from cutline.core.errors import UsageError, near_names
from cutline.server.board.entries import entries_of
from cutline.server.board.order import (
    Pair,
    Placed,
    are_equal,
    can_be_tested,
    pair_of,
    placed,
    tests_between,
)
from cutline.server.board.shown import Showing
from cutline.server.board.ties import letter, tie_heads
from cutline.server.board.values import Value, reserve_gap
from cutline.server.models import Kind, Phase
from cutline.server.scoring.scorer import RESAMPLES

#: Of p, others than hosts see so many decimals: it tells of raw scores too.
P_DECIMALS = 3
#: The least that a test can give, which rounding must not make nothing: no p is 0.
LEAST_P = round(1 / (RESAMPLES + 1), P_DECIMALS + 1)

#: What is known of the difference to the entry above: nothing because there is none, a test, the
#: same score, a test that is still to be made, or one that cannot be made.
Difference = Literal["none", "tested", "equal", "waiting", "untestable"]


@dataclass(frozen=True)
class Row:
    """An entry of a board."""

    submission_id: uuid.UUID
    kind: str
    method: str
    #: Empty of the human baseline, and of imported rows whose board named none.
    team: str
    external_data: str
    submitted: datetime
    #: None of the human baseline, and of what has no score here. Entries that are tied share one.
    rank: int | None
    #: A letter that all of a tie group have; empty where an entry stands alone.
    tie: str
    values: dict[str, Value]
    #: By metric, of the slice's images.
    signatures: dict[str, str]
    difference: Difference
    #: Of the paired test with the ranked entry above.
    p: float | None
    #: By metric, the score on shown images less that on reserved ones; empty for all but hosts.
    gaps: dict[str, float | None]
    #: The earlier submission of the team whose scores the row shows, on a ladder.
    stands_for: uuid.UUID | None
    #: Whether the entry has a page that readers of the board may see.
    has_page: bool

    @property
    def is_human(self) -> bool:
        """Whether it is what people said."""
        return self.kind == Kind.HUMAN

    @property
    def is_imported(self) -> bool:
        """Whether it comes from another board."""
        return self.kind == Kind.IMPORTED


@dataclass(frozen=True)
class Board:
    """The board of a phase, sorted by one metric on one slice."""

    phase: Phase
    #: Whether scores are raw.
    as_host: bool
    metric: str
    slice_label: str
    metrics: tuple[str, ...]
    #: The labels that there are beside `""`, which is all images.
    slices: tuple[str, ...]
    rows: tuple[Row, ...]
    #: Whether a test that it shows is still to be made.
    lacks_tests: bool
    #: How intervals were made.
    procedure: str

    def row(self, submission_id: uuid.UUID) -> Row | None:
        """The row of a submission."""
        return next((row for row in self.rows if row.submission_id == submission_id), None)


def board_of(
    phase: Phase,
    viewer_is_host: bool,
    metric: str | None = None,
    slice_label: str = "",
    now: datetime | None = None,
) -> Board:
    """The board of a phase as its hosts see it, with raw scores, or as everybody does.

    Nothing is computed here but the order: tests that are missing are marked as such.

    Raises:
        UsageError: when there is no such metric or slice.
    """
    metrics = tuple(phase.benchmark.metrics)
    metric = _known(metric or metrics[0], metrics, "metric")
    entries = entries_of(phase, as_host=viewer_is_host, now=now)
    slices = tuple(sorted({label for e in entries for label in e.result.scores if label}))
    _known(slice_label, ("", *slices), "slice")
    showing = Showing(phase, as_host=viewer_is_host, now=now)
    order = placed(entries, showing, metric, slice_label)
    ranks = _ranks([one for one in order if one.is_ranked], metric, slice_label)
    rows = tuple(_row(one, ranks, showing, metrics, slice_label, viewer_is_host) for one in order)
    return Board(
        phase=phase,
        as_host=viewer_is_host,
        metric=metric,
        slice_label=slice_label,
        metrics=metrics,
        slices=slices,
        rows=rows,
        lacks_tests=any(rank.is_waiting for rank in ranks.values()),
        procedure=next((e.result.procedure for e in entries if e.result.procedure), ""),
    )


@dataclass(frozen=True)
class _Rank:
    rank: int
    tie: str
    difference: Difference
    p: float | None
    is_waiting: bool


def _ranks(ranked: Sequence[Placed], metric: str, slice_label: str) -> dict[uuid.UUID, _Rank]:
    tests = tests_between([one.standing.result for one in ranked], metric, slice_label)

    def p_of(head: int, entry: int) -> float | None:
        return _difference(ranked[head], ranked[entry], tests)[1]

    heads = tie_heads(len(ranked), p_of)
    members = {head: heads.count(head) for head in heads}
    shared = [head for head in members if members[head] > 1]
    ranks = {}
    for place, (one, head) in enumerate(zip(ranked, heads, strict=True)):
        difference: Difference = "none"
        p, is_waiting = None, False
        if place:
            difference, p = _difference(ranked[place - 1], one, tests)
            to_head, _ = _difference(ranked[heads[place - 1]], one, tests)
            is_waiting = "waiting" in (difference, to_head)
        tie = letter(shared.index(head)) if head in shared else ""
        ranks[one.entry.submission.pk] = _Rank(head + 1, tie, difference, p, is_waiting)
    return ranks


def _difference(
    above: Placed, below: Placed, tests: dict[Pair, float]
) -> tuple[Difference, float | None]:
    if are_equal(above, below):
        return "equal", 1.0
    if not can_be_tested(above, below):
        return "untestable", None
    p = tests.get(pair_of(above, below))
    return ("waiting", None) if p is None else ("tested", p)


def _row(
    one: Placed,
    ranks: dict[uuid.UUID, _Rank],
    showing: Showing,
    metrics: Sequence[str],
    slice_label: str,
    as_host: bool,
) -> Row:
    submission, result = one.entry.submission, one.entry.result
    standing = {metric: showing.standing(one.entry, metric, slice_label) for metric in metrics}
    rank = ranks.get(submission.pk)
    p = rank.p if rank is not None and rank.difference == "tested" else None
    return Row(
        submission_id=submission.pk,
        kind=submission.kind,
        method=submission.method,
        team=submission.shown_team,
        external_data=submission.external_data,
        submitted=submission.created,
        rank=rank.rank if rank is not None else None,
        tie=rank.tie if rank is not None else "",
        values={metric: standing[metric].value for metric in metrics},
        signatures={metric: standing[metric].signature for metric in metrics},
        difference=rank.difference if rank is not None else "none",
        p=p if p is None or as_host else round(p, P_DECIMALS) or LEAST_P,
        gaps={metric: reserve_gap(result, metric) for metric in metrics} if as_host else {},
        stands_for=showing.stands_for(one.entry),
        has_page=as_host or submission.on_board or submission.kind != Kind.SYSTEM,
    )


def _known(name: str, names: Sequence[str], what: str) -> str:
    if name not in names:
        listed = ", ".join(filter(None, names)) or "none"
        raise UsageError(
            f"the board has no {what} {name!r}{near_names(name, names)}; it has: {listed}"
        )
    return name
