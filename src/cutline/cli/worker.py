"""`cutline worker`: a process that scores, on this machine or another."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli.serving.subcommand import Data


def worker(
    data: Data = None,
    log: Annotated[
        str | None,
        typer.Option(
            help="Where log lines go; - is standard error.",
            metavar="FILE",
            show_default="the data folder on a screen, else -",
        ),
    ] = None,
) -> None:
    """Score what is submitted to a site, beside the workers that it has.

    `cutline serve` starts a worker by itself. More of them join from other machines by the same
    DATABASE_URL; each keeps a folder of its own. It ends by Ctrl-C or SIGTERM, and leaves what it
    was at to the others.

    Example: DATABASE_URL=postgres://cutline:secret@database/cutline cutline worker
    """
    from cutline.cli.serving.work import run_worker_process

    run_worker_process(data, log)
