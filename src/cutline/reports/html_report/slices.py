"""The lead metric in each slice."""

from __future__ import annotations

from cutline.reports.html_report.section import Section
from cutline.reports.statistics.comparison import Comparison
from cutline.reports.study import SlicedComparison, Study
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import level_text, p_text, signed_text

_MOST_IN_A_CHART = 12


def slices(study: Study) -> Section | None:
    """A chart and a table for each way that the images were cut; None if they were not."""
    if not study.slices:
        return None
    parts = [_slicing(study, sliced) for sliced in study.slices]
    return Section("slices", "Slices", "\n".join(parts))


def _slicing(study: Study, sliced: SlicedComparison) -> str:
    title = f"{study.lead} by {sliced.slicing.description}"
    drawn = ""
    if len(sliced.parts) <= _MOST_IN_A_CHART:
        groups = [_label(sliced, label) for label in sliced.parts]
        series = [
            BarSeries(
                system,
                [part[study.lead].scores[run].value for part in sliced.parts.values()],
                [_bounds(part, study.lead, run) for part in sliced.parts.values()],
            )
            for run, system in enumerate(study.systems)
        ]
        drawn = figure(grouped_bars(title, groups, series, study.lead))
    note = (
        '<p class="muted">Slices marked small have too few images to say much.</p>'
        if any(sliced.slicing.is_small(label) for label in sliced.parts)
        else ""
    )
    overlap = (
        '<p class="muted">An image can be in several of these slices.</p>'
        if sliced.slicing.overlaps
        else ""
    )
    headline = f"<h3>By {safe(sliced.slicing.description)}</h3>"
    return "\n".join([headline, drawn, _table(study, sliced), note, overlap])


def _table(study: Study, sliced: SlicedComparison) -> str:
    several = len(study.systems) > 1
    columns = [Column("slice"), Column("images", "right")]
    columns += [Column(system, "right") for system in study.systems]
    if several:
        columns += [
            Column(f"{system} against {study.systems[0]}", "right") for system in study.systems[1:]
        ]
    cells, keys = [], []
    for label, part in sliced.parts.items():
        metric = part[study.lead]
        small = ' <span class="chip note">small</span>' if sliced.slicing.is_small(label) else ""
        row = [f'<div class="row-name">{safe(label)}{small}</div>', f"{part.images:,}"]
        key: list[SortValue] = [label, float(part.images)]
        for run in range(len(study.systems)):
            row.append(
                score_cell(
                    metric.scores[run].value,
                    _bounds(part, study.lead, run),
                    highest=_highest(sliced, study.lead),
                    letters=metric.letters[run] if several else "",
                    signature=f"{metric.scores[run].signature} {part.procedure}",
                )
            )
            key.append(metric.scores[run].value)
        for run in range(1, len(study.systems)):
            found = metric.difference(0, run)
            row.append(
                f"{signed_text(found.value)}, p {safe(p_text(found.corrected_p))}"
                f'<br><span class="muted">{found.wins:,} won, {found.losses:,} lost</span>'
            )
            key.append(found.value)
        cells.append(row)
        keys.append(key)
    level = f"{level_text(study.comparison.level)}s"
    caption = f"{study.lead} by {sliced.slicing.description}, with {level}"
    return table(caption, columns, cells, sort_values=keys)


def _label(sliced: SlicedComparison, label: str) -> str:
    small = ", small" if sliced.slicing.is_small(label) else ""
    return f"{label} ({sliced.slicing.size(label):,} images{small})"


def _bounds(part: Comparison, spec: str, run: int) -> tuple[float, float]:
    interval = part[spec].intervals[run]
    return interval.low, interval.high


def _highest(sliced: SlicedComparison, spec: str) -> float:
    values = [score.value for part in sliced.parts.values() for score in part[spec].scores]
    return max([*(value for value in values if value == value), 1e-9]) * 1.25
