"""`cutline collect export`: what was collected, as a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cutline.cli.collecting.found import ProjectName, opened_project
from cutline.cli.serving.subcommand import Data
from cutline.cli.terminal import note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.collect.export import Part, Snapshot
    from cutline.collect.models import Project
    from cutline.datasets.bundle.manifest import Visibility

Form = Literal["coco", "nocaps", "collected", "bundle", "workers", "results"]


def export(
    context: typer.Context,
    project: ProjectName,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="The file; - is standard output, but for a bundle.",
            metavar="FILE",
        ),
    ],
    form: Annotated[
        Form,
        typer.Option(
            "--as",
            help="Captions as COCO or nocaps have them, with who wrote them, or as a benchmark; "
            "figures of those who wrote; results of ratings.",
        ),
    ],
    part: Annotated[
        Literal["references", "human", "all"],
        typer.Option(help="Of coco and nocaps: which captions of each image."),
    ] = "references",
    partial: Annotated[
        bool, typer.Option("--partial", help="Take what is there, though captions are missing.")
    ] = False,
    licence: Annotated[
        str,
        typer.Option(help="Of a bundle, such as CC-BY-4.0.", metavar="NAME", show_default=False),
    ] = "",
    version: Annotated[str, typer.Option(help="Of a bundle.", metavar="TEXT")] = "1.0",
    split: Annotated[str, typer.Option(help="Of a bundle: what its images are.")] = "test",
    public: Annotated[
        bool,
        typer.Option(
            "--public/--private", help="Of a bundle: whether its references are for everybody."
        ),
    ] = False,
    metrics: Annotated[str, typer.Option(help="Of a bundle.", metavar="SPECS")] = "coco",
    data: Data = None,
) -> None:
    """Write what stands in a project at this moment to a file.

    Example: cutline collect export birds -o birds.json --as coco

    Example: cutline collect export birds -o birds.zip --as bundle --licence CC-BY-4.0
    """
    if form == "bundle" and not licence.strip():
        raise UsageError("a bundle says what people may do with it: --licence CC-BY-4.0, say")
    if form == "bundle" and output == "-":
        raise UsageError("a bundle is a folder or a zip: -o FILE.zip")
    _, found = opened_project(context, data, project)
    if form == "workers":
        _write(output, [_workers(found, output)])
        return
    if form == "results":
        _write(output, [_results(found, output)])
        return
    from cutline.collect.export import (
        BundleChoices,
        bundle_content,
        require_complete,
        take_snapshot,
    )
    from cutline.datasets.bundle import write_bundle

    with working("Reading what was collected"):
        snapshot = take_snapshot(found)
        missing = require_complete(snapshot, partial=partial)
        if form == "bundle":
            visibility: Visibility = "public" if public else "private"
            choices = BundleChoices(licence, version, split, visibility, metrics=metrics)
            write_bundle(bundle_content(snapshot, choices), output)
        else:
            _write(output, _captions(snapshot, form, part))
    if missing:
        note(f"cutline: {missing.text()}")


def _captions(snapshot: Snapshot, form: Form, part: Part) -> Iterator[str]:
    from cutline.collect.export import coco_captions, collected_lines, nocaps_captions

    if form == "collected":
        return collected_lines(snapshot)
    made = (nocaps_captions if form == "nocaps" else coco_captions)(snapshot, part)
    return iter([json.dumps(made, ensure_ascii=False) + "\n"])


def _workers(project: Project, output: str) -> str:
    from cutline.collect.export import worker_statistics, workers_csv
    from cutline.collect.export.workers import workers_dict

    found = worker_statistics(project)
    if output.removesuffix(".gz").endswith(".csv"):
        return workers_csv(found)
    return json.dumps(workers_dict(project, found), indent=2) + "\n"


def _results(project: Project, output: str) -> str:
    from cutline.collect.rating.results import results_of
    from cutline.collect.rating.tables import results_csv, results_json

    found = results_of(project)
    is_table = output.removesuffix(".gz").endswith(".csv")
    return results_csv(found) if is_table else results_json(found)


def _write(output: str, pieces: Iterable[str]) -> None:
    if output == "-":
        sys.stdout.writelines(pieces)
        return
    with atomic_write(output) as file:
        file.writelines(pieces)
