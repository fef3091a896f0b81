"""The commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import KEEP, MEASURE
from cutline.cli.data import data
from cutline.cli.demo import demo
from cutline.cli.explain import explain
from cutline.cli.graph import graph
from cutline.cli.score import score
from cutline.cli.tokenize import tokenize
from cutline.cli.validate import validate
from cutline.core.version import __version__

app = typer.Typer(
    name="cutline",
    help="Measure image captions: exact, fast, without Java.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"cutline {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Measure image captions: exact, fast, without Java."""


app.command(rich_help_panel=MEASURE)(score)
app.command(rich_help_panel=MEASURE)(explain)
app.command(rich_help_panel=MEASURE)(validate)
app.command(rich_help_panel=MEASURE)(tokenize)
app.command(rich_help_panel=MEASURE)(graph)
app.add_typer(data, name="data", rich_help_panel=KEEP)
app.command(rich_help_panel=KEEP)(demo)
