"""Runs side by side, and what differs from the baseline."""

from __future__ import annotations

from cutline.reports.comparison_cells import compared_score, difference_cells
from cutline.reports.notebook.fragment import fragment
from cutline.reports.statistics.comparison import Comparison, Difference, MetricComparison
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import level_text


def comparison_html(comparison: Comparison) -> str:
    """Scores with intervals and ties, differences to the baseline, and how it was done."""
    return fragment(comparison_body(comparison))


def comparison_body(comparison: Comparison) -> str:
    """The same without its style, to stand among other things."""
    several = len(comparison.systems) > 1
    parts = [_score_table(comparison)]
    if several:
        parts.append(_difference_table(comparison))
    return "\n".join([*parts, _note(comparison), _signatures(comparison)])


def _score_table(comparison: Comparison) -> str:
    systems = [system or "this run" for system in comparison.systems]
    metrics = [metric.spec for metric in comparison]
    cells = [
        [compared_score(comparison, metric, run) for run in range(len(systems))]
        for metric in comparison
    ]
    corner, across, down = "metric", systems, metrics
    # Outputs are narrow: the longer side goes down.
    if len(systems) > len(metrics):
        corner, across, down = "system", metrics, systems
        cells = [list(row) for row in zip(*cells, strict=True)]
    columns = [Column(corner, sortable=False)]
    columns += [Column(name, "right", sortable=False) for name in across]
    rows = [
        [f'<div class="row-name">{safe(name)}</div>', *row]
        for name, row in zip(down, cells, strict=True)
    ]
    return table(f"Scores with {level_text(comparison.level)}s", columns, rows)


def _difference_table(comparison: Comparison) -> str:
    columns = [
        Column("metric", sortable=False),
        Column("system", sortable=False),
        Column("difference", "right", sortable=False),
        Column(level_text(comparison.level), "right", sortable=False),
        Column("p", "right", sortable=False, help="corrected for the number of pairs (Holm)"),
        Column("images won", "right", sortable=False),
        Column("lost", "right", sortable=False),
    ]
    rows = [
        _difference_cells(comparison, metric, metric.difference(0, run))
        for metric in comparison
        for run in range(1, len(comparison.systems))
    ]
    return table(f"Differences to {comparison.systems[0]}", columns, rows)


def _difference_cells(
    comparison: Comparison, metric: MetricComparison, found: Difference
) -> list[str]:
    return [
        safe(metric.spec),
        safe(comparison.systems[found.second]),
        *difference_cells(comparison, found),
    ]


def _note(comparison: Comparison) -> str:
    images = f"{comparison.images:,} {'image' if comparison.images == 1 else 'images'}."
    if len(comparison.systems) > 1:
        images += " Systems that share a letter are tied; p is corrected for all pairs."
    if len(comparison.systems) > 2:
        images += " All pairs: difference_table()."
    return f'<p class="muted small">{images}</p>'


def _signatures(comparison: Comparison) -> str:
    lines = [str(metric.scores[0].signature) for metric in comparison]
    shown = "<br>".join(f"<code>{safe(line)}</code>" for line in [*lines, comparison.procedure])
    return f'<details class="small"><summary>Signatures</summary><p>{shown}</p></details>'
