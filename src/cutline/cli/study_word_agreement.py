"""`cutline study word-agreement`: which words people agree on, and how near systems come."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Seed
from cutline.core.errors import UsageError


def word_agreement(
    captions: Annotated[
        str, typer.Argument(help="Captions of people, several an image.", metavar="CAPTIONS")
    ],
    words: Annotated[
        str,
        typer.Option(help="How many of the most frequent, or a file of them.", metavar="N|FILE"),
    ] = "1000",
    pos: Annotated[
        str | None,
        typer.Option(
            help="Of these only some parts of speech: noun, verb, adjective, other.",
            metavar="PARTS",
            show_default="all",
        ),
    ] = None,
    k: Annotated[
        str | None,
        typer.Option(
            "-k",
            help="How many captions one is compared with: 4, 1..4 or 1,4.",
            metavar="K",
            show_default="1..4, or fewer where there are",
        ),
    ] = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            help="Captions of a system, or words with scores: its precision at human recall.",
            metavar="FILE",
        ),
    ] = None,
    at_least: Annotated[
        int, typer.Option(help="Images that a word is in, at least.", min=1, metavar="N")
    ] = 10,
    lemma: Annotated[
        bool, typer.Option("--lemma", help="Take the forms of a word for one word.")
    ] = False,
    held_out: Annotated[
        Literal["all", "first", "random"],
        typer.Option(
            help="The caption to compare: all in turn, the one after the first k, or any."
        ),
    ] = "all",
    name: Annotated[
        str | None,
        typer.Option(
            help="Words that charts name, comma-separated.",
            metavar="WORDS",
            show_default="frequent ones",
        ),
    ] = None,
    sort: Annotated[
        Literal["images", "recall", "precision", "word"], typer.Option(help="The order of words.")
    ] = "images",
    every: Annotated[bool, typer.Option("--all", help="Show all, not only the first 25.")] = False,
    resamples: Annotated[
        int,
        typer.Option(help="Resamples for intervals of systems; 0 for none.", metavar="N"),
    ] = 200,
    seed: Seed = 1,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """Which words do people agree on: precision and recall of one caption against k others.

    (Chen et al. 2015, section 4.2.) Example: cutline study word-agreement captions_val2014.json

    Example: cutline study word-agreement captions_val2014.json --systems results.json
    """
    from cutline.benchmarks.word_agreement.parts_of_speech import parse_parts
    from cutline.cli.word_agreement_study.inputs import Request, parse_ks, study_of
    from cutline.cli.word_agreement_study.output import as_csv, as_json
    from cutline.cli.word_agreement_study.page import as_page
    from cutline.cli.word_agreement_study.tables import show

    if output == "-":
        json, output = True, None
    if "-" in (systems or ()):
        raise UsageError("--systems reads files, not standard input (-)")
    is_number = words.isdecimal()
    if is_number and int(words) < 1:
        raise UsageError(f"--words is a number from 1 on, or a file, not {words}")
    inputs = [captions, *(systems or ()), None if is_number else words]
    options.check_files([output, report], inputs)
    request = Request(
        captions=captions,
        words=words,
        unit="lemma" if lemma else "token",
        parts=parse_parts(pos) if pos is not None else (),
        ks=parse_ks(k) if k is not None else None,
        holding=held_out,
        at_least=at_least,
        names=tuple(part.strip().lower() for part in (name or "").split(",") if part.strip()),
        systems=tuple(systems or ()),
        resamples=resamples,
        seed=seed,
        policy=options.policy_of(strict),
        jobs=jobs,
    )
    found = study_of(request)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show(found, console, sort, every),
        table=lambda: as_csv(found),
    )
