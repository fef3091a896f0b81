"""Whether metrics agree about images."""

from __future__ import annotations

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.html_report.image_data import ranks
from cutline.reports.html_report.section import Section
from cutline.reports.study import Study
from cutline.reports.theme.charts import figure, matrix_chart


def metric_agreement(study: Study) -> Section | None:
    """Rank correlations of the metrics over all captions; None if there is one metric only."""
    specs = list(study.scores[0])
    if len(specs) < 2:
        return None
    correlations = rank_correlations(
        np.stack([np.concatenate([s[spec].values for s in study.scores]) for spec in specs])
    )
    chart = matrix_chart("Rank correlation of metrics", specs, correlations)
    note = (
        "<p>Metrics that order captions alike say much the same; where they part, look at the "
        "captions. Spearman's correlation over all captions of all systems.</p>"
    )
    return Section("agreement", "Do metrics agree?", note + figure(chart))


def rank_correlations(rows: Floats) -> Floats:
    """Spearman's correlation of each row with each other; NaN for a row that is all the same.

    >>> rank_correlations(np.array([[1.0, 2.0, 3.0], [9.0, 5.0, 5.0]])).round(3).tolist()
    [[1.0, -0.866], [-0.866, 1.0]]
    """
    ranked = np.stack([ranks(row) for row in rows])
    centred = ranked - ranked.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (centred @ centred.T) / np.outer(lengths, lengths)
    return np.clip(found, -1, 1)
