"""`cutline compare`: which differences between runs mean something, and where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
    note_bundle_choices,
    select_images,
    select_run,
)
from cutline.cli.statistics_options import IntervalMethod, Level, Resamples, Seed, settings_of
from cutline.cli.study_inputs import study_of
from cutline.cli.terminal import answers, note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.scoring.corpus import Corpus

if TYPE_CHECKING:
    from cutline.reports.study import Study


def compare(
    results: Annotated[
        list[str],
        typer.Argument(help="Runs to compare; the first is the baseline.", metavar="RESULTS"),
    ],
    refs: options.References,
    metrics: options.Metrics = None,
    spice: options.SpiceParser = None,
    by: options.SliceBy = None,
    objects: options.Objects = None,
    only: options.Only = None,
    on: Annotated[
        str | None,
        typer.Option(
            help="The metric that images and slices are shown by.",
            metavar="SPEC",
            show_default="cider-d",
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(help="How many images to show where runs differ most.", min=0)
    ] = 3,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    test: Annotated[
        str, typer.Option(help="randomisation or bootstrap.", metavar="TEST")
    ] = "randomisation",
    interval: IntervalMethod = "bca",
    level: Level = 0.95,
    fail_if_worse: Annotated[
        bool,
        typer.Option(
            "--fail-if-worse",
            help="Exit with 1 if a run is worse than the baseline and it is no chance.",
        ),
    ] = False,
    report: Report = None,
    title: Title = None,
    images: Images = None,
    synonyms: Synonyms = None,
    training: Training = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb",
    jobs: options.Jobs = None,
) -> None:
    """Compare runs: differences with intervals and tests, ties, and where the runs differ most.

    Example: cutline compare baseline.json ours.json --refs captions_val2014.json --by length

    Example: cutline compare a.json b.json c.json --refs refs.json --report report.html
    """
    # Imported here because few commands compare: it would slow all of them down.
    from cutline.cli.compare_output import as_json, show_study
    from cutline.reports.study import lead_metric

    options.one_standard_input(refs, *results)
    if len(results) < 2:
        raise UsageError("a comparison needs two runs or more: give more files of results")
    if output == "-":
        json, output = True, None
    asked = ReportOptions(report, title, images, objects, synonyms, training)
    asked.check()
    options.check_files([output, report], [refs, *results, *(by or ()), *asked.files])
    settings = settings_of(resamples, seed, interval, level, jobs, test)
    chosen, policy = options.metrics_of(metrics, spice), options.policy_of(strict)
    check_objects_use(objects, chosen, "objects" in (by or ()), report is not None)
    lead = lead_metric([str(metric) for metric in chosen], on)
    with no_garbage_collection():
        with working("Reading"):
            selection = select_images(refs, objects, chosen, policy, only)
            note_bundle_choices(refs, metrics, tokenizer)
            runs = [select_run(path, selection, policy) for path in results]
            corpus = Corpus(selection.benchmark, chosen, tokenizer=tokenizer, jobs=jobs)
            extras = asked.read(selection.benchmark.image_ids)
        found = study_of(corpus, runs, by=by or (), objects=objects, settings=settings, lead=lead)
    texts = {}
    if output:
        texts[output] = as_json(found, results)
    if extras:
        texts[extras.page] = report_page(found, extras)
    for path, text in texts.items():
        with atomic_write(path) as file:
            file.write(text)
    if json:
        print(as_json(found, results), end="")
    else:
        show_study(found, top, answers())
    if report:
        note(f"cutline: the report is {report}")
    if fail_if_worse and (worse := _worse(found)):
        note(f"cutline: worse than {found.systems[0]}: {'; '.join(worse)}")
        raise typer.Exit(1)


def _worse(found: Study) -> list[str]:
    """Each run and metric that is significantly below the baseline."""
    return [
        f"{found.systems[run]} by {metric.spec}"
        for run in range(1, len(found.systems))
        for metric in found.comparison
        if metric.difference(0, run).value < 0
        and metric.difference(0, run).is_real(found.comparison.level)
    ]
