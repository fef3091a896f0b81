"""`cutline score`: captions in, numbers with their signatures out."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.score_inputs import chosen_slicing, select_references, select_run
from cutline.cli.score_output import ScoredRun, as_csv, as_json, show_table, write_per_image
from cutline.cli.terminal import answers, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Run
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing import Slicing, sliced


def score(
    results: Annotated[
        list[str],
        typer.Argument(help="Captions to score; - is standard input.", metavar="RESULTS"),
    ],
    refs: options.References,
    metrics: options.Metrics = None,
    spice: options.SpiceParser = None,
    by: Annotated[
        str | None,
        typer.Option(
            help="Slices: domain or another tag, length, objects, agreement, word:dog, or a file.",
            metavar="TAG|SLICER|FILE",
        ),
    ] = None,
    objects: Annotated[
        str | None,
        typer.Option(help="With --by objects: the objects of each image.", metavar="FILE"),
    ] = None,
    separate: Annotated[
        bool,
        typer.Option("--separate", help="With --by: score each slice as a benchmark of its own."),
    ] = False,
    only: Annotated[
        str | None,
        typer.Option(help="Use only images with this tag, e.g. split=test.", metavar="TAG=VALUE"),
    ] = None,
    per_image: Annotated[
        str | None,
        typer.Option(help="Write values of each image: .jsonl or .csv, .gz too.", metavar="FILE"),
    ] = None,
    json: options.Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb",
    jobs: options.Jobs = None,
) -> None:
    """Score captions against references.

    Example: cutline score results.json --refs captions_val2014.json --metrics bleu-4,cider-d

    Example: cutline score results.json --refs captions_val2014.json --spice cutline
    """
    options.one_standard_input(refs, *results)
    if json and csv:
        raise UsageError("--json and --csv exclude each other")
    if separate and by is None:
        raise UsageError("--separate goes with --by, which says what to separate by")
    if objects is not None and by != "objects":
        raise UsageError("--objects goes with --by objects")
    if output == "-":
        json, output = not csv, None
    options.distinct_files([output, per_image], [refs, *results])
    chosen, policy = options.metrics_of(metrics, spice), options.policy_of(strict)
    with no_garbage_collection():
        with working("Reading references"):
            selection = select_references(refs, policy, only)
            corpus = Corpus(selection.benchmark, chosen, tokenizer=tokenizer, jobs=jobs)
            slicing = chosen_slicing(by, objects, corpus) if by is not None else None
        scored = []
        for path in results:
            with working(f"Scoring {path}"):
                run = select_run(path, selection, policy)
                scored.append(_scored(path, run, corpus, slicing, separate))
    if per_image:
        write_per_image(scored, per_image)
    if output:
        with atomic_write(output) as file:
            is_table = csv or output.removesuffix(".gz").endswith(".csv")
            file.write(as_csv(scored) if is_table else as_json(scored))
    if json or csv:
        print(as_csv(scored) if csv else as_json(scored), end="")
    else:
        show_table(scored, answers())


def _scored(
    path: str, run: Run, corpus: Corpus, slicing: Slicing | None, separate: bool
) -> ScoredRun:
    whole = corpus.score(run, policy="lenient")  # what stops was asked when the run was read
    slices = sliced(whole, slicing) if slicing is not None else {}
    if separate:
        slices = {
            label: corpus.only(part.image_ids).score(run, policy="lenient")
            for label, part in slices.items()
        }
    return ScoredRun(path, whole, slices)
