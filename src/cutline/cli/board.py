"""`cutline board`: a leaderboard, read from an evaluation server."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.board_output import BOARD, show_board
from cutline.cli.client.address import parse_target
from cutline.cli.client.calls import Server
from cutline.cli.client.places import chosen_phase
from cutline.cli.client.refusals import Refusal
from cutline.cli.client.signing_in import with_token_if_any
from cutline.cli.client.submitting import benchmark_of
from cutline.cli.give_answer import give_answer
from cutline.cli.terminal import note
from cutline.core.errors import UsageError


def board(
    address: Annotated[
        str, typer.Argument(help="The benchmark: its address.", metavar="URL/BENCHMARK[/PHASE]")
    ],
    phase: Annotated[
        str | None,
        typer.Option(help="The phase.", metavar="NAME", show_default="the only open one"),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(help="Rank by this metric.", metavar="SPEC", show_default="the first"),
    ] = None,
    slice_label: Annotated[
        str | None,
        typer.Option(
            "--by",
            "--slice",
            help="Scores of the images with this label only.",
            metavar="LABEL",
            show_default="all images",
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="For hosts: unrounded scores, and what is still hidden.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    json: options.Json = False,
    output: options.Output = None,
) -> None:
    """Read a leaderboard, with intervals, ties and the human baseline.

    Entries with the same letter cannot be told apart by paired tests. A file whose name ends in
    .csv gets a table, any other JSON. What is public needs no token.

    Exit codes: 0 fine; 2 wrong usage; 3 the server cannot be reached or refuses.

    Example: cutline board https://captions.example.org/nocaps/test --metric cider-d
    """
    if csv and json:
        raise UsageError("--csv and --json exclude each other: give one of them")
    options.check_files([output], [])
    target = parse_target(address)
    server = with_token_if_any(Server(target.server))
    if server.token and not target.is_private:
        note("cutline: http lets others on the way read the token: use https where you can")
    found = chosen_phase(benchmark_of(server, target), target, phase, must_be_open=False)
    path = target.path(found["slug"], "/board")
    query = {"metric": metric or "", "slice": slice_label or "", "raw": "true" if raw else ""}
    try:
        content = server.get(path, BOARD, **query)
    except Refusal as error:
        if error.status == 404 and (metric or slice_label):  # the phase was there a moment ago
            raise UsageError(str(error)) from None
        raise

    def table() -> str:
        return server.get_text(path, format="csv", **query)

    give_answer(
        json=json,
        output=output,
        report=None,
        text=lambda: json_module.dumps(content, indent=2, ensure_ascii=True) + "\n",
        page=str,
        show=None if csv else lambda console: show_board(content, console),
        table=table,
    )
    if csv:
        print(table(), end="")
