"""The tables of the page on word agreement."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutline.benchmarks.word_agreement import PrecisionAtHumanRecall, WordAgreement
from cutline.benchmarks.word_agreement.part_precision import Estimate
from cutline.reports.theme.numbers import number_text, range_text
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe


def part_table(agreement: WordAgreement) -> str:
    """Means over the words of each part of speech."""
    heads = ["words", "recall", *(f"precision, k = {k}" for k in agreement.ks)]
    rows = [
        [
            safe(means.part),
            f"{means.words:,}",
            *(number_text(_number(value)) for value in (means.recall, *means.precision)),
        ]
        for means in agreement.by_part()
    ]
    return table("Means over words", _columns("part of speech", heads), rows)


def model_table(agreement: WordAgreement) -> str:
    """How far words lie from the curve."""
    heads = ["words", "above the curve", "error", "explained"]
    rows = [
        [
            f"k = {fit.k}",
            f"{fit.words:,}",
            *(number_text(_number(value)) for value in (fit.bias, fit.error, fit.explained)),
        ]
        for fit in agreement.fits
    ]
    return table("How well the model describes words", _columns("references", heads), rows)


def word_table(agreement: WordAgreement) -> str:
    """Every word, the most frequent first."""
    use, fitted = agreement.use, agreement.fitted
    heads = ["images", *(f"precision, k = {k}" for k in agreement.ks)]
    heads += ["p, which is recall", "95% interval", "p by likelihood"]
    columns = [Column("word"), Column("part of speech"), *_columns("", heads)[1:]]
    cells, keys = [], []
    for word, name in enumerate(agreement.words):
        figures = [*agreement.precision[:, word].tolist(), float(fitted.p[word])]
        interval = range_text(float(fitted.low[word]), float(fitted.high[word]))
        likelihood = float(fitted.likelihood[word])
        images, part = int(use.image_counts[word]), use.parts[word] if use.parts else ""
        cells.append(
            [
                safe(name),
                safe(part),
                f"{images:,}",
                *map(number_text, figures),
                interval,
                number_text(likelihood),
            ]
        )
        keys.append([name, part, images, *figures, float(fitted.low[word]), likelihood])
    return table("Words", columns, cells, sort_values=keys)


def system_table(systems: Sequence[PrecisionAtHumanRecall]) -> str:
    """Means over words of each system, with people's beside them."""
    heads = ["precision at human recall", "people", "difference", "words reached"]
    heads += ["own precision", "own recall", "human recall"]
    columns = [Column("system"), Column("part of speech"), *_columns("", heads)[1:]]
    cells: list[list[str]] = []
    keys: list[list[SortValue]] = []
    for system in systems:
        for means in (system.mean, *system.by_part[:-1]):
            estimates = (means.precision, means.human, means.difference)
            plain = (means.own_precision, means.own_recall, means.human_recall)
            cells.append(
                [
                    safe(system.system),
                    safe(means.part),
                    *(_estimate_cell(estimate, system.signature) for estimate in estimates),
                    f"{means.reached:,} of {means.words:,}",
                    *(number_text(_number(value)) for value in plain),
                ]
            )
            sorted_by = [_number(estimate.value) for estimate in estimates]
            numbers = [*sorted_by, means.reached, *map(_number, plain)]
            keys.append([system.system, means.part, *numbers])
    return table("Systems and people", columns, cells, sort_values=keys)


def _estimate_cell(estimate: Estimate, signature: str) -> str:
    interval = None
    if estimate.low is not None and estimate.high is not None:
        interval = (estimate.low, estimate.high)
    return score_cell(_number(estimate.value), interval, signature=signature)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _columns(first: str, heads: Sequence[str]) -> list[Column]:
    return [Column(first), *(Column(head, "right") for head in heads)]
