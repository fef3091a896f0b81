"""`cutline pairs`: which concepts captions put together, how often, and which to hold out."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

from cutline.cli import options
from cutline.cli.pair_options import (
    ConceptFile,
    MatcherChoice,
    PairParser,
    WordingChoice,
    concepts_of,
)
from cutline.cli.terminal import answers
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.text.parsers import OWN

#: Typed in place of pairs: those that the concepts hold out.
HELD_OUT = "held-out"


def pairs(
    captions: Annotated[
        list[str],
        typer.Argument(help="References in any known format; several are set side by side."),
    ],
    words: Annotated[
        Literal["known", "any"],
        typer.Option(help="Pairs of known concepts, or of any adjectives, verbs and nouns."),
    ] = "known",
    pairs: Annotated[
        str | None,
        typer.Option(
            "--pairs",
            help='Only these, comma-separated: "black cat, eat man"; or held-out.',
            metavar="PAIRS",
            show_default="all that the concepts make",
        ),
    ] = None,
    kind: Annotated[
        Literal["adjective", "verb"] | None, typer.Option(help="Only pairs with one of these.")
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            help="Images that a pair has, at least; with --propose, to evaluate on.",
            min=0,
            metavar="N",
            show_default="1; with --propose 101",
        ),
    ] = None,
    sort: Annotated[
        Literal["total", "agreement", "name"], typer.Option(help="The order of pairs.")
    ] = "total",
    every: Annotated[bool, typer.Option("--all", help="Show all, not only the first 25.")] = False,
    examples: Annotated[
        int, typer.Option(help="Captions to show for each pair.", min=0, metavar="N")
    ] = 0,
    propose: Annotated[
        bool, typer.Option("--propose", help="Say which pairs are good to hold out, and why.")
    ] = False,
    evaluation: Annotated[
        str | None,
        typer.Option(
            "--eval",
            help="Captions to evaluate on, for --propose.",
            metavar="FILE",
            show_default="the same",
        ),
    ] = None,
    agreement: Annotated[
        bool, typer.Option("--agreement", help="How far references agree on pairs.")
    ] = False,
    arguments: Annotated[
        bool, typer.Option("--arguments", help="What verbs are said to be done to.")
    ] = False,
    boxes: Annotated[
        str | None,
        typer.Option(
            help="Boxes of the images: are big things larger than small ones?", metavar="FILE"
        ),
    ] = None,
    concepts: ConceptFile = None,
    wording: WordingChoice = "published",
    matcher: MatcherChoice = "parse",
    parser: PairParser = OWN,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """List pairs such as "black cat": the images that have them, and how many references agree.

    Example: cutline pairs references.json

    Example: cutline pairs train.json --eval val.json --propose
    """
    from cutline.cli.pairs_inputs import Request, sections
    from cutline.cli.pairs_output import as_csv, as_json
    from cutline.cli.pairs_tables import show

    if output == "-":
        json, output = True, None
    options.check_files([output], [*captions, evaluation, boxes, concepts])
    options.one_standard_input(*captions, *filter(None, (evaluation, boxes)))
    is_typed = pairs is not None and pairs.strip() != HELD_OUT
    known = concepts_of(concepts, wording)
    typed = concepts_of(concepts, wording, pairs).pairs if is_typed else known.pairs
    request = Request(
        captions=tuple(captions),
        words=words,
        concepts=known,
        pairs=typed if pairs is not None else None,
        kind=kind,
        at_least=at_least,
        sort=sort,
        examples=examples,
        propose=propose,
        evaluation=evaluation,
        agreement=agreement,
        arguments=arguments,
        boxes=boxes,
        matcher=cast(Literal["parse", "words", "together"], matcher),
        parser=parser,
        policy=options.policy_of(strict),
        jobs=jobs,
    )
    request.check(is_changed=concepts is not None or wording != "published")
    is_table = output is not None and output.removesuffix(".gz").endswith(".csv")
    if is_table and request.analyses > 1:
        raise UsageError(f"{output}: a table holds one analysis: write .json, or ask for one")
    found = sections(request)
    if output:
        with atomic_write(output) as file:
            file.write(as_csv(found) if is_table else as_json(found))
    if json:
        print(as_json(found), end="")
    elif not output:
        show(found, answers(), every)
