"""Results of ratings as tables: one row for each system, as COCO's own table has them."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import Any

from cutline.collect.rating.results import Mean, Results

#: A spreadsheet takes a cell that starts so for a formula, and runs it.
_FORMULA = ("=", "+", "-", "@")


def by_system(results: Sequence[Results]) -> tuple[list[str], dict[str, dict[str, Mean]]]:
    """The measures of one project or several, and each system's means by them.

    M1 to M5 of COCO are asked in projects of their own: a table has them side by side. Systems are
    in the order of the first measure, the best first.
    """
    names: list[str] = []
    rows: dict[str, dict[str, Mean]] = {}
    for result in results:
        for measure in result.measures:
            name = measure.name
            if name in names:
                name = f"{measure.name} of {result.project}"
            names.append(name)
            for mean in measure.means:
                rows.setdefault(mean.system, {})[name] = mean
    return names, rows


def results_json(results: Results) -> str:
    """Results as a file for programs; what is undefined is null, as JSON knows no other."""
    return json.dumps(_defined(results.to_dict()), ensure_ascii=False, indent=2) + "\n"


def results_csv(results: Results) -> str:
    """Results as a file for spreadsheets: means with their bounds, or strengths with theirs."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in _ranking_rows(results) if results.ranking else _mean_rows(results):
        writer.writerow([_harmless(cell) for cell in row])
    return text.getvalue()


def _mean_rows(results: Results) -> list[list[Any]]:
    rows: list[list[Any]] = [
        ["measure", "system", "mean", "low", "high", "captions", "ratings", "alpha"]
    ]
    for measure in results.measures:
        rows += [
            [
                measure.name,
                mean.system,
                mean.value,
                mean.interval.low,
                mean.interval.high,
                mean.captions,
                mean.ratings,
                measure.agreement.alpha,
            ]
            for mean in measure.means
        ]
    return rows


def _ranking_rows(results: Results) -> list[list[Any]]:
    rows: list[list[Any]] = [
        ["rank", "tie", "system", "strength", "low", "high", "wins", "losses", "ties", "group"]
    ]
    strengths = results.ranking.strengths if results.ranking else ()
    return rows + [
        [
            one.rank,
            one.letters,
            one.system,
            one.strength,
            one.interval.low,
            one.interval.high,
            one.wins,
            one.losses,
            one.ties,
            one.group + 1,
        ]
        for one in strengths
    ]


def _harmless(cell: Any) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return "" if isinstance(cell, float) and math.isnan(cell) else str(cell)
    line = " ".join(cell.splitlines())
    return f"'{line}" if line.lstrip().startswith(_FORMULA) else line


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _defined(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_defined(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
