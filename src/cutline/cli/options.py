"""Options that mean the same in every command."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cutline.cli.terminal import note
from cutline.core.errors import FileError, UsageError
from cutline.core.metric import Metric
from cutline.core.spec import DEFAULT, parse_specs
from cutline.datasets.checks import Policy
from cutline.metrics.spice import Spice
from cutline.scoring.choice import chosen_metrics, usual_metrics

References = Annotated[
    str,
    typer.Option("--refs", help="The references: a file of any known format.", metavar="FILE"),
]
OptionalReferences = Annotated[
    str | None,
    typer.Option(
        "--refs",
        help="The references: a file of any known format. Some metrics need only --objects.",
        metavar="FILE",
    ),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        help="Metric specs, comma-separated: bleu-4, meteor, cider-d(sigma=6); or coco, all.",
        metavar="SPECS",
        show_default=DEFAULT,
    ),
]
SpiceParser = Annotated[
    str | None,
    typer.Option(
        "--spice",
        help="Also SPICE: by cutline's parser, spacy/MODEL, or the official program.",
        metavar="cutline|official|spacy/MODEL",
    ),
]
TokenizerSpec = Annotated[
    str,
    typer.Option(help="ptb, ptb(context=none), or none for tokenized text.", metavar="SPEC"),
]
SliceBy = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        help="Slices: domain or another tag, length, objects, agreement, word:dog, or a file.",
        metavar="TAG|SLICER|FILE",
    ),
]
Objects = Annotated[
    str | None,
    typer.Option(help="What is seen in each image: labels, boxes, detections.", metavar="FILE"),
]
Only = Annotated[
    str | None,
    typer.Option(help="Use only images with this tag, e.g. split=test.", metavar="TAG=VALUE"),
]
Jobs = Annotated[
    int | None, typer.Option(help="Threads to use; all cores by default.", min=1, metavar="N")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", help="Write to this file, whole or not at all.", metavar="FILE"),
]
Strictness = Annotated[
    bool | None,
    typer.Option(
        "--strict/--lenient",
        help="Stop at warnings too, or leave out and repair what can be.",
        show_default=False,
    ),
]


def check_files(outputs: Sequence[str | None], inputs: Sequence[str | None]) -> None:
    """Refuse to write one file twice, over a file that is read, or where there is no folder.

    Asked before the work is done, which would be lost otherwise.

    Raises:
        UsageError, FileError: naming the file.
    """
    seen = {_file_of(path): "is read" for path in inputs if path and path != "-"}
    for path in outputs:
        if path is None:
            continue
        resolved = Path(path).resolve()
        if resolved in seen:
            raise UsageError(f"{path} {seen[resolved]} in the same run: write to another file")
        if not resolved.parent.is_dir():
            raise FileError(f"{path}: cannot be written: there is no folder {resolved.parent}")
        if resolved.is_dir():
            raise FileError(f"{path}: cannot be written: it is a folder")
        if resolved.is_file() or not resolved.exists():
            seen[resolved] = "is written"


def _file_of(path: str) -> Path:
    """The file that is read where a split of a bundle, or a member of a zip, may be named."""
    return Path(path if os.path.lexists(path) else path.partition("::")[0]).resolve()


def metrics_of(specs: str | None, spice: str | None = None) -> tuple[Metric, ...]:
    """The metrics that were asked for, or the usual ones; a note says what cannot be computed.

    With a parser for SPICE, SPICE by that parser comes too, in place of any that was listed.

    Raises:
        MissingPartError: when one that was asked for cannot run here.
    """
    added = chosen_metrics([Spice(spice)]) if spice is not None else ()
    if specs is not None:
        metrics = parse_specs(specs)
        if added:
            metrics = tuple(metric for metric in metrics if not isinstance(metric, Spice))
        return (*(chosen_metrics(metrics) if metrics else ()), *added)
    metrics, notes = usual_metrics()
    for text in notes:
        note(f"cutline: {text}")
    return (*metrics, *added)


def policy_of(strict: bool | None) -> Policy:
    """The policy that the two flags choose."""
    return "default" if strict is None else "strict" if strict else "lenient"


def one_standard_input(*paths: str) -> None:
    """Refuse to read standard input twice.

    Raises:
        UsageError: when more than one path is `-`.
    """
    if paths.count("-") > 1:
        raise UsageError("standard input (-) can be read once: give one of the files by name")
