"""A leaderboard for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from cutline.cli.client.refusals import said
from cutline.cli.client.scores import interval_cell, value_cell
from cutline.cli.terminal import new_table, print_whole

#: What is read of a board.
BOARD = ("benchmark", "phase", "procedure", "sorted_by", "slice", "metrics", "entries", "scorer")

_HUMAN = "human"


def show_board(board: dict[str, Any], console: Console) -> None:
    """A row for each entry, the ranking metric first with its interval; signatures below."""
    lead, entries = board["sorted_by"], board["entries"]
    others = [metric for metric in board["metrics"] if metric != lead]
    benchmark, phase = board["benchmark"], board["phase"]
    on = f" on {said(board['slice'])}" if board["slice"] else ""
    console.print(f"{said(benchmark['title'])}, {said(phase['title'])}, by {said(lead)}{on}")
    if not entries:
        console.print("nobody stands on the board yet")
        return
    console.print()
    has_ties = any(entry["tie"] for entry in entries)
    table = new_table()
    table.add_column("rank", justify="right", no_wrap=True)
    if has_ties:
        table.add_column("tie", no_wrap=True)
    for name in ("method", "team"):
        table.add_column(name, no_wrap=True)
    for name in (said(lead), "interval", *map(said, others)):
        table.add_column(name, justify="right", no_wrap=True)
    for entry in entries:
        scores = entry["scores"]
        table.add_row(
            "-" if entry["rank"] is None else str(entry["rank"]),
            *([said(entry["tie"] or "")] if has_ties else []),
            _named(entry),
            said(entry["team"] or ""),
            _value(entry, lead),
            interval_cell(scores[lead]),
            *(_value(entry, metric) for metric in others),
            style="italic" if entry["kind"] == _HUMAN else None,
        )
    print_whole(table, console)
    console.print()
    _show_notes(board, has_ties, console)


def _value(entry: dict[str, Any], metric: str) -> str:
    """A score. What another board did not give is not there, which is not undefined."""
    score = entry["scores"][metric]
    return "-" if score["value"] is None and entry["kind"] == "imported" else value_cell(score)


def _named(entry: dict[str, Any]) -> str:
    method = said(entry["method"])
    if entry["kind"] == _HUMAN:
        return f"{method} (what people wrote)"
    if entry.get("stands_for"):
        return f"{method} (score of an earlier entry)"
    return f"{method} (imported)" if entry["kind"] == "imported" else method


def _show_notes(board: dict[str, Any], has_ties: bool, console: Console) -> None:
    entries, lead = board["entries"], board["sorted_by"]
    notes = []
    if has_ties:
        notes.append("entries with the same letter cannot be told apart by paired tests")
    if any(entry["difference_to_above"] == "waiting" for entry in entries):
        notes.append("some tests between neighbours are still being made")
    # Entries of one board share it, but for imported ones.
    signatures = [str(entry["scores"][lead]["signature"]) for entry in entries]
    notes += list(dict.fromkeys(filter(None, map(said, signatures))))
    notes += [said(board["procedure"])] if board["procedure"] else []
    for text in notes:
        console.out(text, style="dim", highlight=False)
