"""What is the matter with a run."""

from __future__ import annotations

from dataclasses import replace

from cutline.reports.html_report.diagnosis_panel import diagnosis_panel
from cutline.reports.notebook.fragment import fragment
from cutline.scoring.diagnosis import Diagnosis


def diagnosis_html(diagnosis: Diagnosis) -> str:
    """The report's panel for this run alone."""
    named = replace(diagnosis, system=diagnosis.system or "this run")
    return fragment(diagnosis_panel([named]).body_html)
