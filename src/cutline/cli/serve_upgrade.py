"""`cutline serve upgrade`: bring the database up to date, before any process of a new version."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.terminal import working


def upgrade(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit code 1 if something is missing.")
    ] = False,
    data: Data = None,
) -> None:
    """Bring the database up to date.

    `cutline serve` does so by itself when it starts. A site of several machines does it once, here,
    with all its processes stopped and a backup at hand.
    """
    opened_site(context, data, makes=not check)
    from cutline.server.operation.database import bring_up_to_date, unapplied

    if check:
        missing = unapplied()
    else:
        with working("Bringing the database up to date"):
            missing = bring_up_to_date()
    for name in missing:
        print(name)
    if not missing:
        print("The database is up to date.")
    elif check:
        raise typer.Exit(1)
