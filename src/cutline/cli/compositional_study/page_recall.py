"""Recall on the page: the headline, by k, by kinds of pairs, and by how many people agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from cutline.cli.compositional_study.against_best import Behind, against_best
from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.compositional_study.words import caveats, counted, findings
from cutline.reports.comparison_cells import compared_score
from cutline.reports.html_report.section import Section
from cutline.reports.statistics import Comparison
from cutline.reports.theme.charts import (
    BarSeries,
    IntervalRow,
    figure,
    grouped_bars,
    interval_chart,
    line_chart,
)
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import level_text, p_text, signed_text

_DASH = "–"
PEOPLE = "people, one caption"


def summary(found: CompositionalStudy) -> Section:
    """What was found, who is ahead, and what people reach."""
    told = "".join(f"<p>{safe(line)}</p>" for line in findings(found))
    known = "".join(f"<li>{safe(line)}</li>" for line in caveats(found))
    lists = f'<ul class="muted">{known}</ul>' if known else ""
    parts = [told, _headline_table(found), lists, _headline_chart(found), _people(found)]
    return Section("summary", "Summary", "\n".join(filter(None, parts)))


def _headline_table(found: CompositionalStudy) -> str:
    metric, several = found.headline, len(found.systems) > 1
    columns = [Column("run"), Column(f"pair recall@{found.metric.k}", "right")]
    if several:
        columns += [
            Column("to the best", "right"),
            Column(level_text(found.curve.level), "right", sortable=False),
            Column("p", "right", help="corrected for the number of pairs of runs (Holm)"),
        ]
    cells, keys = [], []
    for run, behind in against_best(metric):
        signature = f"{metric.scores[run].signature} {found.curve.procedure}"
        score = compared_score(found.curve, metric, run, signature=signature)
        cells.append([safe(found.systems[run]), score, *(_behind(behind) if several else [])])
        key: list[SortValue] = [found.systems[run], metric.scores[run].value]
        if several:
            key += [behind.value if behind else 0.0, None, behind.p if behind else None]
        keys.append(key)
    level = level_text(found.curve.level)
    caption = f"Pair recall@{found.metric.k} over all pairs, with {level}s"
    return table(caption, columns, cells, sort_values=keys)


def _behind(behind: Behind | None) -> list[str]:
    if behind is None:
        return ['<span class="chip verdict">best</span>', _DASH, _DASH]
    is_known = not (math.isnan(behind.low) or math.isnan(behind.high))
    bounds = f"{signed_text(behind.low)} to {signed_text(behind.high)}" if is_known else _DASH
    return [signed_text(behind.value), bounds, safe(p_text(behind.p))]


def _headline_chart(found: CompositionalStudy) -> str:
    metric, spec = found.headline, f"pair recall@{found.metric.k}"
    rows = [
        IntervalRow(
            found.systems[run],
            metric.scores[run].value,
            metric.intervals[run].low,
            metric.intervals[run].high,
            metric.letters[run] if len(found.systems) > 1 else "",
        )
        for run, _ in against_best(metric)
    ]
    if found.people is not None:
        own = found.people.interval
        rows.append(IntervalRow(PEOPLE, found.people.value, own.low, own.high))
    chart = interval_chart(f"{spec} of each run", rows, spec)
    return figure(chart, "Dots are scores, lines their intervals, letters the groups of ties.")


def _people(found: CompositionalStudy) -> str:
    if found.people is None:
        return ""
    return (
        '<p class="muted">People: each reference of an image is held out in turn and judged as the '
        "only caption of a run, against the other references of the image. They have one caption; "
        f"runs have up to {found.metric.k}.</p>"
    )


def curve(found: CompositionalStudy) -> Section | None:
    """Recall at each k; None where there is one k only."""
    if found.metric.k == 1:
        return None
    return Section(
        "curve", "By number of captions", f"{_curve_chart(found.curve)}{_curve_table(found)}"
    )


def _curve_chart(comparison: Comparison) -> str:
    ks = list(range(1, len(comparison.metrics) + 1))
    lines = {
        system: [metric.scores[run].value for metric in comparison]
        for run, system in enumerate(comparison.systems)
    }
    chart = line_chart("Pair recall@k", ks, lines, "k, captions that count", "pair recall@k")
    return figure(chart, "Another caption can only add pairs.")


def _curve_table(found: CompositionalStudy) -> str:
    return by_k_table("Pair recall@k", "run", found.curve)


def by_k_table(caption: str, head: str, comparison: Comparison) -> str:
    """A row for each run, a column for each k."""
    columns = [Column(head)]
    columns += [Column(f"@{k}", "right") for k in range(1, len(comparison.metrics) + 1)]
    cells, keys = [], []
    for run, system in enumerate(comparison.systems):
        cells.append(
            [
                safe(system),
                *(
                    compared_score(
                        comparison,
                        metric,
                        run,
                        signature=f"{metric.scores[run].signature} {comparison.procedure}",
                    )
                    for metric in comparison
                ),
            ]
        )
        key: list[SortValue] = [system, *(metric.scores[run].value for metric in comparison)]
        keys.append(key)
    return table(
        f"{caption}, with {level_text(comparison.level)}s", columns, cells, sort_values=keys
    )


def by_parts(found: CompositionalStudy) -> Section:
    """Kinds of pairs, and groups of gaps where there are several."""
    body = parts_body("category", "category", found.categories, found)
    if found.groups:
        of_groups = parts_body("group", "group of gaps", found.groups, found)
        body += f"<h3>By group of gaps</h3>{of_groups}"
    return Section("categories", "By kind of pair", body)


def agreeing(found: CompositionalStudy) -> Section:
    """Recall where at least so many references have the pair."""
    note = (
        '<p class="muted">A pair that one person in five mentions may be left out with reason; '
        "what all of them mention is hardly to be missed.</p>"
    )
    parts = [
        replace(part, label=f"at least {counted(int(part.label), 'reference')}")
        for part in found.agreeing
    ]
    body = parts_body("have the pair", "how many references have the pair", parts, found)
    return Section("agreement", "By agreement of people", f"{note}{body}")


def parts_body(head: str, by: str, parts: Sequence[Part], found: CompositionalStudy) -> str:
    """A chart of bars and a table with all figures."""
    series = [
        BarSeries(
            system,
            [part.recall.scores[run].value for part in parts],
            [(part.recall.intervals[run].low, part.recall.intervals[run].high) for part in parts],
        )
        for run, system in enumerate(found.systems)
    ]
    spec = f"pair recall@{found.metric.k}"
    groups = [_group_name(part, found) for part in parts]
    chart = figure(grouped_bars(f"{spec} by {by}", groups, series, spec))
    return f"{chart}{_parts_table(head, by, parts, found)}"


def _group_name(part: Part, found: CompositionalStudy) -> str:
    small = ", small" if is_small(part, found) else ""
    return f"{part.label} ({counted(part.images, 'image')}{small})"


def is_small(part: Part, found: CompositionalStudy) -> bool:
    """Whether there are too few images to say much."""
    return part.images < found.at_least


def row_name(part: Part, found: CompositionalStudy) -> str:
    """The name of a row, marked where there are few images."""
    small = ' <span class="chip note">small</span>' if is_small(part, found) else ""
    return f'<div class="row-name">{safe(part.label)}{small}</div>'


def _parts_table(head: str, by: str, parts: Sequence[Part], found: CompositionalStudy) -> str:
    columns = [Column(head), Column("pairs", "right"), Column("images", "right")]
    columns += [Column(system, "right") for system in found.systems]
    cells, keys = [], []
    for part in parts:
        row = [row_name(part, found), f"{part.pairs}", f"{part.images:,}"]
        key: list[SortValue] = [part.label, float(part.pairs), float(part.images)]
        for run in range(len(found.systems)):
            row.append(part_score(part, run, highest=highest_of(parts)))
            key.append(part.recall.scores[run].value)
        cells.append(row)
        keys.append(key)
    level = level_text(found.curve.level)
    caption = f"Pair recall@{found.metric.k} by {by}, with {level}s"
    return table(caption, columns, cells, sort_values=keys)


def part_score(part: Part, run: int, *, highest: float) -> str:
    """The recall of a run on some pairs; bars of one table share a scale."""
    metric = part.recall
    interval = metric.intervals[run]
    return score_cell(
        metric.scores[run].value,
        (interval.low, interval.high),
        highest=highest,
        letters=metric.letters[run] if len(metric.scores) > 1 else "",
        signature=f"{metric.scores[run].signature} {part.comparison.procedure}",
    )


def highest_of(parts: Sequence[Part]) -> float:
    """Where the bars of a table end."""
    bounds = [1e-9]
    for part in parts:
        bounds += [score.value for score in part.recall.scores]
        bounds += [interval.high for interval in part.recall.intervals]
    return min(1.0, 1.05 * max(bound for bound in bounds if not math.isnan(bound)))
