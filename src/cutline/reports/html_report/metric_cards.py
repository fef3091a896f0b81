"""What each metric means, in its own words."""

from __future__ import annotations

import inspect

from cutline.core.metric import Metric
from cutline.reports.html_report.section import Section
from cutline.reports.study import Study
from cutline.reports.theme.charts import distribution_chart, figure
from cutline.reports.theme.text import safe


def metric_cards(study: Study) -> Section:
    """A card for each metric: definition, range, signature, and how its values spread."""
    cards = []
    for compared in study.comparison:
        score = compared.scores[0]
        cards.append(
            f'<article class="card metric-card"><h3>{safe(compared.spec)}</h3>'
            f"<p>{safe(definition(score.metric))}</p>"
            f'<p class="muted">From 0 to {score.metric.highest:g}; '
            f"{_how_summed(score.metric)}</p>"
            f'<details class="signature"><summary>Signature</summary><div class="signature-text">'
            f"<code>{safe(str(score.signature))}</code>"
            f'<button type="button" class="copy">Copy</button></div></details></article>'
        )
    return Section("metrics", "Metrics", f'<div class="cards wide">{"".join(cards)}</div>')


def distributions(study: Study) -> Section:
    """How the values of images spread, by each metric."""
    charts = []
    for compared in study.comparison:
        series = {
            system: score.values
            for system, score in zip(study.systems, compared.scores, strict=True)
        }
        metric = compared.scores[0].metric
        highest = max(
            _end(score.values.max(initial=0), metric.highest) for score in compared.scores
        )
        title = f"{compared.spec} of single images"
        charts.append(figure(distribution_chart(title, series, compared.spec, highest)))
    note = (
        "<p>A score is one number for many captions. Here is how they spread: the share of images "
        "at each value, and the middle one.</p>"
    )
    return Section(
        "distributions", "Distributions", f'{note}<div class="charts">{"".join(charts)}</div>'
    )


def definition(metric: Metric) -> str:
    """The metric's own first paragraph, and its one line."""
    text = inspect.getdoc(type(metric)) or ""
    first = " ".join(text.split("\n\n")[0].split())
    summary = metric.summary
    return f"{summary[:1].upper()}{summary[1:]}. {first}"


def _how_summed(metric: Metric) -> str:
    is_mean = type(metric).score is Metric.score
    return (
        "the score is the mean over images."
        if is_mean
        else "the score is computed from counts of all images together, not as a mean."
    )


def _end(largest: float, highest: float) -> float:
    """Where an axis ends: at the highest value there can be, or sooner if all lie far below."""
    return min(highest, max(largest * 1.05, highest / 10))
