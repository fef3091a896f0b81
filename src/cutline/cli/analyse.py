"""`cutline analyse`: what a set of captions is like, by itself or beside another."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Seed
from cutline.core.errors import UsageError


def analyse(
    first: Annotated[
        str, typer.Argument(help="Captions: a file of any known format.", metavar="A")
    ],
    second: Annotated[
        str | None, typer.Argument(help="Other captions, to set beside them.", metavar="B")
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            help="What to call the sets, with a comma between.",
            metavar="A,B",
            show_default="by their files",
        ),
    ] = None,
    objects: Annotated[
        list[str] | None,
        typer.Option(
            help="The objects of A's images; given twice, of A's and of B's.", metavar="FILE"
        ),
    ] = None,
    class_names: Annotated[
        str | None,
        typer.Option(
            help="With --objects: names of classes by code, as Open Images has them.",
            metavar="FILE",
        ),
    ] = None,
    synonyms: Annotated[
        str | None,
        typer.Option(help="With --objects: words that name each class.", metavar="FILE"),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            help="Images of the samples that n-grams are counted in.",
            min=1,
            metavar="N",
            show_default="all of the smaller set",
        ),
    ] = None,
    captions: Annotated[
        int | None,
        typer.Option(
            help="Captions of each image of a sample.",
            min=1,
            metavar="M",
            show_default="as many as all images have",
        ),
    ] = None,
    draws: Annotated[int, typer.Option(help="How many samples.", min=1, metavar="N")] = 5,
    seed: Seed = 1,
    pos_sample: Annotated[
        int, typer.Option(help="Captions whose words are tagged; 0 for none.", min=0, metavar="N")
    ] = 5_000,
    every: Annotated[
        bool, typer.Option("--all", help="Tag the words of all captions, not of a sample.")
    ] = False,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb(context=none)",
    jobs: options.Jobs = None,
) -> None:
    """Describe captions, or two sets side by side: lengths, words, n-grams, objects.

    Two sets of different sizes are compared on samples of one size (Agrawal et al. 2019, nocaps).

    Example: cutline analyse captions_val2017.json nocaps_val.json --captions 5

    Example: cutline analyse captions.json --objects instances.json --report analysis.html
    """
    from cutline.cli.analyse_inputs import Request, analysed
    from cutline.cli.analyse_output import as_csv, as_json
    from cutline.cli.analyse_page import as_page
    from cutline.cli.analyse_tables import show

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    request = Request(
        captions=tuple(filter(None, (first, second))),
        names=names,
        objects=tuple(objects or ()),
        class_names=class_names,
        synonyms=synonyms,
        images=sample,
        captions_per_image=captions,
        draws=draws,
        seed=seed,
        part_sample=None if every else pos_sample,
        tokenizer=tokenizer,
        policy=options.policy_of(strict),
        jobs=jobs,
    )
    request.check()
    options.one_standard_input(*request.files)
    options.check_files([output, report], request.files)
    found = analysed(request)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=None if output else lambda console: show(found, console),
        table=lambda: as_csv(found),
    )
