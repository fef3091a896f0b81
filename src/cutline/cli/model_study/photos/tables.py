"""The study as tables for people, and as JSON for programs."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from cutline.cli.model_study.photos.inputs import PARTS
from cutline.cli.model_study.photos.study import LEAD, PhotosStudy
from cutline.cli.terminal import new_table, print_whole
from cutline.core.progress import duration_text
from cutline.datasets.wording import printable

FORMAT_VERSION = 1


def show_study(found: PhotosStudy, console: Console) -> None:
    """Scores, how training went, and a few captions."""
    console.print(f"{about(found)}\n")
    _show_scores(found, console)
    _show_training(found, console)
    for why, looks in found.looks:
        console.out(f"{why}: {looks[0].image_id}", highlight=False)
        for run, look in enumerate(looks):
            value = found.value(run, look.image_id)
            console.out(
                f"  {look.system}: {printable(look.caption)} ({value:.2f})", highlight=False
            )
    console.print()
    for run in range(len(found.runs)):
        console.out(found.signature(run), style="dim", highlight=False)
    for metric in found.comparison:
        console.out(str(metric.scores[0].signature), style="dim", highlight=False)
    console.out(found.comparison.procedure, style="dim", highlight=False)


def _show_scores(found: PhotosStudy, console: Console) -> None:
    table = new_table("captioner")
    for metric in found.comparison:
        table.add_column(metric.spec, justify="right", no_wrap=True)
    for run, system in enumerate(found.comparison.systems):
        cells = [f"{m.scores[run].value:.3f} {m.letters[run]:<2}" for m in found.comparison]
        table.add_row(system, *cells)
    print_whole(table, console)
    console.print("Captioners that share a letter cannot be told apart.\n")


def _show_training(found: PhotosStudy, console: Console) -> None:
    table = new_table("training")
    for head in ("epoch", "loss", f"{LEAD} (val)"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in found.learnt:
        for record in one.history:
            mark = " *" if record.get("is_best") else "  "
            loss = sum(record["losses"].values())
            values = (f"{record['epoch']}", f"{loss:.3f}", f"{record['value']:.3f}{mark}")
            table.add_row(one.name, *values)
    print_whole(table, console)
    times = (f"{one.name} {duration_text(one.seconds)}" for one in found.learnt)
    console.print(f"* better than all before; trained in: {', '.join(times)}\n")


def about(found: PhotosStudy) -> str:
    """What was studied, in a line."""
    counts = ", ".join(f"{len(found.photos.parts[part]):,} {part}" for part in PARTS)
    return f"{counts} images; {found.words:,} words; {found.store.size:,} numbers a region"


def as_json(found: PhotosStudy) -> str:
    """The same for programs."""
    content: dict[str, Any] = {
        "cutline": "study-models-photos",
        "version": FORMAT_VERSION,
        "images": {part: len(found.photos.parts[part]) for part in PARTS},
        "parted_by": found.photos.drawn,
        "words": found.words,
        "features": found.store.signature,
        "systems": [_system(found, run) for run in range(len(found.runs))],
        "statistics": found.comparison.procedure,
        "looks": [
            {
                "image_id": looks[0].image_id,
                "chosen": why,
                "captions": {look.system: look.caption for look in looks},
            }
            for why, looks in found.looks
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=True) + "\n"


def _system(found: PhotosStudy, run: int) -> dict[str, Any]:
    content: dict[str, Any] = {
        "name": found.runs[run].system,
        "signature": found.signature(run),
        "scores": {
            metric.spec: {
                "value": metric.scores[run].value,
                "interval": [metric.intervals[run].low, metric.intervals[run].high],
                "tied": metric.letters[run],
                "signature": str(metric.scores[run].signature),
            }
            for metric in found.comparison
        },
    }
    if run < len(found.learnt):
        one = found.learnt[run]
        content["parameters"] = one.parameters
        content["seconds"] = round(one.seconds, 1)
        content["history"] = [dict(record) for record in one.history]
    return content
