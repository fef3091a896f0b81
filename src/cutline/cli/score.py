"""`cutline score`: captions in, numbers with their signatures out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.report_options import (
    Images,
    Report,
    ReportOptions,
    Synonyms,
    Title,
    Training,
    report_page,
)
from cutline.cli.score_inputs import (
    check_objects_use,
    chosen_slicing,
    note_bundle_choices,
    note_undefined,
    select_images,
    select_run,
)
from cutline.cli.score_output import (
    ScoredRun,
    as_csv,
    as_json,
    check_per_image,
    show_table,
    with_intervals,
    write_per_image,
)
from cutline.cli.score_shards import score_in_shards
from cutline.cli.statistics_options import (
    IntervalMethod,
    Level,
    Resamples,
    Seed,
    settings_of,
)
from cutline.cli.study_inputs import study_of
from cutline.cli.terminal import answers, note, working
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
    refs: options.OptionalReferences = None,
    metrics: options.Metrics = None,
    spice: options.SpiceParser = None,
    by: options.SliceBy = None,
    objects: options.Objects = None,
    separate: Annotated[
        bool,
        typer.Option("--separate", help="With --by: score each slice as a benchmark of its own."),
    ] = False,
    only: options.Only = None,
    intervals: Annotated[
        bool, typer.Option("--intervals", help="Also how far each score can be trusted.")
    ] = False,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    interval: IntervalMethod = "bca",
    level: Level = 0.95,
    report: Report = None,
    title: Title = None,
    images: Images = None,
    synonyms: Synonyms = None,
    training: Training = None,
    per_image: Annotated[
        str | None,
        typer.Option(help="Write values of each image: .jsonl or .csv, .gz too.", metavar="FILE"),
    ] = None,
    json: options.Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb",
    engine: Annotated[
        str | None,
        typer.Option(
            help="Score shards of rows that have their references, into the folder -o.",
            metavar="shards|ray",
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(help="With --engine ray: the cluster; this machine by default."),
    ] = None,
    jobs: options.Jobs = None,
) -> None:
    """Score captions against references, or against what is seen in the images.

    Example: cutline score results.json --refs captions_val2014.json --metrics bleu-4,cider-d

    Example: cutline score results.json --objects detected.jsonl --metrics semantic-fidelity

    Example: cutline score results.json --refs captions_val2014.json --spice cutline

    Example: cutline score shards/ --engine shards -o scored/
    """
    if engine is not None:
        others = {"--refs": refs, "--by": by, "--objects": objects, "--separate": separate}
        others |= {"--only": only, "--intervals": intervals, "--report": report, "--csv": csv}
        others |= {"--per-image": per_image, "--title": title, "--images": images}
        others |= {"--synonyms": synonyms, "--training": training}
        score_in_shards(
            results,
            output,
            options.metrics_of(metrics, spice),
            tokenizer,
            engine,
            address=address,
            jobs=jobs,
            json=json,
            is_strict=strict is True,
            other_options=others,
        )
        return
    if address is not None:
        raise UsageError("--address goes with --engine ray")
    options.one_standard_input(*filter(None, [refs, objects]), *results)
    if json and csv:
        raise UsageError("--json and --csv exclude each other")
    if separate and not by:
        raise UsageError("--separate goes with --by, which says what to separate by")
    if separate and report:
        raise UsageError("--separate and --report exclude each other: a page has one benchmark")
    if report and refs is None:
        raise UsageError("--report needs --refs: its pages show references beside captions")
    asked = ReportOptions(report, title, images, objects, synonyms, training)
    asked.check()
    if output == "-":
        json, output = not csv, None
    inputs = [refs, *results, *(by or ()), *asked.files]
    options.check_files([output, per_image, report], inputs)
    check_per_image(per_image)
    chosen, policy = options.metrics_of(metrics, spice), options.policy_of(strict)
    check_objects_use(objects, chosen, "objects" in (by or ()), report is not None)
    settings = settings_of(resamples, seed, interval, level, jobs)
    with no_garbage_collection():
        with working("Reading references"):
            selection = select_images(refs, objects, chosen, policy, only)
            if refs is not None:
                note_bundle_choices(refs, metrics, tokenizer)
            corpus = Corpus(selection.benchmark, chosen, tokenizer=tokenizer, jobs=jobs)
            slicings = [chosen_slicing(spec, objects, corpus) for spec in by or ()]
            extras = asked.read(selection.benchmark.image_ids)
        runs, scored = [], []
        for path in results:
            with working(f"Scoring {path}"):
                runs.append(select_run(path, selection, policy))
                scored.append(_scored(path, runs[-1], corpus, slicings, separate))
        for run in scored:
            note_undefined(run.scores, run.scores.system)
        if intervals:
            scored = [with_intervals(run, settings) for run in scored]
    page = ""
    if extras:
        whole = [run.scores for run in scored]
        found = study_of(
            corpus, runs, by=by or (), objects=objects, settings=settings, scores=whole
        )
        page = report_page(found, extras)
    if per_image:
        write_per_image(scored, per_image)
    if extras:
        with atomic_write(extras.page) as file:
            file.write(page)
    if output:
        with atomic_write(output) as file:
            is_table = csv or output.removesuffix(".gz").endswith(".csv")
            file.write(as_csv(scored) if is_table else as_json(scored))
    if json or csv:
        print(as_csv(scored) if csv else as_json(scored), end="")
    else:
        show_table(scored, answers())
    if report:
        note(f"cutline: the report is {report}")


def _scored(
    path: str, run: Run, corpus: Corpus, slicings: Sequence[Slicing], separate: bool
) -> ScoredRun:
    whole = corpus.score(run, policy="lenient")  # what stops was asked when the run was read
    slices = {}
    for slicing in slicings:
        # Slices of two slicings may be named alike.
        prefix = f"{slicing.name}: " if len(slicings) > 1 else ""
        for label, part in sliced(whole, slicing).items():
            slices[f"{prefix}{label}"] = part
    if separate:
        slices = {
            label: corpus.only(part.image_ids).score(run, policy="lenient")
            for label, part in slices.items()
        }
    return ScoredRun(path, whole, slices)
