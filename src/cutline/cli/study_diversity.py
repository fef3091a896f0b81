"""`cutline study diversity`: how varied the captions of runs are."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.terminal import working
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection

Training = Annotated[
    str | None,
    typer.Option(
        "--train",
        "--training",
        help="Captions that systems learnt from: novel captions, and words that are not used.",
        metavar="FILE",
    ),
]

LocalRecall = Annotated[
    bool,
    typer.Option(
        "--local-recall/--no-local-recall",
        help="Recall of words that people agree on, which needs all references parsed.",
    ),
]


def diversity(
    runs: Annotated[list[str], typer.Argument(help="Files of runs.", metavar="RUNS")],
    refs: options.References,
    train: Training = None,
    captions: Annotated[
        int | None,
        typer.Option(
            help="Captions of each image that sets are about.",
            min=1,
            metavar="N",
            show_default="as many as every image has",
        ),
    ] = None,
    segment: Annotated[
        int, typer.Option(help="Words of a segment of type-token ratios.", min=1, metavar="N")
    ] = 1000,
    local_recall: LocalRecall = True,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """How varied captions are: words, novel captions, and several captions of one image.

    (Van Miltenburg et al. 2018.) Example: cutline study diversity run.json --refs refs.json
    """
    from cutline.cli.compositional_study.inputs import read_shared_runs, read_training
    from cutline.cli.diversity_page import as_page
    from cutline.cli.diversity_study import diversity_study
    from cutline.cli.diversity_tables import as_json, show_study
    from cutline.cli.score_inputs import select_references
    from cutline.scoring.corpus import Corpus

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    options.one_standard_input(refs, *runs, *filter(None, [train]))
    options.check_files([output, report], [refs, *runs, train])
    policy = options.policy_of(strict)
    with no_garbage_collection():
        with working("Reading"):
            benchmark = select_references(refs, policy, None).benchmark
            shared = read_shared_runs(runs, benchmark, benchmark, policy)
            training = read_training(train)
        with working("Counting words"):
            found = diversity_study(
                Corpus(shared.benchmark, "cider", jobs=jobs),
                shared.runs,
                training=training,
                segment=segment,
                captions=captions,
                with_local_recall=local_recall,
            )
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found, benchmark.name),
        show=lambda console: show_study(found, console),
    )
