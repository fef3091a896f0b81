"""Charts of the dashboard."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from cutline.collect.console.progress import Hour
from cutline.collect.models import Figures
from cutline.reports.theme.charts import figure, line_chart

#: So many points a line has at most: hours are put together where there are more.
_MOST_POINTS = 60


def over_time(hours: Sequence[Hour]) -> list[SafeString]:
    """Answers so far, and how many of them were odd; none where there is too little to draw."""
    if len(hours) < 2:
        return []
    groups = _grouped(hours)
    xs = [_days(hours[0].start, group[-1].start) for group in groups]
    so_far, total = [], 0
    for group in groups:
        total += sum(hour.answers for hour in group)
        so_far.append(float(total))
    growth = line_chart(
        "Answers over time", xs, {"answers": so_far}, "days since the first", "answers", decimals=0
    )
    shares = {
        "flagged": [_share(group, "flagged", "answers") for group in groups],
        "rejected": [_share(group, "rejected", "answers") for group in groups],
        "attention right": [_share(group, "right", "known") for group in groups],
    }
    known = {name: values for name, values in shares.items() if not all(map(math.isnan, values))}
    quality = line_chart(
        "Quality over time", xs, known, "days since the first", "share", decimals=2
    )
    said = (
        "Of the answers of each while: the share that was flagged, that reviewers rejected, and of "
        "items with a known answer that were answered right."
    )
    return [_drawn(growth), _drawn(quality, said)]


def agreement_over_time(figures: Figures | None) -> SafeString | None:
    """How far captions agree with others of the same image, by when they were written."""
    rows: list[list[Any]] = figures.by_hour if figures is not None else []
    if figures is None or len(rows) < 2:
        return None
    size = math.ceil(len(rows) / _MOST_POINTS)
    groups = [rows[at : at + size] for at in range(0, len(rows), size)]
    start = datetime.fromisoformat(rows[0][0])
    xs = [_days(start, datetime.fromisoformat(group[-1][0])) for group in groups]
    values = [
        sum(value * count for _, value, count in group) / sum(count for *_, count in group)
        for group in groups
    ]
    metric = figures.metrics[0]
    chart = line_chart(
        "Agreement over time", xs, {metric: values}, "days since the first", metric, decimals=2
    )
    said = f"Mean {metric} of captions, the others of the same image being the references."
    return _drawn(chart, said)


def _grouped(hours: Sequence[Hour]) -> list[Sequence[Hour]]:
    size = math.ceil(len(hours) / _MOST_POINTS)
    return [hours[at : at + size] for at in range(0, len(hours), size)]


def _share(group: Sequence[Hour], part: str, whole: str) -> float:
    of = sum(getattr(hour, whole) for hour in group)
    return sum(getattr(hour, part) for hour in group) / of if of else math.nan


def _days(start: datetime, moment: datetime) -> float:
    return (moment - start).total_seconds() / 86_400


def _drawn(chart: Any, caption: str = "") -> SafeString:
    # The theme escapes every text that it draws.
    return mark_safe(figure(chart, caption))
