"""Boards as files: CSV for spreadsheets, JSON for programs."""

from __future__ import annotations

import csv
import io
from typing import Any

from cutline.server.board.rows import Board, Row

#: A spreadsheet takes a cell that starts so for a formula, and runs it.
_FORMULA = ("=", "+", "-", "@")


def board_dict(board: Board, address: str = "") -> dict[str, Any]:
    """A board as JSON has it.

    Args:
        board: as its reader may see it.
        address: of the site, without a slash at the end; permalinks start with it.
    """
    phase, benchmark = board.phase, board.phase.benchmark
    return {
        "cutline": "board",
        "version": 1,
        "benchmark": {
            "slug": benchmark.slug,
            "title": benchmark.title,
            "bundle_version": benchmark.bundle_version,
            "bundle_digest": benchmark.bundle_digest,
        },
        "phase": {"slug": phase.slug, "title": phase.title, "split": phase.split},
        "scorer": benchmark.scorer,
        "procedure": board.procedure,
        "sorted_by": board.metric,
        "slice": board.slice_label,
        "metrics": list(board.metrics),
        "slices": list(board.slices),
        "decimals": None if board.as_host else benchmark.decimals,
        "entries": [_entry(row, board, address) for row in board.rows],
    }


def board_csv(board: Board, address: str = "") -> str:
    """A board as a table: a row for each entry, four columns for each metric."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head = ["rank", "tie", "kind", "method", "team", "external_data", "submitted", "p_to_above"]
    head.append("stands_for")
    for metric in board.metrics:
        head += [metric, f"{metric} low", f"{metric} high", f"{metric} signature"]
        head += [f"{metric} gap to reserve"] if board.as_host else []
    writer.writerow([*map(harmless, head), "permalink"])
    for row in board.rows:
        cells: list[Any] = [row.rank, row.tie, row.kind, row.method, row.team, row.external_data]
        cells += [row.submitted.isoformat(), row.p, _earlier(row)]
        for metric in board.metrics:
            value = row.values[metric]
            cells += [value.value, value.low, value.high, row.signatures[metric]]
            cells += [row.gaps[metric]] if board.as_host else []
        writer.writerow([*map(harmless, cells), _permalink(row, address)])
    return text.getvalue()


def harmless(cell: Any) -> str:
    """A cell that no spreadsheet runs: text that looks like a formula is marked as text.

    >>> harmless("=1+1"), harmless(-0.5), harmless(None)
    ("'=1+1", '-0.5', '')
    """
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return str(cell)
    line = " ".join(cell.splitlines())
    # White space before it does not keep a spreadsheet from running it.
    return f"'{line}" if line.lstrip().startswith(_FORMULA) else line


def _entry(row: Row, board: Board, address: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": str(row.submission_id),
        "rank": row.rank,
        "tie": row.tie or None,
        "kind": row.kind,
        "method": row.method,
        "team": row.team or None,
        "external_data": row.external_data,
        "submitted": row.submitted.isoformat(),
        "difference_to_above": row.difference,
        "p_to_above": row.p,
        "stands_for": _earlier(row),
        "scores": {
            metric: row.values[metric].as_dict() | {"signature": row.signatures[metric]}
            for metric in board.metrics
        },
        "permalink": _permalink(row, address) or None,
    }
    return entry | ({"gap_to_reserve": row.gaps} if board.as_host else {})


def _earlier(row: Row) -> str | None:
    return None if row.stands_for is None else str(row.stands_for)


def _permalink(row: Row, address: str) -> str:
    return f"{address}/entry/{row.submission_id}/" if row.has_page else ""
