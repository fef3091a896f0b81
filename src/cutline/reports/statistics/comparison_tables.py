"""A comparison as tables: every run by every metric, and every pair of runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cutline.core.tables import Table

if TYPE_CHECKING:
    from cutline.reports.statistics.comparison import Comparison

#: The columns of each table; a table of slices has the same ones, and the slice before them.
SCORE_COLUMNS = ("spec", "system", "value", "low", "high", "ties", "signature")
DIFFERENCE_COLUMNS = (
    *("spec", "system", "against", "difference", "low", "high", "p", "corrected_p"),
    *("is_real", "wins", "losses", "detectable", "images_needed"),
)


def score_table(comparison: Comparison) -> Table:
    """A row for each metric and run."""
    return Table.of_rows(SCORE_COLUMNS, list(score_rows(comparison)))


def difference_table(comparison: Comparison) -> Table:
    """A row for each metric and pair of runs; none where there is one run."""
    return Table.of_rows(DIFFERENCE_COLUMNS, list(_difference_rows(comparison)))


def score_rows(comparison: Comparison) -> Iterator[list[Any]]:
    """The rows of the table of scores."""
    for metric in comparison:
        for system, score, interval, letters in zip(
            comparison.systems, metric.scores, metric.intervals, metric.letters, strict=True
        ):
            bounds = interval.low, interval.high
            yield [metric.spec, system, score.value, *bounds, letters, str(score.signature)]


def _difference_rows(comparison: Comparison) -> Iterator[list[Any]]:
    level = comparison.level
    for metric in comparison:
        for found in metric.differences:
            yield [
                metric.spec,
                comparison.systems[found.second],
                comparison.systems[found.first],
                found.value,
                found.interval.low,
                found.interval.high,
                found.p,
                found.corrected_p,
                found.is_real(level),
                found.wins,
                found.losses,
                found.detectable(level),
                found.images_needed(comparison.images, level),
            ]
