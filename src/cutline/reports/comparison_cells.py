"""Cells that every page with a comparison shows: a run's score, and how two runs differ."""

from __future__ import annotations

import math

from cutline.reports.statistics.comparison import Comparison, Difference, MetricComparison
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.text import safe
from cutline.reports.wording import UNDEFINED, interval_text, p_text, signed_text


def compared_score(
    comparison: Comparison, metric: MetricComparison, run: int, *, signature: str = ""
) -> str:
    """The score of a run, its interval and ties; bars of one metric share a scale."""
    interval = metric.intervals[run]
    ends = [*(s.value for s in metric.scores), *(i.high for i in metric.intervals), 1e-9]
    return score_cell(
        metric.scores[run].value,
        (interval.low, interval.high),
        # A little above the highest bound, so that no bar touches the end.
        highest=1.1 * max(end for end in ends if not math.isnan(end)),
        letters=metric.letters[run] if len(comparison.systems) > 1 else "",
        signature=signature,
    )


def difference_cells(comparison: Comparison, found: Difference) -> list[str]:
    """The difference and what it means, its interval, p, and the images won and lost."""
    said = "tied"
    if math.isnan(found.corrected_p):
        said = UNDEFINED
    elif found.is_real(comparison.level):
        said = "better" if found.value > 0 else "worse"
    kind = {"better": "good", "worse": "bad"}.get(said, "")
    return [
        f'{signed_text(found.value)} <span class="chip verdict {kind}">{said}</span>',
        interval_text(found.interval, signed=True),
        safe(p_text(found.corrected_p)),
        f"{found.wins:,}",
        f"{found.losses:,}",
    ]
