"""Scores for people (a table) and for programs (JSON, CSV, values of each image)."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from rich.console import Console

from cutline.cli.terminal import new_table
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.score import Scores

FORMAT_VERSION = 1


@dataclass(frozen=True)
class ScoredRun:
    """A run's scores as a whole and by slice."""

    path: str
    scores: Scores
    slices: dict[str, Scores]

    def rows(self) -> Iterator[tuple[str, Scores]]:
        """The whole first (its slice is named ""), then each slice."""
        yield "", self.scores
        yield from self.slices.items()


def show_table(scored: list[ScoredRun], console: Console) -> None:
    """A row for each run and slice, a column for each metric; signatures below."""
    has_slices = any(run.slices for run in scored)
    table = new_table("system", *(["slice", "images"] if has_slices else []))
    for spec in scored[0].scores:
        table.add_column(spec, justify="right", no_wrap=True)
    for run in scored:
        for label, scores in run.rows():
            values = [_shown(score.value) for score in scores.scores]
            slice_cells = [label or "all", f"{len(scores.image_ids):,}"] if has_slices else []
            table.add_row("" if label else run.scores.system, *slice_cells, *values)
    # A narrow screen wraps lines; figures are never cut short.
    needed = console.measure(table, options=console.options.update(width=10_000)).maximum
    console.width = max(console.width, needed)
    console.print(table)
    console.print()
    # Runs may cover different images; a signature is printed once for all the runs it serves.
    for signature in dict.fromkeys(str(s.signature) for run in scored for s in run.scores.scores):
        console.out(signature, style="dim", highlight=False)
    for line in dict.fromkeys(_slice_signatures(scored)):
        console.out(line, style="dim", highlight=False)


def _slice_signatures(scored: list[ScoredRun]) -> Iterator[str]:
    """What differs from the signatures of the whole: the same for every metric of a slice."""
    for run in scored:
        for label, scores in run.slices.items():
            signature = scores.scores[0].signature
            yield (
                f"{label}: refs:{signature.references}|images:{signature.images}"
                f"|data:{signature.data}"
            )


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.3f}"


def as_json(scored: list[ScoredRun]) -> str:
    """All scores, with parts and signatures."""
    content = {
        "cutline": "scores",
        "version": FORMAT_VERSION,
        "runs": [
            {
                "system": run.scores.system,
                "file": run.path,
                "images": len(run.scores.image_ids),
                "scores": _score_dicts(run.scores),
                "slices": {
                    label: {"images": len(part.image_ids), "scores": _score_dicts(part)}
                    for label, part in run.slices.items()
                },
            }
            for run in scored
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _score_dicts(scores: Scores) -> list[dict[str, Any]]:
    return [_without_nan(score.to_dict()) for score in scores.scores]


def _without_nan(value: Any) -> Any:
    # JSON has no NaN: what is undefined is null.
    if isinstance(value, dict):
        return {key: _without_nan(inner) for key, inner in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def as_csv(scored: list[ScoredRun]) -> str:
    """A line for each run, slice and metric."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["system", "slice", "images", "metric", "value", "signature"])
    for run in scored:
        for label, scores in run.rows():
            for score in scores.scores:
                value = "" if math.isnan(score.value) else repr(score.value)
                images = len(scores.image_ids)
                row = [scores.system, label or "all", images, score.spec, value, score.signature]
                writer.writerow(row)
    return out.getvalue()


def write_per_image(scored: list[ScoredRun], path: str) -> None:
    """The value of every metric for every image.

    Raises:
        UsageError: for an ending other than .jsonl or .csv (with .gz or without).
    """
    kind = path.removesuffix(".gz").rpartition(".")[2]
    if kind not in ("jsonl", "csv"):
        raise UsageError(f"--per-image writes .jsonl or .csv (and .gz of both), not {path!r}")
    with atomic_write(path) as file:
        (_write_jsonl if kind == "jsonl" else _write_csv)(scored, file)


def _image_rows(scored: list[ScoredRun]) -> Iterator[list[Any]]:
    for run in scored:
        columns = [score.values.tolist() for score in run.scores.scores]
        for image_id, *values in zip(run.scores.image_ids, *columns, strict=True):
            yield [run.scores.system, image_id, *values]


def _write_jsonl(scored: list[ScoredRun], file: IO[str]) -> None:
    signatures = {score.spec: str(score.signature) for score in scored[0].scores.scores}
    header = {"cutline": "values", "version": FORMAT_VERSION, "signatures": signatures}
    file.write(json.dumps(header) + "\n")
    names = ["system", "image_id", *scored[0].scores]
    for row in _image_rows(scored):
        record = dict(zip(names, row, strict=True))
        file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _write_csv(scored: list[ScoredRun], file: IO[str]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["system", "image_id", *scored[0].scores])
    writer.writerows(_image_rows(scored))
