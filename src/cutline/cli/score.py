"""`cutline score`: captions in, numbers with their signatures out."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.score_output import ScoredRun, as_csv, as_json, show_table, write_per_image
from cutline.cli.terminal import answers, note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import ContentError, UsageError
from cutline.core.spec import parse_specs
from cutline.core.types import Benchmark, Run
from cutline.datasets.checks import Policy, match_run
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references, read_run
from cutline.datasets.tags import read_tags
from cutline.scoring.corpus import Corpus
from cutline.scoring.slices import sliced, tag_of


def score(
    results: Annotated[
        list[str],
        typer.Argument(help="Captions to score; - is standard input.", metavar="RESULTS"),
    ],
    refs: options.References,
    metrics: options.Metrics = "coco",
    by: Annotated[
        str | None,
        typer.Option(
            help="Slices: a tag of the references (domain), or a file.", metavar="TAG|FILE"
        ),
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
    """
    options.one_standard_input(refs, *results)
    if json and csv:
        raise UsageError("--json and --csv exclude each other")
    if output == "-":
        json, output = not csv, None
    chosen, policy = parse_specs(metrics), options.policy_of(strict)
    with working("Reading references"):
        benchmark = _references(refs, policy, only)
        corpus = Corpus(benchmark, chosen, tokenizer=tokenizer, jobs=jobs)
    labels = None
    if by is not None:
        is_tag = by in benchmark.tags or not os.path.exists(by)  # noqa: PTH110
        labels = tag_of(benchmark, by) if is_tag else read_tags(by, benchmark.image_ids)
    scored = []
    for path in results:
        with working(f"Scoring {path}"):
            run = _run(path, benchmark, policy, has_selection=only is not None)
            whole = corpus.score(run, policy=policy)
            slices = sliced(whole, labels) if labels else {}
            if separate:
                slices = {
                    label: corpus.only(part.image_ids).score(run, policy="lenient")
                    for label, part in slices.items()
                }
            scored.append(ScoredRun(path, whole, slices))
    if per_image:
        write_per_image(scored, per_image)
    if output:
        with atomic_write(output) as file:
            file.write(as_csv(scored) if csv else as_json(scored))
    if json or csv:
        print(as_csv(scored) if csv else as_json(scored), end="")
    else:
        show_table(scored, answers())


def _references(path: str, policy: Policy, only: str | None) -> Benchmark:
    benchmark, checked = read_references(path, policy)
    if checked.problems:
        note(f"cutline: in the references:\n{listing(checked.problems, most=5)}")
    if only is None:
        return benchmark
    tag, equals, value = only.partition("=")
    if not equals:
        raise UsageError(f"--only is TAG=VALUE, such as split=test, not {only!r}")
    labels = tag_of(benchmark, tag)
    kept = [image_id for image_id in benchmark.image_ids if labels.get(image_id) == value]
    if not kept:
        values = ", ".join(sorted(set(labels.values())))
        raise UsageError(f"no image has {tag}={value}; values are: {values}")
    return benchmark.only(kept, name=f"{benchmark.name} {only}")


def _run(path: str, benchmark: Benchmark, policy: Policy, *, has_selection: bool) -> Run:
    run, checked = read_run(path)
    if has_selection:
        # Captions of images outside the selection are no mistake.
        selected = set(benchmark.image_ids)
        run = Run(run.system, {i: c for i, c in run.captions.items() if i in selected})
    run = match_run(run, benchmark, path, checked)
    checked.raise_if_stopped(policy, f"{path} has problems")
    if checked.problems:
        note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
    if not run.captions:
        raise ContentError(f"{path}: holds no caption for any image of the references")
    if run.is_ranked:
        note(f"cutline: {path} has several captions an image: the first of each is scored")
    return run
