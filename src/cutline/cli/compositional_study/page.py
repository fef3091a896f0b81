"""The study as one page."""

from __future__ import annotations

from cutline.cli.compositional_study.page_analyses import (
    analyses,
    other_metrics,
    published_figures,
    rankings,
    reproduce,
)
from cutline.cli.compositional_study.page_pairs import pairs
from cutline.cli.compositional_study.page_recall import agreeing, by_parts, curve, summary
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.compositional_study.words import about
from cutline.cli.diversity_page import diversity_body
from cutline.cli.page_parts import study_page
from cutline.reports.html_report.section import Section


def as_page(found: CompositionalStudy) -> str:
    """Every figure of the study, and images to check them by."""
    sections = [
        summary(found),
        curve(found),
        by_parts(found),
        agreeing(found),
        pairs(found),
        rankings(found),
        other_metrics(found),
        Section("diversity", "Diversity", diversity_body(found.diversity)),
        analyses(found),
        published_figures(),
        reproduce(found),
    ]
    shown = [section for section in sections if section is not None]
    return study_page(f"Pairs of concepts: {', '.join(found.systems)}", shown, f"{about(found)}.")
