"""`cutline annotate`: captions, objects and fidelity for pictures that nobody described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.annotate_output import Outputs
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError, near_names

if TYPE_CHECKING:
    from cutline.annotate import Plan
    from cutline.core.metric import Metric

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
    jobs: options.Jobs = None,
    json: options.Json = False,
) -> None:
    """Caption pictures, detect objects, and choose the caption that is truest to them.

    Exit codes: 0 fine; 1 some images have errors, the others are fine; 130 interrupted: the same
    command goes on.

    Example: cutline annotate photos --captioner sat.json --captioner describe --detector coco-ssd
    -o photos.jsonl --gallery photos.html
    """
    from cutline.annotate import annotate_to
    from cutline.annotate.summary import first_errors
    from cutline.datasets.pictures import find_pictures

    outputs = Outputs(output, gallery, csv, coco)
    outputs.check(captioner or [])
    _check_choice("--image-ids", image_ids, IMAGE_IDS)
    chosen = _metrics(metrics)
    with working("Looking for pictures"):
        files = find_pictures(images, image_ids)
    plan = _plan(captioner or [], detector, chosen, batch, parallel, timeout, jobs)
    try:
        found = annotate_to(output, files, plan, restart=restart)
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


def _plan(
    captioners: list[str],
    detector: str,
    metrics: tuple[Metric, ...],
    batch: int,
    parallel: int,
    timeout: float,
    jobs: int | None,
) -> Plan:
    """All that the pictures are annotated with; the detector last, which may take long to get."""
    from cutline.annotate import Plan, captioners_named
    from cutline.detect.named import detector_named

    if not captioners:
        raise UsageError(
            "no captioner was given, and without captions there is nothing to judge: add "
            "--captioner with a captions file, command:..., http://..., or describe, which says "
            "what the detector sees; objects alone are the work of cutline detect"
        )
    with working("Reading captions"):
        found = captioners_named(captioners, timeout=timeout, parallel=parallel)
    with working("Loading the detector"):
        return Plan(found, detector_named(detector, jobs=jobs), metrics, batch, jobs)


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
