"""The study of content selection as tables, as JSON, and as a page with curves."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from rich.console import Console

from cutline.cli.score_output import without_nan
from cutline.cli.selection_study import SelectionStudy
from cutline.cli.terminal import new_table, print_whole
from cutline.metrics.selections import Spread
from cutline.reports.theme.charts import figure, line_chart
from cutline.reports.theme.page import page
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import interval_text, p_text, signed_text

FORMAT_VERSION = 1
_PARTS = ("precision", "recall", "f")
_NAMES = {"precision": "P", "recall": "R", "f": "F"}


def show_study(found: SelectionStudy, console: Console) -> None:
    """Every selector at every k, what people reach, and tests against the best at one k."""
    people = found.swept.upper_bound
    console.print(
        f"{found.boxed.name}: {len(found.boxed):,} images"
        + (", words joined to boxes by their labels" if found.boxed.is_inferred else "")
    )
    spreads = people.spreads
    console.print(
        "people against each other: "
        + ", ".join(f"{_NAMES[part]} {_spread(spreads[part])}" for part in _PARTS)
        + "\n"
    )
    whole = new_table("selector")
    for name in ("k", *(_NAMES[part] for part in _PARTS)):
        whole.add_column(name, justify="right", no_wrap=True)
    for selector, curve in found.swept.curves.items():
        for k in curve.ks:
            of_k = curve.at(k).spreads
            star = "*" if k == curve.best_k else ""
            whole.add_row(
                "" if k != curve.ks[0] else selector,
                f"{k}{star}",
                *(_spread(of_k[part]) for part in _PARTS),
            )
    print_whole(whole, console)
    console.print("* the k with the highest F\n")
    _show_tests(found, console)
    console.print()
    [metric] = found.comparison.metrics
    console.out(str(metric.scores[0].signature), style="dim", highlight=False)
    console.out(f"{found.procedure}|{found.comparison.procedure}", style="dim", highlight=False)


def _show_tests(found: SelectionStudy, console: Console) -> None:
    rows = new_table(f"selector, k = {found.k}")
    for name in ("F", "95% interval", "to the best", "95% interval", "p", "ties"):
        rows.add_column(name, justify="right", no_wrap=True)
    for row in _tests(found):
        rows.add_row(*row)
    print_whole(rows, console)


def _tests(found: SelectionStudy) -> list[tuple[str, ...]]:
    """A row for each selector, the best first, each against the best."""
    [metric] = found.comparison.metrics
    values = [score.value for score in metric.scores]
    best = int(np.argmax(values))
    rows = []
    for run in sorted(range(len(values)), key=lambda run: -values[run]):
        cells = [
            found.comparison.systems[run],
            f"{values[run]:.3f}",
            interval_text(metric.intervals[run]),
        ]
        if run == best:
            cells += ["", "", ""]
        else:
            pair = metric.difference(min(run, best), max(run, best))
            sign = 1 if run > best else -1
            low, high = sorted((sign * pair.interval.low, sign * pair.interval.high))
            cells += [
                signed_text(sign * pair.value),
                f"{signed_text(low)} to {signed_text(high)}",
                p_text(pair.corrected_p),
            ]
        rows.append((*cells, metric.letters[run]))
    return rows


def as_json(found: SelectionStudy) -> str:
    """Every figure of the study."""
    [metric] = found.comparison.metrics
    content = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "content-selection",
        "images": len(found.boxed),
        "is_inferred": found.boxed.is_inferred,
        "signature": str(metric.scores[0].signature),
        "procedure": f"{found.procedure}|{found.comparison.procedure}",
        "upper_bound": _spread_dict(found.swept.upper_bound.spreads),
        "selectors": {
            selector: {
                "best_k": curve.best_k,
                "by_k": {str(k): _spread_dict(curve.at(k).spreads) for k in curve.ks},
            }
            for selector, curve in found.swept.curves.items()
        },
        "tests": {
            "k": found.k,
            "pairs": [
                {
                    "of": found.comparison.systems[pair.second],
                    "to": found.comparison.systems[pair.first],
                    "value": pair.value,
                    "interval": [pair.interval.low, pair.interval.high],
                    "p": pair.p,
                    "corrected_p": pair.corrected_p,
                }
                for pair in metric.differences
            ],
        },
    }
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _spread_dict(spreads: dict[str, Spread]) -> dict[str, Any]:
    return {
        name: {"mean": spread.mean, "deviation": spread.deviation}
        for name, spread in spreads.items()
    }


def as_page(found: SelectionStudy) -> str:
    """The curves and all tables as one HTML page."""
    curves = found.swept.curves
    ks = next(iter(curves.values())).ks
    people = found.swept.upper_bound.spreads
    means = {
        part: {name: getattr(curve, part).mean(axis=1).tolist() for name, curve in curves.items()}
        for part in _PARTS
    }
    f_lines = {**means["f"], "people": [people["f"].mean] * len(ks)}
    charts = [
        figure(line_chart("F by the number of boxes mentioned", ks, f_lines, "k", "F")),
        figure(line_chart("Precision by k", ks, means["precision"], "k", "P")),
        figure(line_chart("Recall by k", ks, means["recall"], "k", "R")),
    ]
    columns = [Column("selector"), *(Column(f"k = {k}", "right") for k in ks)]
    tables = [
        table(
            f"{_NAMES[part]}, mean and standard deviation over images",
            columns,
            [
                [safe(name), *(_spread(curve.at(k).spreads[part]) for k in ks)]
                for name, curve in curves.items()
            ],
        )
        for part in _PARTS
    ]
    heads = ("selector", "F", "interval", "to the best", "interval", "p", "ties")
    tests = table(
        f"Selectors at k = {found.k}",
        [Column(head, "left" if place == 0 else "right") for place, head in enumerate(heads)],
        [[safe(cell) for cell in row] for row in _tests(found)],
    )
    [metric] = found.comparison.metrics
    signature = f"{metric.scores[0].signature} {found.procedure}|{found.comparison.procedure}"
    parts = {
        "curves": ("Curves", f'<div class="charts">{"".join(charts)}</div>'),
        "tests": ("Who is better", tests),
        "tables": ("All figures", "".join(tables)),
    }
    body = "\n".join(
        f'<section id="{name}"><h2>{headline}</h2>{content}</section>'
        for name, (headline, content) in parts.items()
    )
    return page(
        f"Content selection on {found.boxed.name}",
        body,
        navigation=[(name, headline) for name, (headline, _) in parts.items()],
        description=f"{len(curves)} ways to choose boxes on {len(found.boxed):,} images.",
        footer_html=safe(signature),
    )


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.2f} ± {spread.deviation:.2f}"
