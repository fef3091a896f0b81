"""What results look like in a notebook: pieces of HTML that stand in anybody's page.

Classes name these functions with `cutline.core.rich_display.shown_by`.
"""

from cutline.reports.notebook.comparison import comparison_html
from cutline.reports.notebook.diagnosis import diagnosis_html
from cutline.reports.notebook.scene import scene_html
from cutline.reports.notebook.scores import score_html, scores_html
from cutline.reports.notebook.study import study_html
from cutline.reports.notebook.table import table_html

__all__ = [
    "comparison_html",
    "diagnosis_html",
    "scene_html",
    "score_html",
    "scores_html",
    "study_html",
    "table_html",
]
