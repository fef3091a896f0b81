"""`cutline features`: vectors of pictures, for captioners to look at."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.engine_options import Address, Engine, chosen_engine
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.cli.features_run import MadeStore
    from cutline.detect.features import ExtractorRecipe
    from cutline.scale.on_ray import OnRay


def features(
    images: Annotated[
        list[str],
        typer.Argument(
            help="Folders of pictures, files, or @list.txt; with --from, files of features.",
            metavar="IMAGES",
        ),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", help="Folder for the features.", metavar="STORE"),
    ],
    with_regions: Annotated[
        bool,
        typer.Option("--regions/--grid", help="Of a detector's boxes, or of the cells of a grid."),
    ] = False,
    detector: Annotated[
        str | None,
        typer.Option(
            help="With --regions: coco-ssd, gold:FILE, ...", metavar="SPEC", show_default="coco-ssd"
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="With --regions: how sure a detector has to be, from 0 to 1.",
            metavar="X",
            show_default="the detector's own",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="The network: imagenet, or a detector.json that names its features.",
            metavar="MODEL",
            show_default="imagenet",
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option("--from", help="IMAGES are published features.", metavar="tsv|h5|npz"),
    ] = None,
    classes: Annotated[
        str | None,
        typer.Option(
            help="With --from: the names that labels number, a line each.", metavar="FILE"
        ),
    ] = None,
    reduce: Annotated[
        str | None,
        typer.Option(
            help="IMAGES is a store: fewer numbers a region, or as many as another store has.",
            metavar="N|STORE",
        ),
    ] = None,
    image_ids: Annotated[
        str,
        typer.Option(
            help="What images are called, by their files.", metavar="auto|name|stem|number"
        ),
    ] = "auto",
    precision: Annotated[
        str,
        typer.Option(help="How exactly features are kept.", metavar="float16|float32"),
    ] = "float16",
    json: options.Json = False,
    engine: Engine = None,
    address: Address = None,
    jobs: options.Jobs = None,
) -> None:
    """Describe pictures by vectors, of the cells of a grid or of what a detector finds.

    Where it is killed, the same command goes on from there.

    Exit codes: 0 fine; 1 some pictures could not be looked at, which are listed.

    Example: cutline features photos -o photos.features

    Example: cutline features --from tsv trainval_36.tsv -o coco.features

    Example: cutline features /data/photos -o /data/photos.features --engine ray --address auto

    Example: cutline features photos.features --reduce 256 -o small.features
    """
    from cutline.cli.features_run import as_json, show_store
    from cutline.datasets.features.layout import PRECISIONS
    from cutline.datasets.features.writer import refuse_other_folder
    from cutline.detect.features.grid import USUAL_MODEL
    from cutline.detect.features.recipe import USUAL_DETECTOR, ExtractorRecipe

    workers = chosen_engine(engine, address, jobs)
    if workers is not None and (reduce is not None or layout is not None):
        raise UsageError("--engine is for pictures: features that are there are read here")
    if precision not in PRECISIONS:
        raise UsageError(f"--precision is {' or '.join(PRECISIONS)}, not {precision!r}")
    if output == "-":
        raise UsageError("-o is a folder: features are several files")
    refuse_other_folder(output)
    if reduce is not None:
        others = {"--regions": with_regions, "--model": model, "--from": layout}
        made = _reduced(reduce, images, output, precision, others)
    elif layout is not None:
        extra = {"--regions": with_regions, "--detector": detector, "--model": model}
        made = _converted(layout, images, output, classes, precision, extra)
    else:
        if classes is not None:
            raise UsageError("--classes goes with --from: a detector has names of its own")
        if not with_regions and (detector is not None or threshold is not None):
            raise UsageError("--detector and --threshold go with --regions")
        recipe = ExtractorRecipe(
            with_regions, model or USUAL_MODEL, detector or USUAL_DETECTOR, threshold
        )
        made = _extracted(images, output, recipe, image_ids, precision, jobs, workers)
    if json:
        print(as_json(made), end="")
    else:
        show_store(made, answers())
    for reason in made.failed:
        note(f"cutline: {reason}")
    if made.failed:
        raise typer.Exit(1)


def _converted(
    layout: str,
    files: list[str],
    output: str,
    classes: str | None,
    precision: str,
    extra: Mapping[str, object],
) -> MadeStore:
    from cutline.cli.features_run import convert_published
    from cutline.datasets.class_list import read_class_list

    for option, given in extra.items():
        if given:
            raise UsageError(f"{option} goes without --from, whose features are there already")
    names = () if classes is None else read_class_list(classes)
    return convert_published(layout, files, output, names, precision)


def _reduced(
    reduce: str, stores: list[str], output: str, precision: str, extra: Mapping[str, object]
) -> MadeStore:
    from cutline.cli.features_run import reduce_store

    for option, given in extra.items():
        if given:
            raise UsageError(f"{option} goes without --reduce, whose features are there already")
    if len(stores) != 1:
        raise UsageError(f"--reduce takes one store of features, not {len(stores)}")
    return reduce_store(stores[0], reduce, output, precision)


def _extracted(
    images: list[str],
    output: str,
    recipe: ExtractorRecipe,
    image_ids: str,
    precision: str,
    jobs: int | None,
    workers: OnRay | None,
) -> MadeStore:
    from cutline.cli.features_run import extract_pictures
    from cutline.datasets.pictures import find_pictures

    with working("Looking for pictures"):
        files = find_pictures(images, image_ids)
    with working("Opening the network"):
        opened = recipe.open(jobs)
    if workers is None:
        return extract_pictures(opened, files, output, precision, jobs)
    from cutline.scale.pictures import ExtractingOnRay

    # Ray may print to standard output.
    with closing(workers), redirect_stdout(sys.stderr):
        on_ray = ExtractingOnRay(workers, recipe)
        return extract_pictures(opened, files, output, precision, jobs, on_ray)
