"""`cutline serve admin`: whoever can use the machine can make an admin, or open a lost account."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli.serving.subcommand import Data, opened_site


def admin(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Whose account.", metavar="NAME")],
    email: Annotated[
        str, typer.Option(help="Of somebody who has no account yet.", show_default=False)
    ] = "",
    only_link: Annotated[
        bool,
        typer.Option("--only-link", help="Only a link that sets a new password; change no role."),
    ] = False,
    data: Data = None,
) -> None:
    """Make somebody an admin, and print a link that sets their password.

    The link works once and for three days. It goes to standard output and is a secret.

    Example: cutline serve admin hanna --email hanna@example.org

    Example: cutline serve admin wim --only-link
    """
    configuration = opened_site(context, data, links=True)
    from cutline.server.operation.database import bring_up_to_date
    from cutline.server.operation.people import make_admin, password_path, person_named

    bring_up_to_date()
    person = person_named(name) if only_link else make_admin(name, email)
    print(configuration.address + password_path(person))
