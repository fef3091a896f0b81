"""`cutline references`: references from a pool of captions, and how well people do."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import (
    IntervalMethod,
    Level,
    Resamples,
    Seed,
    settings_of,
)


def references(
    captions: Annotated[
        str, typer.Argument(help="All captions of each image: a file of any known format.")
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Hold out one caption an image, and write it and the others here.",
            metavar="FOLDER",
        ),
    ] = None,
    sets: Annotated[
        str | None,
        typer.Option(
            help="With -o: sets of so many references, such as 5,40.",
            metavar="SIZES",
            show_default="all that are left",
        ),
    ] = None,
    human: Annotated[
        bool,
        typer.Option("--human", help="What people reach: each caption in turn against the others."),
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option(
            help="With --human: captions an image that have their turn.",
            metavar="N",
            show_default="as many as all images have",
        ),
    ] = None,
    curve: Annotated[
        bool,
        typer.Option("--curve", help="How scores move with the number of references."),
    ] = False,
    draws: Annotated[
        int | None,
        typer.Option(
            help="With --curve: draws of references to average over.", metavar="N", show_default="5"
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            help="With --curve: the largest number of references.",
            metavar="N",
            show_default="as many as all images have",
        ),
    ] = None,
    run: Annotated[
        list[str] | None,
        typer.Option(
            help="With --human or --curve: a system's captions, scored in the same way.",
            metavar="FILE",
        ),
    ] = None,
    metrics: options.Metrics = None,
    spice: options.SpiceParser = None,
    by: options.SliceBy = None,
    objects: options.Objects = None,
    only: options.Only = None,
    intervals: Annotated[
        bool,
        typer.Option(
            "--intervals/--no-intervals", help="With --human: how far scores can be trusted."
        ),
    ] = True,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    interval: IntervalMethod = "bca",
    level: Level = 0.95,
    report: Report = None,
    json: options.Json = False,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb",
    jobs: options.Jobs = None,
) -> None:
    """Make references and a human run from a pool of captions, and measure what people reach.

    Example: cutline references captions.json -o held-out

    Example: cutline references captions.json --human --by domain

    Example: cutline references captions.json --curve --run results.json
    """
    from cutline.cli.references_output import as_json, show
    from cutline.cli.references_page import as_page
    from cutline.cli.references_work import Request, sizes_of, work

    request = Request(
        captions=captions,
        folder=output,
        sizes=sizes_of(sets),
        human=human,
        rounds=rounds,
        curve=curve,
        draws=draws,
        most=most,
        runs=tuple(run or ()),
        by=tuple(by or ()),
        objects=objects,
        only=only,
        intervals=intervals,
        seed=seed,
        policy=options.policy_of(strict),
        tokenizer=tokenizer,
        jobs=jobs,
    )
    request.check(is_measured=metrics is not None or spice is not None, report=report)
    settings = settings_of(resamples, seed, interval, level, jobs)
    chosen = options.metrics_of(metrics, spice) if human or curve else ()
    found = work(request, chosen, settings)
    give_answer(
        json=json,
        output=None,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show(found, console),
    )
