"""`cutline serve check`: whether a site is fit for others, in plain words."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.serving.subcommand import Data
from cutline.cli.terminal import answers, new_table, print_whole


def check(
    context: typer.Context,
    no_worker: Annotated[
        bool, typer.Option("--no-worker", help="Do not look for workers.")
    ] = False,
    json: options.Json = False,
    data: Data = None,
) -> None:
    """Say whether a site is well, and what is wrong with how it is set up.

    Exit codes: 0 fine, whatever is advised; 1 something is wrong; 3 there is no site.
    """
    from cutline.cli.serving.site import open_site

    open_site(data or context.obj, makes=False)
    from cutline.server.operation.fitness import findings

    found = findings(("worker",) if no_worker else ())
    if json:
        listed = [{"name": one.name, "grade": one.grade, "said": one.said} for one in found]
        print(json_module.dumps(listed, indent=1))
    else:
        table = new_table("what", "", "found")
        for one in found:
            table.add_row(one.name, one.grade, one.said)
        print_whole(table, answers())
    if any(one.grade == "wrong" for one in found):
        raise typer.Exit(1)
