"""The first thing to read: every system by every metric, with intervals, ties and differences."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutline.reports.comparison_cells import compared_score, difference_cells
from cutline.reports.html_report.section import Section
from cutline.reports.statistics.comparison import Comparison, Difference, MetricComparison
from cutline.reports.study import Study
from cutline.reports.theme.charts import IntervalRow, figure, interval_chart
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import interval_text, level_text, needed_text, value_text


def summary(study: Study) -> Section:
    """Scores, the lead metric as a chart, and what differs from the baseline."""
    comparison = study.comparison
    parts = [_verdict(study), _score_table(comparison)]
    lead = comparison[study.lead]
    if len(comparison.systems) > 1:
        parts.append(_lead_chart(study, lead))
        parts.append(_difference_table(comparison))
    return Section("summary", "Summary", "\n".join(parts))


def _verdict(study: Study) -> str:
    """One sentence that says what the figures come to, by the lead metric."""
    comparison, lead = study.comparison, study.comparison[study.lead]
    images = f"{comparison.images:,} images"
    if len(comparison.systems) == 1:
        shown = value_text(lead.scores[0].value)
        within = interval_text(lead.intervals[0])
        return (
            f"<p>On {images}, {safe(study.systems[0])} has {safe(study.lead)} {shown}; on other "
            f"images of the same kind expect {within} ({level_text(comparison.level)}).</p>"
        )
    return (
        f"<p>On {images}, by {safe(study.lead)}, {safe(verdict(comparison.systems, lead))} (all "
        f"pairs tested, corrected p below {1 - comparison.level:.2g}). Systems that share a letter "
        f"are tied.</p>"
    )


def verdict(systems: Sequence[str], metric: MetricComparison) -> str:
    """What can be said of the best: whom it beats, and whom it ties with."""
    values = [score.value for score in metric.scores]
    if any(map(math.isnan, values)):
        return "some scores are undefined, and no order can be told"
    best = max(range(len(values)), key=values.__getitem__)
    others = [run for run in range(len(values)) if run != best]
    pairs = {run: metric.difference(min(run, best), max(run, best)) for run in others}
    beaten = [systems[run] for run in others if pairs[run].is_real(metric.level)]
    tied = [systems[run] for run in others if not pairs[run].is_real(metric.level)]
    if not tied:
        return f"{systems[best]} is ahead of {_listed(beaten)}, and not by chance"
    if not beaten:
        return f"no system is ahead: {systems[best]}, the highest, is tied with {_listed(tied)}"
    return f"{systems[best]} is ahead of {_listed(beaten)} and tied with {_listed(tied)}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _score_table(comparison: Comparison) -> str:
    columns = [
        Column("system"),
        *(
            Column(metric.spec, "right", help=metric.scores[0].metric.summary)
            for metric in comparison
        ),
    ]
    cells, keys = [], []
    for run, system in enumerate(comparison.systems):
        cells.append([safe(system), *(_score(comparison, metric, run) for metric in comparison)])
        key: list[SortValue] = [system, *(metric.scores[run].value for metric in comparison)]
        keys.append(key)
    caption = f"Scores with {level_text(comparison.level)}s"
    return table(caption, columns, cells, sort_values=keys)


def _score(comparison: Comparison, metric: MetricComparison, run: int) -> str:
    signature = f"{metric.scores[run].signature} {comparison.procedure}"
    return compared_score(comparison, metric, run, signature=signature)


def _lead_chart(study: Study, lead: MetricComparison) -> str:
    rows = [
        IntervalRow(system, score.value, interval.low, interval.high, letters)
        for system, score, interval, letters in zip(
            study.systems, lead.scores, lead.intervals, lead.letters, strict=True
        )
    ]
    chart = interval_chart(f"{lead.spec} of each system", rows, lead.spec)
    return figure(chart, "Dots are scores, lines their intervals, letters the groups of ties.")


def _difference_table(comparison: Comparison) -> str:
    columns = [
        Column("metric"),
        Column("system"),
        Column("against"),
        Column("difference", "right"),
        Column(level_text(comparison.level), "right", sortable=False),
        Column("p", "right", help="corrected for the number of pairs (Holm)"),
        Column("won", "right", help="images where the system's value is higher"),
        Column("lost", "right", help="images where it is lower"),
        Column("detectable", "right", help="the smallest true difference that is likely found"),
        Column("images needed", "right", help="to show this difference, if it is the true one"),
    ]
    cells, keys = [], []
    for metric in comparison:
        for found in metric.differences:
            cells.append(_difference_cells(comparison, metric, found))
            keys.append(_difference_keys(comparison, metric, found))
    return table("Differences between systems", columns, cells, sort_values=keys)


def _difference_cells(
    comparison: Comparison, metric: MetricComparison, found: Difference
) -> list[str]:
    needed = found.images_needed(comparison.images, comparison.level)
    return [
        safe(metric.spec),
        safe(comparison.systems[found.second]),
        safe(comparison.systems[found.first]),
        *difference_cells(comparison, found),
        value_text(found.detectable(comparison.level)),
        needed_text(needed),
    ]


def _difference_keys(
    comparison: Comparison, metric: MetricComparison, found: Difference
) -> list[SortValue]:
    needed = found.images_needed(comparison.images, comparison.level)
    return [
        metric.spec,
        comparison.systems[found.second],
        comparison.systems[found.first],
        found.value,
        None,
        found.corrected_p,
        float(found.wins),
        float(found.losses),
        found.detectable(comparison.level),
        needed if math.isfinite(needed) else None,
    ]
