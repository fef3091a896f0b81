"""Options of the commands that start a site."""

from __future__ import annotations

from typing import Annotated

import typer

Host = Annotated[
    str, typer.Option("--host", help="The address of this machine to listen at.", metavar="HOST")
]
Port = Annotated[
    int, typer.Option("--port", help="The port; 0 takes a free one.", min=0, max=65535, metavar="N")
]
Log = Annotated[
    str | None,
    typer.Option(
        "--log",
        help="Where log lines go; - is standard error.",
        metavar="FILE",
        show_default="the data folder on a screen, else -",
    ),
]
OpenPage = Annotated[
    bool | None,
    typer.Option(
        "--open/--no-open",
        help="Open the site in a browser, or not.",
        show_default="on a screen",
    ),
]
