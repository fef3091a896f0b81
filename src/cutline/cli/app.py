"""The commands, put together."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from cutline.core.version import __version__

MEASURE = "measure"
STUDY = "study"
BUILD = "build"
DESCRIBE = "describe"
HOST = "host"
KEEP = "keep"

#: Each command with its panel of the help, in the order of the help. A command is the function of
#: its name in the module of its name; `bundle`, `collect`, `data`, `detect`, `serve` and `study`
#: have commands of their own.
COMMANDS = {
    "score": MEASURE,
    "compare": MEASURE,
    "explain": MEASURE,
    "judge": MEASURE,
    "validate": MEASURE,
    "tokenize": MEASURE,
    "graph": MEASURE,
    "study": STUDY,
    "analyse": STUDY,
    "pairs": STUDY,
    "select": BUILD,
    "domains": BUILD,
    "references": BUILD,
    "gaps": BUILD,
    "bundle": BUILD,
    "describe": DESCRIBE,
    "annotate": DESCRIBE,
    "detect": DESCRIBE,
    "world": DESCRIBE,
    "features": DESCRIBE,
    "train": DESCRIBE,
    "caption": DESCRIBE,
    "serve": HOST,
    "worker": HOST,
    "submit": HOST,
    "board": HOST,
    "collect": HOST,
    "data": KEEP,
    "demo": KEEP,
}


def command_line(wanted: str | None = None) -> typer.Typer:
    """The command line; only the wanted command is loaded, if there is one of that name.

    Loading all of them takes longer than scoring a few thousand captions. The version needs none.
    """
    app = typer.Typer(
        name="cutline",
        help="Measure image captions: exact, fast, without Java.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in _loaded(wanted):
        command = getattr(import_module(f"cutline.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=COMMANDS[name])
        else:
            app.command(rich_help_panel=COMMANDS[name])(command)
    return app


def _loaded(wanted: str | None) -> list[str]:
    if wanted == "--version":
        return []
    return [wanted] if wanted in COMMANDS else list(COMMANDS)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"cutline {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Measure image captions: exact, fast, without Java."""
