"""The report: one HTML file with all that a study found, made to be looked at."""

from cutline.reports.html_report.report import Extras, report

__all__ = ["Extras", "report"]
