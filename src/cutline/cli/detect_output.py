"""What a detector saw, and which detectors there are, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from cutline.cli.detect_run import DetectRun
from cutline.cli.terminal import new_table, print_whole
from cutline.datasets.wording import printable
from cutline.detect.evaluation import Evaluation, Quality

if TYPE_CHECKING:
    from cutline.detect.ready import ReadyModel

FORMAT_VERSION = 1

#: Labels that are listed for people; programs get them all.
_LABELS_SHOWN = 12


def show_run(found: DetectRun, console: Console) -> None:
    """How much was seen, the most frequent labels, and how good the answers are."""
    counts = [
        f"{_counted(len(found.images), 'picture')}",
        f"{_counted(found.objects, 'object')}",
        f"{found.empty:,} without objects",
    ]
    if found.unseen:
        counts.append(f"{len(found.unseen):,} could not be looked at")
    console.print(f"{', '.join(counts)}\n")
    labels = found.labels()
    if labels:
        table = new_table("label")
        for head in ("objects", "pictures"):
            table.add_column(head, justify="right", no_wrap=True)
        for label, objects, pictures in labels[:_LABELS_SHOWN]:
            table.add_row(printable(label), f"{objects:,}", f"{pictures:,}")
        print_whole(table, console)
        if len(labels) > _LABELS_SHOWN:
            console.print(f"and {len(labels) - _LABELS_SHOWN} more labels")
        console.print()
    if found.evaluation is not None:
        _show_evaluation(found, found.evaluation, console)
    console.out(found.signature, style="dim", highlight=False)


def _show_evaluation(found: DetectRun, evaluation: Evaluation, console: Console) -> None:
    what = "labels" if evaluation.iou is None else f"boxes at {evaluation.iou:g}"
    table = new_table(f"compared with annotations: {what}")
    for head in ("right", "wrong", "missed", "precision", "recall", "F"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_row("all", *_cells(evaluation.overall))
    by_size = sorted(
        evaluation.by_label.items(),
        key=lambda pair: (-(pair[1].right + pair[1].missed + pair[1].wrong), pair[0]),
    )
    for label, quality in by_size[:_LABELS_SHOWN]:
        table.add_row(printable(label), *_cells(quality))
    print_whole(table, console)
    if evaluation.beyond:
        known = evaluation.recall_of_known
        told = f", recall of the others {known:.3f}" if known is not None else ""
        console.print(f"{evaluation.beyond:,} missed ones have no label of the detector{told}")
    if found.without_gold:
        console.print(f"{_counted(len(found.without_gold), 'picture')} without annotations")
    console.print()


def _cells(quality: Quality) -> list[str]:
    shares = (quality.precision, quality.recall, quality.f)
    return [
        *(f"{count:,}" for count in (quality.right, quality.wrong, quality.missed)),
        *("-" if share is None else f"{share:.3f}" for share in shares),
    ]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def as_json(found: DetectRun) -> str:
    """The same for programs."""
    content: dict[str, Any] = {
        "cutline": "detect",
        "version": FORMAT_VERSION,
        "detector": found.detector,
        "signature": found.signature,
        "images": len(found.images),
        "objects": found.objects,
        "without_objects": found.empty,
        "labels": {
            label: {"objects": objects, "images": images}
            for label, objects, images in found.labels()
        },
        "unseen": [
            {"image_id": one.file.image_id, "file": str(one.file.path), "reason": one.reason}
            for one in found.unseen
        ],
    }
    if (evaluation := found.evaluation) is not None:
        content["evaluation"] = {
            "iou": evaluation.iou,
            "images": evaluation.images,
            "overall": _quality(evaluation.overall),
            "by_label": {la: _quality(one) for la, one in evaluation.by_label.items()},
            "ignored": evaluation.ignored,
            "beyond_labels": evaluation.beyond,
            "recall_of_known_labels": evaluation.recall_of_known,
            "without_annotations": len(found.without_gold),
        }
    return json.dumps(content, indent=2, ensure_ascii=True) + "\n"


def _quality(quality: Quality) -> dict[str, Any]:
    return {
        "right": quality.right,
        "wrong": quality.wrong,
        "missed": quality.missed,
        "precision": quality.precision,
        "recall": quality.recall,
        "f": quality.f,
    }


def show_ready(states: Sequence[tuple[ReadyModel, Path | None]], console: Console) -> None:
    """The ready-made detectors, and where they are."""
    table = new_table("name", "state", "to fetch", "licence")
    table.add_column("sees")
    for model, folder in states:
        state = "not obtained" if folder is None else "ready"
        table.add_row(model.name, state, f"{model.size / 1e6:.0f} MB", model.licence, model.summary)
    print_whole(table, console)
    for model, folder in states:
        where = "" if folder is None else f"; at {folder}"
        console.out(f"{model.name}: from {model.source}{where}", style="dim", highlight=False)
        if folder is None:
            line = f"{model.name}: get it with: cutline detect get {model.name}"
            console.out(line, style="dim", highlight=False)


def ready_as_json(states: Sequence[tuple[ReadyModel, Path | None]]) -> str:
    """The same for programs."""
    content = {
        "cutline": "detectors",
        "version": FORMAT_VERSION,
        "detectors": [
            {
                "name": model.name,
                "sees": model.summary,
                "is_ready": folder is not None,
                "path": None if folder is None else str(folder),
                "bytes_to_fetch": model.size,
                "licence": model.licence,
                "source": model.source,
            }
            for model, folder in states
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=True) + "\n"
