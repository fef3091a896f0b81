"""`cutline study priming`: what labels on the page do to the captions that people write."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Level, Resamples, Seed, resampling_of
from cutline.cli.terminal import note, working
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection

Vocabulary = Annotated[
    str | None,
    typer.Option(
        help="Words that are nothing new, one a line: the share of all others is shown.",
        metavar="FILE",
    ),
]


def priming(
    file: Annotated[
        str, typer.Argument(help="Captions as the collection site exports them.", metavar="FILE")
    ],
    vocabulary: Vocabulary = None,
    segment: Annotated[
        int, typer.Option(help="Words of a segment of type-token ratios.", min=1, metavar="N")
    ] = 1000,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    level: Level = 0.95,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    jobs: options.Jobs = None,
) -> None:
    """Compare captions of people who were shown object labels with those of people who were not.

    (Agrawal et al. 2019, section 3.1.) Example: cutline study priming collected.jsonl
    """
    from cutline.cli.priming_page import as_page
    from cutline.cli.priming_tables import as_json, show_study
    from cutline.cli.word_agreement_study.inputs import read_words
    from cutline.datasets.collected import read_collected
    from cutline.reports.priming import priming_study

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    options.one_standard_input(file, *filter(None, [vocabulary]))
    options.check_files([output, report], [file, vocabulary])
    with no_garbage_collection():
        with working("Reading"):
            collected = read_collected(file)
            known = frozenset(read_words(vocabulary)) if vocabulary else None
        with working("Comparing arms"):
            found = priming_study(
                collected,
                vocabulary=known,
                segment=segment,
                resampling=resampling_of(resamples, seed, jobs),
                level=level,
                jobs=jobs,
            )
    for text in found.notes:
        note(f"cutline: {text}")
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )
