"""The study of word agreement for programs: JSON, and CSV of the words."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from cutline.cli.word_agreement_study.inputs import Study

FORMAT_VERSION = 1


def as_json(found: Study) -> str:
    """Every figure."""
    content: dict[str, Any] = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "word-agreement",
        **found.agreement.to_dict(),
        "systems": [system.to_dict() for system in found.systems],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(found: Study) -> str:
    """A line for each word, with the precision at human recall of each system."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    table = found.agreement.table()
    columns = [system.table()["precision"] for system in found.systems]
    writer.writerow([*table, *(f"phr:{system.system}" for system in found.systems)])
    for row, *added in zip(table.rows(), *columns, strict=True):
        writer.writerow(["" if value is None else value for value in (*row, *added)])
    return out.getvalue()
