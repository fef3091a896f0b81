"""A metric's verdict, and all verdicts on a run."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutline.core.score import Score, Scores
from cutline.reports.notebook.fragment import fragment
from cutline.reports.statistics.intervals import Interval, intervals
from cutline.reports.statistics.resampling import Resampling
from cutline.reports.statistics.sums import adds_up
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

#: A notebook shows a result at once: with more images, or metrics that do not add up over images,
#: intervals would take a moment.
MOST_IMAGES = 10_000
RESAMPLING = Resampling(1_000)


def score_html(score: Score) -> str:
    """Value and interval, what the value is made of, and the signature."""
    [interval] = _quick_intervals([score])
    rows = [[safe(score.spec), _cell(score, interval)]]
    rows += [
        [f'<span class="muted">{safe(name.replace("_", " "))}</span>', _part_text(value)]
        for name, value in score.parts.items()
    ]
    shown = table(
        f"{score.spec}: {score.metric.summary}" if score.metric.summary else score.spec,
        [Column("", sortable=False), Column("value", "right", sortable=False)],
        rows,
    )
    signature = f'<p class="small"><code>{safe(str(score.signature))}</code></p>'
    return fragment(f"{shown}\n{_note([score], [interval])}\n{signature}")


def scores_html(scores: Scores) -> str:
    """A row for each metric; a value opens to its signature."""
    found = _quick_intervals(scores.scores)
    rows = [
        [safe(score.spec), _cell(score, interval, is_signed=True), safe(score.metric.summary)]
        for score, interval in zip(scores.scores, found, strict=True)
    ]
    columns = [
        Column("metric", sortable=False),
        Column("value", "right", sortable=False),
        Column("what it measures", sortable=False),
    ]
    shown = table(f"Scores of {scores.system}" if scores.system else "Scores", columns, rows)
    return fragment(f"{shown}\n{_note(scores.scores, found)}")


def _quick_intervals(scores: Sequence[Score]) -> list[Interval | None]:
    quick = [
        score
        for score in scores
        if 2 <= len(score.image_ids) <= MOST_IMAGES and adds_up(score.metric)
    ]
    found = iter(intervals(quick, RESAMPLING) if quick else [])
    return [next(found) if any(score is one for one in quick) else None for score in scores]


def _cell(score: Score, interval: Interval | None, is_signed: bool = False) -> str:
    bounds = None if interval is None else (interval.low, interval.high)
    ends = [x for x in (score.value, *(bounds or ())) if not math.isnan(x)]
    how = "" if interval is None else f" {interval.procedure}"
    return score_cell(
        score.value,
        bounds,
        # Most metrics end at 1, so that their bars can be compared.
        highest=score.metric.highest if max(ends, default=0) > 1 else 1.0,
        signature=f"{score.signature}{how}" if is_signed else "",
    )


def _note(scores: Sequence[Score], found: Sequence[Interval | None]) -> str:
    """How many images there are, and where the intervals come from or why there are none."""
    if not scores:
        return ""
    images = len(scores[0].image_ids)
    said = [f"{images:,} {'image' if images == 1 else 'images'}."]
    made = next((interval for interval in found if interval is not None), None)
    if made is not None:
        said.append(
            f"Intervals of {made.level * 100:g}%: {made.method}, {made.resampling}; "
            "cutline.intervals makes finer ones."
        )
    if images > MOST_IMAGES:
        said.append("Intervals of so many images take a moment: cutline.intervals makes them.")
    return f'<p class="muted small">{safe(" ".join(said))}</p>'


def _part_text(value: float) -> str:
    """A count as it is, and anything else to four figures."""
    if math.isnan(value):
        return number_text(value)
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.4g}"
