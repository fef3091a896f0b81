"""The study of diversity as a page."""

from __future__ import annotations

from cutline.cli.diversity_study import DiversityStudy
from cutline.cli.diversity_tables import diversity_tables
from cutline.cli.page_parts import reproduce, study_page
from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars


def as_page(found: DiversityStudy, name: str = "") -> str:
    """Both tables, what to compare first, and how to get the figures again."""
    signatures = dict.fromkeys(str(each.signature) for each in found.found)
    sections = [
        Section("diversity", "Diversity", diversity_body(found)),
        reproduce(signatures),
    ]
    images = found.found[0].images
    return study_page(
        f"Diversity of captions{f' on {name}' if name else ''}",
        sections,
        f"{', '.join(each.system for each in found.found)}: {images:,} images.",
    )


def diversity_body(found: DiversityStudy) -> str:
    """The chart and the tables, for any page."""
    ratios = [BarSeries("ttr1", [_known(each.ttr1) for each in found.found])]
    ratios.append(BarSeries("ttr2", [_known(each.ttr2) for each in found.found]))
    chart = ""
    if any(value == value for series in ratios for value in series.values):
        names = [each.system for each in found.found]
        drawn = grouped_bars("Types over tokens in segments of one size", names, ratios)
        chart = figure(drawn, "Words (ttr1) and bigrams (ttr2); the more varied, the higher.")
    return f"{diversity_tables(found)}\n{chart}"


def _known(value: float | None) -> float:
    return float("nan") if value is None else value
