"""Results of ratings in the theme: tables with intervals, charts, and what agreement comes to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from cutline.collect.rating.results import Mean, Results
from cutline.collect.rating.tables import by_system
from cutline.reports.theme.charts import IntervalRow, interval_chart
from cutline.reports.theme.charts.chart import figure
from cutline.reports.theme.numbers import number_text, range_text
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe

#: Points of a scale; shares are shown times 100.
_DECIMALS = 2
#: What Krippendorff himself asks for: below the first nothing should be concluded.
_TENTATIVE, _RELIABLE = 0.667, 0.8


def systems_table(results: Sequence[Results]) -> str:
    """A row for each system and a column for each measure, as COCO's own table has them."""
    names, rows = by_system(results)
    shares = {
        mean_name
        for result in results
        for measure in result.measures
        if measure.is_share
        for mean_name in (measure.name, f"{measure.name} of {result.project}")
    }
    highest = {name: _highest(rows, name, name in shares) for name in names}
    columns = [Column("system"), *(Column(_head(name, name in shares), "right") for name in names)]
    cells, keys = [], []
    for system, means in rows.items():
        line = [f"<bdi>{safe(system)}</bdi>"]
        key: list[SortValue] = [system]
        for name in names:
            mean = means.get(name)
            line.append("–" if mean is None else _cell(mean, name in shares, highest[name]))
            key.append(None if mean is None else mean.value)
        cells.append(line)
        keys.append(key)
    return table("How people judged each system", columns, cells, sort_values=keys)


def ranking_table(results: Results) -> str:
    """Systems by strength, with how often each was preferred."""
    if results.ranking is None:
        return ""
    columns = [Column("rank", "right"), Column("system"), Column("strength", "right")]
    columns += [Column("interval", "right"), Column("tie group"), Column("preferred", "right")]
    columns += [Column("not preferred", "right"), Column("ties", "right")]
    cells = [
        [
            str(one.rank),
            f"<bdi>{safe(one.system)}</bdi>",
            number_text(one.strength, _DECIMALS),
            range_text(one.interval.low, one.interval.high, _DECIMALS),
            safe(one.letters),
            f"{one.wins:,}",
            f"{one.losses:,}",
            f"{one.ties:,}",
        ]
        for one in results.ranking.strengths
    ]
    keys: list[list[SortValue]] = [
        [
            *(one.rank, one.system, one.strength, one.interval.low, one.letters),
            *(one.wins, one.losses, one.ties),
        ]
        for one in results.ranking.strengths
    ]
    return table("Systems by what people preferred", columns, cells, sort_values=keys)


def charts_of(results: Results) -> list[str]:
    """A chart for each measure, or one of the ranking."""
    if results.ranking is not None:
        rows = [
            IntervalRow(one.system, one.strength, one.interval.low, one.interval.high, one.letters)
            for one in results.ranking.strengths
        ]
        label = "strength (log scale, 0 on average)"
        return [figure(interval_chart("Systems by strength", rows, label, decimals=_DECIMALS))]
    drawn = []
    for measure in results.measures:
        factor = 100 if measure.is_share else 1
        rows = [
            IntervalRow(
                mean.system,
                mean.value * factor,
                mean.interval.low * factor,
                mean.interval.high * factor,
            )
            for mean in measure.means
        ]
        label = "yes, %" if measure.is_share else "points, on average"
        decimals = 1 if measure.is_share else _DECIMALS
        drawn.append(
            figure(interval_chart(measure.name, rows, label, decimals=decimals), measure.text)
        )
    return drawn


def agreement_rows(results: Sequence[Results]) -> list[dict[str, Any]]:
    """How far people agree, in figures and in words."""
    rows = []
    for result in results:
        found = [(measure.name, measure.agreement) for measure in result.measures]
        found += [("choices", result.agreement)] if result.agreement else []
        for name, agreement in found:
            interval = agreement.interval
            rows.append(
                {
                    "name": name,
                    "alpha": "–" if agreement.alpha is None else number_text(agreement.alpha, 3),
                    "interval": range_text(interval.low, interval.high, 3) if interval else "",
                    "words": agreement.reason or _words(agreement.alpha or 0.0),
                    "units": agreement.units,
                    "ratings": agreement.ratings,
                }
            )
    return rows


def _words(alpha: float) -> str:
    if alpha >= _RELIABLE:
        return "people agree well"
    if alpha >= _TENTATIVE:
        return "enough for tentative conclusions"
    return "too little to conclude much" if alpha > 0 else "no more than by chance"


def _head(name: str, is_share: bool) -> str:
    return f"{name}, % yes" if is_share else name


def _highest(rows: dict[str, dict[str, Mean]], name: str, is_share: bool) -> float:
    if is_share:
        return 1.0
    found = [means[name] for means in rows.values() if name in means]
    bounds = [bound for mean in found for bound in (mean.value, mean.interval.high)]
    return max((bound for bound in bounds if math.isfinite(bound)), default=1.0)


def _cell(mean: Mean, is_share: bool, highest: float) -> str:
    interval = mean.interval
    signature = f"mean of {mean.ratings} ratings of {mean.captions} captions|{interval.procedure}"
    return score_cell(
        mean.value,
        (interval.low, interval.high),
        highest=highest,
        signature=signature,
        hundredfold=is_share,
        decimals=None if is_share else _DECIMALS,
    )
