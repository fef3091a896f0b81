"""An analysis of captions as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json

from cutline.benchmarks.dataset_analysis import Analysis

FORMAT_VERSION = 1


def as_json(found: Analysis) -> str:
    """Every figure."""
    content = {"cutline": "analysis", "version": FORMAT_VERSION, **found.to_dict()}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(found: Analysis) -> str:
    """A line for each set and figure; words and classes one by one are only in JSON."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    table = found.table()
    writer.writerow(table)
    writer.writerows(["" if value is None else value for value in row] for row in table.rows())
    return out.getvalue()
