"""`cutline annotate`: captions, objects and fidelity for pictures that nobody described."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.annotate_output import Outputs
from cutline.cli.engine_options import Address, Engine, chosen_engine
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError, near_names

if TYPE_CHECKING:
    from cutline.annotate import Annotations, Plan
    from cutline.annotate.recipe import Recipe
    from cutline.core.metric import Metric
    from cutline.datasets.pictures import PictureFile
    from cutline.scale.on_ray import OnRay

IMAGE_IDS = ("auto", "name", "stem", "number")
METRICS = "semantic-fidelity,matched-fidelity(credit=full)"

_ERRORS_SHOWN = 5


def annotate(
    images: Annotated[
        list[str], typer.Argument(help="Pictures, or folders of them.", metavar="IMAGES...")
    ],
    detector: Annotated[
        str,
        typer.Option(
            help="What sees the objects: coco-ssd, a model, or gold:FILE.", metavar="SPEC"
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", help="Write to this file; an interrupted run goes on.", metavar="FILE"
        ),
    ],
    captioner: Annotated[
        list[str] | None,
        typer.Option(
            help="Who captions: a captions file, FILE::COLUMN, model:FILE, command:..., "
            "http://..., describe; NAME=SPEC names one. Can be given several times.",
            metavar="SPEC",
        ),
    ] = None,
    metrics: Annotated[
        str, typer.Option(help="Metrics of fidelity; the first chooses.", metavar="SPECS")
    ] = METRICS,
    gallery: Annotated[
        str | None, typer.Option(help="Also a page that shows all images.", metavar="FILE")
    ] = None,
    csv: Annotated[
        str | None, typer.Option("--csv", help="Also a table of all captions.", metavar="FILE")
    ] = None,
    coco: Annotated[
        str | None,
        typer.Option(help="Also the best captions as COCO's results.", metavar="FILE"),
    ] = None,
    image_ids: Annotated[
        str,
        typer.Option(help="What images are called by.", metavar="auto|name|stem|number"),
    ] = "auto",
    batch: Annotated[
        int, typer.Option(help="Pictures that are looked at together.", min=1, metavar="N")
    ] = 8,
    parallel: Annotated[
        int,
        typer.Option(
            help="Pictures under way at once, at endpoints and commands with {path}.",
            min=1,
            metavar="N",
        ),
    ] = 4,
    timeout: Annotated[
        float,
        typer.Option(
            help="Seconds that a command or endpoint has for a picture.", min=0.001, metavar="S"
        ),
    ] = 60.0,
    restart: Annotated[
        bool, typer.Option("--restart", help="Forget what the output file and its journal have.")
    ] = False,
    engine: Engine = None,
    address: Address = None,
    jobs: options.Jobs = None,
    json: options.Json = False,
) -> None:
    """Caption pictures, detect objects, and choose the caption that is truest to them.

    Exit codes: 0 fine; 1 some images have errors, the others are fine; 130 interrupted: the same
    command goes on.

    Example: cutline annotate photos --captioner sat.json --captioner describe --detector coco-ssd
    -o photos.jsonl --gallery photos.html

    Example: cutline annotate /data/photos --captioner model:sat.pt --detector coco-ssd
    -o photos.jsonl --engine ray --address auto
    """
    from cutline.annotate.recipe import Recipe
    from cutline.annotate.summary import first_errors
    from cutline.datasets.pictures import find_pictures

    workers = chosen_engine(engine, address, jobs)
    outputs = Outputs(output, gallery, csv, coco)
    outputs.check(captioner or [])
    _check_choice("--image-ids", image_ids, IMAGE_IDS)
    chosen = _metrics(metrics)
    if not captioner:
        raise UsageError(
            "no captioner was given, and without captions there is nothing to judge: add "
            "--captioner with a captions file, command:..., http://..., or describe, which says "
            "what the detector sees; objects alone are the work of cutline detect"
        )
    with working("Looking for pictures"):
        files = find_pictures(images, image_ids)
    recipe = Recipe(
        tuple(captioner), detector, ",".join(map(str, chosen)), batch, parallel, timeout
    )
    with working("Loading captions and the detector"):
        plan = recipe.plan(jobs)
    try:
        found = _annotated(output, files, plan, recipe, workers, restart)
    finally:
        for one in plan.captioners:
            one.close()
    outputs.write(found, jobs)
    if found.gone:
        note(f"cutline: left out of {output}: {found.gone:,} images that are not asked for now")
    outputs.show(found, answers(), json)
    failed = found.with_errors
    if failed:
        note(
            f"cutline: {len(failed):,} of {len(found.images):,} images have errors; the same "
            f"command tries them again"
        )
        for line in first_errors(failed, _ERRORS_SHOWN):
            note(f"  {line}")
        raise typer.Exit(1)


def _annotated(
    output: str,
    files: Sequence[PictureFile],
    plan: Plan,
    recipe: Recipe,
    workers: OnRay | None,
    restart: bool,
) -> Annotations:
    from cutline.annotate import annotate_to

    if workers is None:
        return annotate_to(output, files, plan, restart=restart)
    from cutline.scale.pictures import AnnotatingOnRay

    # Ray may print to standard output.
    with closing(workers), redirect_stdout(sys.stderr):
        on_ray = AnnotatingOnRay(workers, recipe, files)
        return annotate_to(output, files, plan, restart=restart, annotate=on_ray)


def _metrics(specs: str) -> tuple[Metric, ...]:
    """The metrics, all of them of fidelity and able to run.

    Raises:
        UsageError: for metrics of another kind.
        MissingPartError: when one cannot run here.
    """
    from cutline.metrics.fidelity.judge import judge_captions

    chosen = options.metrics_of(specs)
    with working("Loading the parser"):
        judge_captions((), (), chosen)
    return chosen


def _check_choice(option: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        near = near_names(given, known)
        raise UsageError(f"{option} is one of {', '.join(known)}, not {given!r}{near}")
