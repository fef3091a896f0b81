"""Scores for people (a table) and for programs (JSON, CSV, values of each image)."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.score import Scores
from cutline.reports.wording import interval_text, value_text
from cutline.scoring.slicing import SMALL_SLICE

if TYPE_CHECKING:
    from cutline.cli.statistics_options import Settings
    from cutline.reports.statistics import Interval

FORMAT_VERSION = 1


@dataclass(frozen=True)
class ScoredRun:
    """A run's scores as a whole and by slice."""

    path: str
    scores: Scores
    slices: dict[str, Scores]
    #: How far each score can be trusted, by slice ("" for the whole); empty if nobody asked.
    intervals: Mapping[str, Sequence[Interval]] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, Scores]]:
        """The whole first (its slice is named ""), then each slice."""
        yield "", self.scores
        yield from self.slices.items()


def with_intervals(run: ScoredRun, settings: Settings) -> ScoredRun:
    """The same, with an interval for every score."""
    from cutline.reports.statistics import intervals

    found = {
        label: intervals(
            scores.scores, settings.resampling, method=settings.method, level=settings.level
        )
        for label, scores in run.rows()
    }
    return replace(run, intervals=found)


def show_table(scored: list[ScoredRun], console: Console) -> None:
    """A row for each run and slice, a column for each metric; signatures below."""
    has_slices = any(run.slices for run in scored)
    table = new_table("system", *(["slice", "images"] if has_slices else []))
    for spec in scored[0].scores:
        table.add_column(spec, justify="right", no_wrap=True)
    for run in scored:
        for label, scores in run.rows():
            values = [value_text(score.value) for score in scores.scores]
            slice_cells = [_marked(label, scores), f"{len(scores.image_ids):,}"]
            system = "" if label else run.scores.system
            table.add_row(system, *(slice_cells if has_slices else []), *values)
            if run.intervals:
                bounds = [interval_text(found) for found in run.intervals[label]]
                table.add_row("", *(["", ""] if has_slices else []), *bounds, style="dim")
    print_whole(table, console)
    if any(_is_small(scores) for run in scored for scores in run.slices.values()):
        console.print("* too few images to say much")
    console.print()
    # Runs may cover different images; a signature is printed once for all the runs it serves.
    for signature in dict.fromkeys(str(s.signature) for run in scored for s in run.scores.scores):
        console.out(signature, style="dim", highlight=False)
    for line in dict.fromkeys(_slice_signatures(scored)):
        console.out(line, style="dim", highlight=False)
    if scored[0].intervals:
        console.out(scored[0].intervals[""][0].procedure, style="dim", highlight=False)


def _marked(label: str, scores: Scores) -> str:
    return f"{label}*" if label and _is_small(scores) else label or "all"


def _is_small(scores: Scores) -> bool:
    return len(scores.image_ids) < SMALL_SLICE


def _slice_signatures(scored: list[ScoredRun]) -> Iterator[str]:
    """What differs from the signatures of the whole: the same for every metric of a slice."""
    for run in scored:
        for label, scores in run.slices.items():
            signature = scores.scores[0].signature
            yield (
                f"{label}: refs:{signature.references}|images:{signature.images}"
                f"|data:{signature.data}"
            )


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
                "scores": _score_dicts(run, "", run.scores),
                "slices": {
                    label: {
                        "images": len(part.image_ids),
                        "is_small": _is_small(part),
                        "scores": _score_dicts(run, label, part),
                    }
                    for label, part in run.slices.items()
                },
            }
            for run in scored
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _score_dicts(run: ScoredRun, label: str, scores: Scores) -> list[dict[str, Any]]:
    dicts = [score.to_dict() for score in scores.scores]
    for content, interval in zip(dicts, run.intervals.get(label, ()), strict=False):
        content["interval"] = interval.to_dict()
    return [without_nan(content) for content in dicts]


def without_nan(value: Any) -> Any:
    """The same content as JSON can hold it, which has no NaN: what is undefined is null."""
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def as_csv(scored: list[ScoredRun]) -> str:
    """A line for each run, slice and metric."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    bounds = ["low", "high"] if scored[0].intervals else []
    writer.writerow(["system", "slice", "images", "metric", "value", *bounds, "signature"])
    for run in scored:
        for label, scores in run.rows():
            for place, score in enumerate(scores.scores):
                numbers = [score.value]
                if run.intervals:
                    found = run.intervals[label][place]
                    numbers += [found.low, found.high]
                written = ["" if math.isnan(number) else repr(number) for number in numbers]
                start = [scores.system, label or "all", len(scores.image_ids), score.spec]
                writer.writerow([*start, *written, score.signature])
    return out.getvalue()


def write_per_image(scored: list[ScoredRun], path: str) -> None:
    """The value of every metric for every image."""
    with atomic_write(path) as file:
        (_write_jsonl if _kind(path) == "jsonl" else _write_csv)(scored, file)


def check_per_image(path: str | None) -> None:
    """Refuse a file of values that is neither lines nor a table.

    Raises:
        UsageError: for an ending other than .jsonl or .csv (with .gz or without).
    """
    if path is not None and _kind(path) not in ("jsonl", "csv"):
        raise UsageError(f"--per-image writes .jsonl or .csv (and .gz of both), not {path!r}")


def _kind(path: str) -> str:
    return path.removesuffix(".gz").rpartition(".")[2]


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
