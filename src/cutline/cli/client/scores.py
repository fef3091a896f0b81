"""What became of a submission, for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from cutline.cli.client.refusals import said
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.wording import UNDEFINED

#: What is read of what a team has left.
LEFT = ("today", "phase", "benchmark", "next_slot")

_STATES = {
    "queued": "submitted, and waiting to be scored",
    "running": "submitted, and being scored",
    "done": "scored; the scores are not shown yet",
    "withdrawn": "was withdrawn",
}


def show_submission(submission: dict[str, Any], console: Console) -> None:
    """The scores, or how far it has come and what to do."""
    if submission["scores"] is not None:
        show_scores(submission, console)
        return
    method, state = said(submission["method"]), str(submission["state"])
    told = _STATES.get(state, said(state))
    if state == "failed":
        told = f"could not be scored: {said(submission['reason'])}"
    console.print(f"{method}: {told}")
    console.print(said(submission["url"]))


def show_scores(submission: dict[str, Any], console: Console) -> None:
    """A row for each slice and its intervals, a column for each metric; signatures below."""
    scores: dict[str, dict[str, Any]] = submission["scores"]
    metrics = list(scores.get("", {}))
    has_slices = len(scores) > 1
    table = new_table("system", *(["slice"] if has_slices else []))
    for metric in metrics:
        table.add_column(said(metric), justify="right", no_wrap=True)
    for label, values in scores.items():
        name = "" if label else said(submission["method"])
        of_slice = [said(label) or "all"] if has_slices else []
        table.add_row(name, *of_slice, *(value_cell(values[metric]) for metric in metrics))
        bounds = (interval_cell(values[metric]) for metric in metrics)
        table.add_row("", *([""] if has_slices else []), *bounds, style="dim")
    print_whole(table, console)
    console.print()
    for signature in dict.fromkeys(submission["signatures"].values()):
        console.out(said(signature), style="dim", highlight=False)
    if submission["procedure"]:
        console.out(said(submission["procedure"]), style="dim", highlight=False)


def value_cell(score: dict[str, Any]) -> str:
    """A score, with three decimals."""
    return UNDEFINED if score["value"] is None else f"{score['value']:.3f}"


def interval_cell(score: dict[str, Any]) -> str:
    """From where to where; empty where there is no interval."""
    if score["low"] is None or score["high"] is None:
        return ""
    return f"{score['low']:.3f} to {score['high']:.3f}"


def left_text(remaining: dict[str, Any]) -> str:
    """How many submissions a team has left, in a sentence."""
    over = {"today": "today", "phase": "in this phase", "benchmark": "in this benchmark"}
    parts = [
        f"{said(remaining[name])} {words}"
        for name, words in over.items()
        if remaining[name] is not None
    ]
    if not parts:
        return "submissions left: any number"
    text = f"submissions left: {', '.join(parts)}"
    return f"{text}; the next {said(remaining['next_slot'])}" if remaining["next_slot"] else text
