"""`cutline study content-selection`: which boxes descriptions mention."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Resamples, Seed, resampling_of
from cutline.cli.terminal import working
from cutline.core.errors import UsageError


def content_selection(
    boxes: Annotated[str, typer.Argument(help="Described images with boxes.", metavar="BOXES")],
    selectors: Annotated[
        str | None,
        typer.Option(
            help="Ways to choose boxes, comma-separated, such as size,bigram+size.",
            metavar="CUES",
            show_default="all",
        ),
    ] = None,
    most: Annotated[int, typer.Option(help="The largest k.", min=1)] = 15,
    k: Annotated[
        int, typer.Option("-k", help="The k that selectors are tested against each other at.")
    ] = 3,
    folds: Annotated[int, typer.Option(help="Parts that take turns in being tested.", min=2)] = 2,
    instances: Annotated[
        str | None,
        typer.Option(help="COCO's instances, if BOXES are COCO's captions.", metavar="FILE"),
    ] = None,
    work: Annotated[
        str | None,
        typer.Option(
            help="Keep each curve here as it is done, and go on from there.", metavar="FOLDER"
        ),
    ] = None,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """Which boxes do descriptions mention: all baselines at k = 1 to 15, and who is better.

    (Wang and Gaizauskas 2015.) Example: cutline study content-selection boxes.jsonl
    """
    from cutline.cli.selection_study import (
        SelectionStudy,
        boxed_digest,
        keep_curve,
        kept_curves,
    )
    from cutline.cli.selection_study_output import as_json, as_page, show_study
    from cutline.datasets.gold_boxes import read_boxed
    from cutline.models.content_selection import COMBINATIONS, SINGLE_CUES, parse_selector, sweep

    if not 1 <= k <= most:
        raise UsageError(f"-k is from 1 to --most ({most}), not {k}")
    if output == "-":
        json, output = True, None
    options.check_files([output, report], [boxes])
    names = selectors.split(",") if selectors else [*SINGLE_CUES, *COMBINATIONS, "learnt"]
    choices = [parse_selector(name.strip()) for name in names]
    resampling = resampling_of(resamples, seed, jobs)
    with working("Reading boxes"):
        boxed = read_boxed(boxes, instances, policy=options.policy_of(strict))
    settings = {"boxes": boxed_digest(boxed), "most": most, "folds": folds, "seed": seed}
    known = kept_curves(work, settings) if work else {}
    swept = sweep(
        boxed,
        choices,
        range(1, most + 1),
        folds=folds,
        seed=seed,
        known=known,
        done=(lambda name, curve: keep_curve(work, settings, name, curve)) if work else None,
    )
    found = SelectionStudy.of(boxed, swept, k, folds, seed, resampling)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )
