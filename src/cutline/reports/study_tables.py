"""A study as tables: slices, and images with what every run says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutline.core.tables import Table
from cutline.reports.statistics.comparison_tables import SCORE_COLUMNS, score_rows

if TYPE_CHECKING:
    from cutline.reports.study import Study


def slice_table(study: Study) -> Table:
    """A row for each slice, metric and run."""
    names = ["slicing", "slice", "images", "is_small", *SCORE_COLUMNS]
    rows = [
        [sliced.slicing.name, label, part.images, sliced.slicing.is_small(label), *row]
        for sliced in study.slices
        for label, part in sliced.parts.items()
        for row in score_rows(part)
    ]
    return Table.of_rows(names, rows)


def image_table(study: Study) -> Table:
    """A row for each run and image: the caption, and its value by each metric."""
    images = range(len(study.image_ids))
    runs = range(len(study.runs))
    columns: dict[str, list[Any]] = {
        "system": [study.systems[run] for run in runs for _ in images],
        "image_id": list(study.image_ids) * len(study.runs),
        "caption": [study.caption(run, place) for run in runs for place in images],
    }
    for spec in study.scores[0]:
        columns[spec] = study.values(spec).ravel().tolist()
    return Table(columns)
