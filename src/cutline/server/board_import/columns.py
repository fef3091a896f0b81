"""The columns of a board as CSV: what Cutline exports, and what other servers call the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cutline.core.errors import near_names

#: What a column may be called, and what it is.
_NAMES = {
    "method": "method",
    "name": "method",
    "system": "method",
    "team": "team",
    "date": "date",
    "submitted": "date",
    "link": "link",
    "url": "link",
    "paper": "link",
    "external_data": "external_data",
    "kind": "kind",
}
#: Columns of our own export that are computed here, or speak of the site that it comes from.
_LEFT = frozenset({"rank", "tie", "p_to_above", "stands_for", "permalink"})
_LEFT_ENDINGS = (" signature", " gap to reserve")
_BOUNDS = ("low", "high")


@dataclass(frozen=True)
class Columns:
    """Where in a line each thing stands."""

    #: By field: `method`, `team`, `date`, `link`, `external_data`, `kind`.
    fields: dict[str, int]
    #: By metric, then `value`, `low` or `high`.
    metrics: dict[str, dict[str, int]]
    #: The names of those that are not used.
    left: list[str] = field(default_factory=list)


def columns_of(head: Sequence[str], metrics: Sequence[str]) -> tuple[Columns, list[str]]:
    """What the head of a file says, and what is wrong with it."""
    found, problems = Columns({}, {}), []
    by_name = {metric.casefold(): metric for metric in metrics}
    for place, cell in enumerate(head):
        name = cell.strip()
        if not _place(name, place, found, by_name):
            wanted = ["method", "team", "date", "link", *metrics]
            problems.append(
                f"column {place + 1} is called {name[:60]!r}{near_names(name, wanted)}, expected "
                f"one of: {', '.join(wanted)}"
            )
    if "method" not in found.fields:
        problems.append("no column is called 'method', which names each row")
    if not any("value" in bounds for bounds in found.metrics.values()):
        problems.append(f"no column has scores, expected one of: {', '.join(metrics)}")
    return found, problems


def _place(name: str, place: int, found: Columns, metrics: dict[str, str]) -> bool:
    """Note what a column is; False where that is unknown, or it stands there twice."""
    lower = name.casefold()
    if lower in _LEFT or lower.endswith(_LEFT_ENDINGS):
        found.left.append(name)
        return True
    if lower in _NAMES:
        return found.fields.setdefault(_NAMES[lower], place) == place
    part = next((bound for bound in _BOUNDS if lower.endswith(f" {bound}")), "value")
    metric = metrics.get(lower if part == "value" else lower.removesuffix(f" {part}"))
    if metric is None:
        return False
    return found.metrics.setdefault(metric, {}).setdefault(part, place) == place
