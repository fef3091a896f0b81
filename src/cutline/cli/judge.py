"""`cutline judge`: how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cutline.cli import options, statistics_options
from cutline.cli.terminal import answers, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError, near_names
from cutline.core.garbage import no_garbage_collection

if TYPE_CHECKING:
    from cutline.datasets.judgments import CaptionPairs, Protocol, RatedCaptions

Choice = TypeVar("Choice", bound=str)


def judge(
    metrics: Annotated[
        str,
        typer.Argument(
            help="Metric specs, comma-separated: meteor, cider-d(sigma=6); or coco, all.",
            metavar="METRIC",
        ),
    ],
    judgments: Annotated[
        str,
        typer.Option(help="What people think: a file or folder of a known form.", metavar="FILE"),
    ],
    captions: Annotated[
        str | None,
        typer.Option(
            help="The captions or references, where the judgments do not hold them.",
            metavar="FILE",
        ),
    ] = None,
    aspect: Annotated[
        str | None,
        typer.Option(
            help="Of THumB: what was rated.", metavar="total|precision|recall", show_default="total"
        ),
    ] = None,
    own: Annotated[
        str | None,
        typer.Option(
            help="Judged captions that are references of their own image.",
            metavar="leave-out|keep|drop-reference",
            show_default="as published",
        ),
    ] = None,
    ratings: Annotated[
        str | None,
        typer.Option(
            help="Count each rating, or the mean or median of a caption's.",
            metavar="flat|mean|median",
            show_default="as published",
        ),
    ] = None,
    documents: Annotated[
        str | None,
        typer.Option(
            help="What CIDEr counts as a document: each image, or each judged caption.",
            metavar="images|captions",
            show_default="images",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Leave out captions of this system.", metavar="SYSTEM"),
    ] = None,
    resamples: statistics_options.Resamples = 1000,
    seed: statistics_options.Seed = 1,
    level: statistics_options.Level = 0.95,
    json: options.Json = False,
    output: options.Output = None,
    tokenizer: options.TokenizerSpec = "ptb",
    jobs: options.Jobs = None,
) -> None:
    """Judge metrics by people: correlations with ratings, or agreement with choices.

    Example: cutline judge cider-d,meteor --judgments ExpertAnnotations.txt

    Example: cutline judge all --judgments CrowdFlowerAnnotations.txt --json
    """
    # Imported here, as in other commands that few runs need: it would slow all of them down.
    from cutline.cli.judge_output import as_json, show_verdicts
    from cutline.datasets.judgments import RatedCaptions, read_judgments
    from cutline.reports.meta_evaluation import judge_pairs, judge_ratings
    from cutline.reports.statistics.intervals import check_level

    options.one_standard_input(judgments, captions or "")
    if output == "-":
        json, output = True, None
    options.check_files([output], [judgments, *([captions] if captions else [])])
    resampling = statistics_options.resampling_of(resamples, seed, jobs)
    check_level(level)
    chosen = options.metrics_of(metrics)
    with no_garbage_collection():
        with working("Reading judgments"):
            judged = read_judgments(judgments, captions, aspect)
        protocol = _protocol(judged, own=own, ratings=ratings, documents=documents)
        with working("Preparing references"):
            if isinstance(judged, RatedCaptions):
                verdicts = judge_ratings(
                    judged,
                    chosen,
                    protocol,
                    without=without or (),
                    tokenizer=tokenizer,
                    jobs=jobs,
                    resampling=resampling,
                    level=level,
                )
            else:
                _refuse_for_pairs(judged.name, {"without": without})
                verdicts = judge_pairs(
                    judged,
                    chosen,
                    tokenizer=tokenizer,
                    jobs=jobs,
                    resampling=resampling,
                    level=level,
                )
    if output:
        with atomic_write(output) as file:
            file.write(as_json(verdicts))
    if json:
        print(as_json(verdicts), end="")
    else:
        show_verdicts(verdicts, answers())


def _protocol(judged: RatedCaptions | CaptionPairs, **chosen: str | None) -> Protocol:
    """The published protocol, but for what was chosen; pairs leave nothing to choose."""
    from cutline.datasets.judgments import CaptionPairs, Protocol
    from cutline.datasets.judgments.types import DOCUMENTS, OWN, RATINGS

    if isinstance(judged, CaptionPairs):
        _refuse_for_pairs(judged.name, chosen)
        return Protocol()
    published = judged.published
    return Protocol(
        own=_one_of("--own", chosen["own"], OWN) or published.own,
        ratings=_one_of("--ratings", chosen["ratings"], RATINGS) or published.ratings,
        documents=_one_of("--documents", chosen["documents"], DOCUMENTS) or published.documents,
    )


def _refuse_for_pairs(name: str, chosen: Mapping[str, object]) -> None:
    for option, value in chosen.items():
        if value:
            raise UsageError(f"--{option} goes with ratings, and {name} has pairs of captions")


def _one_of(option: str, given: str | None, known: tuple[Choice, ...]) -> Choice | None:
    for choice in known:
        if choice == given:
            return choice
    if given is None:
        return None
    near = near_names(given, known)
    raise UsageError(f"{option} is one of {', '.join(known)}, not {given!r}{near}")
