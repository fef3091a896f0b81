"""`cutline study compositional`: do runs put concepts together as people do?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from cutline.cli import options, pair_options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Resamples, Seed, resampling_of
from cutline.cli.study_diversity import LocalRecall, Training
from cutline.cli.terminal import working
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.scoring.slicing import SMALL_SLICE

if TYPE_CHECKING:
    from cutline.cli.compositional_study.inputs import GapGroups
    from cutline.metrics.pair_recall import PairRecall

_MATCHERS = ("parse", "words")


def compositional(
    runs: Annotated[list[str], typer.Argument(help="Files of runs.", metavar="RUNS")],
    refs: options.References,
    k: Annotated[
        int, typer.Option("-k", help="How many captions of each image count.", min=1, metavar="K")
    ] = 5,
    pairs: pair_options.PairList = None,
    concepts: pair_options.ConceptFile = None,
    wording: pair_options.WordingChoice = "published",
    matcher: Annotated[
        str,
        typer.Option(
            help="How a pair is told: by the parse, or by patterns of words.",
            metavar="|".join(_MATCHERS),
        ),
    ] = "parse",
    parser: pair_options.PairParser = "cutline",
    gaps: Annotated[
        str | None,
        typer.Option(
            help="Only what these gaps evaluate: their images, their pairs, group by group.",
            metavar="FOLDER",
        ),
    ] = None,
    train: Training = None,
    local_recall: LocalRecall = True,
    boxes: Annotated[
        str | None,
        typer.Option(
            help="Boxes of the images: are big things larger than small ones?", metavar="FILE"
        ),
    ] = None,
    embeddings: Annotated[
        list[str] | None,
        typer.Option(
            help="Vectors of images and captions, to rank captions by; may be given again.",
            metavar="NAME=FILE.npz",
        ),
    ] = None,
    others: Annotated[
        int,
        typer.Option(
            help="With --embeddings: other images that captions to rank come from.",
            min=1,
            metavar="N",
        ),
    ] = 1000,
    metrics: Annotated[
        str | None,
        typer.Option(help="Also these scores, such as coco.", metavar="SPECS", show_default="none"),
    ] = None,
    at_least: Annotated[
        int, typer.Option(help="Mark pairs with fewer images.", min=1, metavar="N")
    ] = SMALL_SLICE,
    resamples: Resamples = 10_000,
    seed: Seed = 1,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """Do runs say pairs of concepts, such as "white horse", where people do?

    (Nikolaus et al. 2019.) Example: cutline study compositional a.json b.json --refs refs.json

    Example: cutline study compositional a.json --refs refs.json --gaps gaps --report page.html
    """
    from cutline.cli.compositional_study.as_json import as_json
    from cutline.cli.compositional_study.inputs import (
        embedding_files,
        gap_files,
        read_boxes,
        read_gap_groups,
        read_named_embeddings,
        read_shared_runs,
        read_training,
    )
    from cutline.cli.compositional_study.page import as_page
    from cutline.cli.compositional_study.study import Extras, compositional_study
    from cutline.cli.compositional_study.tables import show_study
    from cutline.cli.score_inputs import select_references

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    if gaps is not None and pairs is not None:
        raise UsageError("--pairs goes without --gaps, which name their own pairs")
    read = [refs, *runs, *filter(None, (train, boxes, concepts))]
    options.one_standard_input(*read)
    beside = [*embedding_files(embeddings or []), *(gap_files(gaps) if gaps is not None else [])]
    options.check_files([output, report], [*read, *beside])
    groups = read_gap_groups(gaps) if gaps is not None else None
    metric = _metric(k, pairs, concepts, wording, matcher, parser, groups)
    if groups is not None:
        groups.note_other_words(metric.chosen)
    resampling = resampling_of(resamples, seed, jobs)
    scored = options.metrics_of(metrics) if metrics is not None else ()
    policy = options.policy_of(strict)
    vectors = read_named_embeddings(embeddings or [])
    with no_garbage_collection():
        with working("Reading"):
            whole = select_references(refs, policy, None).benchmark
            benchmark = whole if groups is None else groups.only(whole)
            shared = read_shared_runs(runs, benchmark, whole, policy)
        extras = Extras(
            gaps=groups,
            training=read_training(train),
            boxed=None if boxes is None else read_boxes(boxes, policy),
            embeddings=vectors,
            others=others,
            metrics=scored,
            with_local_recall=local_recall,
        )
        found = compositional_study(
            metric, shared, resampling, at_least=at_least, extras=extras, jobs=jobs
        )
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )


def _metric(
    k: int,
    pairs: str | None,
    concepts: str | None,
    wording: str,
    matcher: str,
    parser: str,
    groups: GapGroups | None,
) -> PairRecall:
    """The metric that these options ask for.

    Raises:
        UsageError: when there are no such pairs or concepts, or options do not go together.
    """
    from cutline.metrics.pair_recall import HELD_OUT, PairRecall

    if matcher not in _MATCHERS:
        raise UsageError(f"--matcher is {' or '.join(_MATCHERS)} here, not {matcher!r}")
    if concepts is not None and wording != "published":
        raise UsageError("--concepts are added to the published words: --wording goes without them")
    known = pair_options.concepts_of(concepts, wording, pairs)
    chosen = HELD_OUT
    if groups is not None:
        chosen = ",".join(known.pair(name).name for name in groups.pair_names)
    elif pairs is not None:
        chosen = ",".join(pair.name for pair in known.pairs)
    return PairRecall(
        k=k,
        pairs=chosen,
        concepts=wording if concepts is None else concepts,
        matcher=cast(Literal["parse", "words"], matcher),
        parser=parser,
    )
