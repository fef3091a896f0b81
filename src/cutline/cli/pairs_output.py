"""What `cutline pairs` found, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from cutline.benchmarks.compositional.occurrences import Occurrences
from cutline.cli.pairs_inputs import Section

FORMAT_VERSION = 1


def as_json(found: Sequence[Section]) -> str:
    """Every figure."""
    content: dict[str, Any] = {"cutline": "pairs", "version": FORMAT_VERSION}
    for section in found:
        dicts = [result.to_dict() for result in section.results]
        if section.name == "captions":
            content[section.name] = [_with_examples(one, section) for one in dicts]
        else:
            [content[section.name]] = dicts
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _with_examples(of_file: dict[str, Any], section: Section) -> dict[str, Any]:
    if section.examples:
        by_name = {(p.other.kind, p.name): found for p, found in section.examples.items()}
        for entry in of_file["pairs"]:
            entry["examples"] = [
                {"image_id": image_id, "caption": text}
                for image_id, text in by_name.get((entry["kind"], entry["pair"]), ())
            ]
    return of_file


def as_csv(found: Sequence[Section]) -> str:
    """A line for each row of the table; several files of captions one after another."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    [section] = found
    tables = [result.table() for result in section.results]
    if len(tables) == 1:
        writer.writerow(tables[0])
        writer.writerows(map(_cells, tables[0].rows()))
        return out.getvalue()
    names = list(dict.fromkeys(name for table in tables for name in table))
    writer.writerow(["captions", *names])
    for result, table in zip(section.results, tables, strict=True):
        for row in table.rows():
            values = dict(zip(table, row, strict=True))
            name = result.name if isinstance(result, Occurrences) else ""
            writer.writerow([name, *_cells(values.get(column) for column in names)])
    return out.getvalue()


def _cells(values: Iterable[Any]) -> list[Any]:
    return ["" if value is None else value for value in values]
