"""A comparison for people (tables) and for programs (JSON)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.statistics import Comparison, Interval
from cutline.reports.statistics.comparison import Difference, MetricComparison
from cutline.reports.study import SlicedComparison, Study
from cutline.reports.wording import interval_text, level_text, p_text, signed_text, value_text

FORMAT_VERSION = 1


def show_study(found: Study, top: int, console: Console) -> None:
    """All runs by all metrics; slices and images by the lead metric; how it was done."""
    comparison = found.comparison
    print_whole(_metric_table(comparison), console)
    for sliced in found.slices:
        console.print(f"\n{found.lead} by {sliced.slicing.description}\n")
        print_whole(_slice_table(sliced, found.lead), console)
        if any(sliced.slicing.is_small(label) for label in sliced.parts):
            console.print("* too few images to say much")
    _show_disputed(found, top, console)
    console.print()
    for metric in comparison:
        console.out(str(metric.scores[0].signature), style="dim", highlight=False)
    console.out(comparison.procedure, style="dim", highlight=False)


def _metric_table(comparison: Comparison) -> Table:
    level = level_text(comparison.level)
    table = new_table("metric", "system")
    for name in ("value", level, "difference", level, "p", "ties", "detectable"):
        table.add_column(name, justify="right", no_wrap=True)
    for metric in comparison:
        for run, system in enumerate(comparison.systems):
            table.add_row(
                "" if run else metric.spec,
                system,
                value_text(metric.scores[run].value),
                interval_text(metric.intervals[run]),
                *(_difference_cells(metric.difference(0, run)) if run else ("", "", "")),
                metric.letters[run],
                value_text(metric.difference(0, run).detectable(comparison.level)) if run else "",
            )
    return table


def _difference_cells(difference: Difference) -> tuple[str, str, str]:
    return (
        signed_text(difference.value),
        interval_text(difference.interval, signed=True),
        p_text(difference.corrected_p),
    )


def _slice_table(sliced: SlicedComparison, lead: str) -> Table:
    first = next(iter(sliced.parts.values()))
    level = level_text(first.level)
    table = new_table("slice")
    table.add_column("images", justify="right", no_wrap=True)
    table.add_column("system", no_wrap=True)
    for name in ("value", level, "difference", level, "p", "ties", "wins", "losses"):
        table.add_column(name, justify="right", no_wrap=True)
    for label, part in sliced.parts.items():
        metric = part[lead]
        mark = "*" if sliced.slicing.is_small(label) else ""
        for run, system in enumerate(part.systems):
            difference = metric.difference(0, run) if run else None
            table.add_row(
                "" if run else f"{label}{mark}",
                "" if run else f"{part.images:,}",
                system,
                value_text(metric.scores[run].value),
                interval_text(metric.intervals[run]),
                *(_difference_cells(difference) if difference else ("", "", "")),
                metric.letters[run],
                *((f"{difference.wins:,}", f"{difference.losses:,}") if difference else ("", "")),
            )
    return table


def _show_disputed(found: Study, top: int, console: Console) -> None:
    places = found.disputed(top)
    if not places:
        return
    console.print(f"\nWhere they differ most by {found.lead}")
    values = found.values(found.lead)
    width = max(map(len, (*found.systems, "reference")))
    for place in places:
        console.print(f"\nimage {found.image_ids[place]}")
        for run, system in enumerate(found.systems):
            value = value_text(values[run, place])
            console.print(f"  {system:{width}}  {value:>6}  {found.caption(run, place)}")
        console.print(f"  {'reference':{width}}          {found.references(place)[0]}")


def as_json(found: Study, paths: Sequence[str]) -> str:
    """Every figure of a comparison, by metric and by slice."""
    comparison = found.comparison
    content = {
        "cutline": "comparison",
        "version": FORMAT_VERSION,
        "images": comparison.images,
        "baseline": found.systems[0],
        "systems": [
            {"system": system, "file": path}
            for system, path in zip(found.systems, paths, strict=True)
        ],
        "procedure": comparison.procedure,
        "metrics": _metric_dicts(comparison),
        "slices": {
            sliced.slicing.name: {
                label: {
                    "images": part.images,
                    "is_small": sliced.slicing.is_small(label),
                    "metrics": _metric_dicts(part),
                }
                for label, part in sliced.parts.items()
            }
            for sliced in found.slices
        },
    }
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _metric_dicts(comparison: Comparison) -> list[dict[str, Any]]:
    return [_metric_dict(metric, comparison) for metric in comparison]


def _metric_dict(metric: MetricComparison, comparison: Comparison) -> dict[str, Any]:
    return {
        "spec": metric.spec,
        "signature": str(metric.scores[0].signature),
        "runs": [
            {
                "system": system,
                "value": metric.scores[run].value,
                "interval": _bounds(metric.intervals[run]),
                "ties": metric.letters[run],
            }
            for run, system in enumerate(comparison.systems)
        ],
        "differences": [
            {
                "of": comparison.systems[found.second],
                "to": comparison.systems[found.first],
                "value": found.value,
                "interval": _bounds(found.interval),
                "p": found.p,
                "corrected_p": found.corrected_p,
                "detectable": found.detectable(comparison.level),
                "images_needed": _whole(found.images_needed(comparison.images, comparison.level)),
                "wins": found.wins,
                "losses": found.losses,
            }
            for found in metric.differences
        ],
    }


def _bounds(interval: Interval) -> list[float]:
    return [interval.low, interval.high]


def _whole(number: float) -> int | None:
    return math.ceil(number) if math.isfinite(number) else None
