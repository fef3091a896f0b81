"""What commands of `cutline serve` share: which site they work on, and how its faults are told."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

import typer

from cutline.cli.terminal import note

if TYPE_CHECKING:
    from cutline.web.configuration import Configuration

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        help="Folder of the database, the secret key and uploads.",
        metavar="FOLDER",
        show_default="CUTLINE_SERVER_DATA, or the user's own",
    ),
]


def opened_site(
    context: typer.Context, data: str | None, *, makes: bool = False, links: bool = False
) -> Configuration:
    """The site of `--data`, given before or after the command's name, with a database that answers.

    Args:
        context: of the command.
        data: the folder, if it was given after the name.
        makes: whether the command makes a site where there is none.
        links: whether it prints links, which need to know where the site is.

    Raises:
        CutlineError: when there is no such site, or its database does not answer.
    """
    from cutline.cli.serving.site import open_site

    configuration = open_site(data or context.obj, makes=makes)
    from cutline.server.operation.database import reach_database

    reach_database()
    if links and "CUTLINE_ADDRESS" not in os.environ:
        note("cutline: the site has not run yet, so where it is is not known: set CUTLINE_ADDRESS")
    return configuration


def told_plainly(command: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A command whose database fails it in one sentence, whatever it was at."""

    @wraps(command)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        try:
            return command(*arguments, **named)
        except Exception as error:
            # The database's errors are known by name: most commands never load Django.
            if not any(kind.__module__ == "django.db.utils" for kind in type(error).__mro__):
                raise
            from cutline.server.operation.database import unusable

            raise unusable(error) from None

    return run
