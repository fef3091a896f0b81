"""The study of priming as a page."""

from __future__ import annotations

import math

from cutline.cli.page_parts import reproduce, study_page
from cutline.cli.priming_tables import priming_tables
from cutline.reports.html_report.section import Section
from cutline.reports.priming.result import ComparedFigure, PrimingStudy
from cutline.reports.statistics.intervals import Interval
from cutline.reports.theme.charts import (
    BarSeries,
    IntervalRow,
    figure,
    grouped_bars,
    interval_chart,
)


def as_page(found: PrimingStudy) -> str:
    """Charts, tables, and how to get the figures again."""
    sections = [
        Section("priming", "What labels change", "\n".join(_charts(found)) + priming_tables(found)),
        reproduce([found.signature]),
    ]
    captions = sum(arm.captions for arm in found.arms)
    return study_page(
        f"Priming in {found.project}",
        sections,
        f"{', '.join(arm.arm for arm in found.arms)}: {captions:,} captions.",
    )


def _charts(found: PrimingStudy) -> list[str]:
    charts = [_length(found)]
    named = [each for each in found.figures if "labels" in each.name]
    if named:
        charts.append(_labels(found, named))
    return charts


def _length(found: PrimingStudy) -> str:
    rows = [
        IntervalRow(arm.arm, arm.value, *_bounds(arm.interval)) for arm in found.figures[0].arms
    ]
    drawn = interval_chart("Length of captions", rows, "words in a caption", decimals=1)
    return figure(drawn, f"Means, with {found.level:.0%} intervals from resamples of the images.")


def _labels(found: PrimingStudy, named: list[ComparedFigure]) -> str:
    series = []
    for place, arm in enumerate(found.arms):
        values = [each.arms[place] for each in named]
        bounds = [_bounds(value.interval) for value in values]
        series.append(BarSeries(arm.arm, [value.value for value in values], bounds))
    drawn = grouped_bars("Labels that captions name", [each.name for each in named], series)
    return figure(
        drawn,
        "The share of an image's labels that a caption names, of all and by how many images have "
        "the label; each of the three bands has about a third of all labels.",
    )


def _bounds(interval: Interval | None) -> tuple[float, float]:
    return (interval.low, interval.high) if interval else (math.nan, math.nan)
