"""`cutline select`: choose varied images for a benchmark, with classes as even as can be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cutline.cli import options
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Seed
from cutline.cli.terminal import answers, note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.benchmarks.selection import Selection
    from cutline.benchmarks.selection.procedure import Ancestors, Count, Parts, Rotation, TooMany


def select(
    annotations: Annotated[
        str,
        typer.Argument(
            help="Objects of images: Open Images' boxes, COCO's instances, or JSON lines."
        ),
    ],
    target: Annotated[int, typer.Option(help="Images to select.", metavar="N")],
    images: Annotated[
        str | None,
        typer.Option(
            help="Open Images' table of images, which has their rotations.", metavar="FILE"
        ),
    ] = None,
    classes: Annotated[
        str | None,
        typer.Option(help="Names of classes by code, as Open Images has them.", metavar="FILE"),
    ] = None,
    hierarchy: Annotated[
        str | None,
        typer.Option(help="Which class is a kind or a part of which other.", metavar="FILE"),
    ] = None,
    sample: Annotated[
        int, typer.Option("--sample", "-n", help="Images to draw at each turn.", metavar="N")
    ] = 100,
    pools: Annotated[
        str,
        typer.Option(
            help="Classes that images have: one pool for each number.", metavar="LOW-HIGH"
        ),
    ] = "2-6",
    more_than: Annotated[
        int | None,
        typer.Option(
            help="Take all images with more classes than this.",
            metavar="N",
            show_default="the last pool",
        ),
    ] = None,
    too_many: Annotated[
        str,
        typer.Option(
            help="When these are more than the target: stop, or choose among them.",
            metavar="error|choose",
        ),
    ] = "error",
    count: Annotated[
        str,
        typer.Option(
            help="Even out the images of each class, or its objects.", metavar="images|instances"
        ),
    ] = "images",
    ancestors: Annotated[
        str | None,
        typer.Option(
            help='With --hierarchy: "person" beside "woman" is kept, dropped, or always added.',
            metavar="keep|drop|add",
            show_default="drop",
        ),
    ] = None,
    parts: Annotated[
        str | None,
        typer.Option(
            help="With --hierarchy: list parts of things apart, or count them.",
            metavar="apart|count",
            show_default="apart",
        ),
    ] = None,
    rotation: Annotated[
        str,
        typer.Option(help="Only images known to stand upright, or any.", metavar="upright|any"),
    ] = "upright",
    seed: Seed = 1,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Write ids, one a line; .jsonl with the reasons.",
            metavar="FILE",
        ),
    ] = None,
    report: Report = None,
    json: options.Json = False,
    strict: options.Strictness = None,
) -> None:
    """Select images as nocaps did: all with many classes, others such that classes even out.

    (Agrawal et al. 2019, section 3.1.)

    Example: cutline select instances_val2017.json --target 500 -o ids.txt

    Example: cutline select boxes.csv --images images.csv --target 4500 --report balance.html
    """
    from cutline.benchmarks.selection import Procedure, select_images
    from cutline.cli.select_output import as_json, check_output, ids_text, write_ids
    from cutline.cli.select_tables import show_selection
    from cutline.datasets.object_annotations import LeftOut, read_object_annotations

    if hierarchy is None and (ancestors or parts):
        given = "--ancestors" if ancestors else "--parts"
        raise UsageError(f"{given} goes with --hierarchy FILE, which says what is a kind of what")
    if output == "-" and json:
        raise UsageError("-o - and --json both write to standard output: choose one of them")
    inputs = [annotations, images, classes, hierarchy]
    options.check_files([None if output == "-" else output, report], inputs)
    options.one_standard_input(*filter(None, inputs))
    check_output(output)
    procedure = Procedure(
        target=target,
        sample=sample,
        seed=seed,
        pools=_pools(pools),
        more_than=more_than,
        count=cast("Count", count),
        ancestors=cast("Ancestors", ancestors or "drop"),
        parts=cast("Parts", parts or "apart"),
        rotation=cast("Rotation", rotation),
        too_many=cast("TooMany", too_many),
    )
    known = None
    if hierarchy is not None:
        from cutline.datasets.class_hierarchy import read_class_hierarchy

        known = read_class_hierarchy(hierarchy, classes)
    left_out = LeftOut()
    with working("Reading annotations"):
        found = read_object_annotations(
            annotations,
            image_file=images,
            class_file=classes,
            policy=options.policy_of(strict),
            left_out=left_out,
        )
    selection = select_images(found, procedure, known)
    for line in left_out.lines():
        note(f"cutline: left out: {line}")
    if output is not None and output != "-":
        write_ids(selection, output)
    if report:
        _write_report(selection, report, annotations)
    if json:
        print(as_json(selection), end="")
    elif output == "-":
        print(ids_text(selection), end="")
    else:
        show_selection(selection, answers())


def _pools(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,6})\s*-\s*(\d{1,6})\s*", text)
    if match is None:
        raise UsageError(f"--pools is {text!r}, expected two numbers of classes such as 2-6")
    return int(match[1]), int(match[2])


def _write_report(selection: Selection, path: str, annotations: str) -> None:
    # Imported here because few runs write a report.
    from cutline.cli.select_page import as_page

    with working("Writing the report"), atomic_write(path) as file:
        file.write(as_page(selection, annotations))
