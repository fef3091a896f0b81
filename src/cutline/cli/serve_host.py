"""`cutline serve host`: a bundle becomes a benchmark, without the console."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.terminal import note, working
from cutline.core.errors import UsageError


def host(
    context: typer.Context,
    bundle: Annotated[
        str, typer.Argument(help="A bundle with its private parts, as a zip.", metavar="BUNDLE.zip")
    ],
    owner: Annotated[str, typer.Option(help="The host or admin who runs it.", metavar="NAME")],
    slug: Annotated[
        str, typer.Option(help="What stands in its address.", show_default="of its name")
    ] = "",
    title: Annotated[str, typer.Option(help="For people.", show_default="the bundle's")] = "",
    publish: Annotated[
        Literal["public", "unlisted", "private"] | None,
        typer.Option(help="Show it: to all, to who has the address, or to hosts alone."),
    ] = None,
    data: Data = None,
) -> None:
    """Host a benchmark: a phase for each split that has references, and its human row.

    It stays a draft unless it is published, here or in the console, where all else is set.

    Example: cutline serve host pets.zip --owner hanna --publish public
    """
    configuration = opened_site(context, data, links=True)
    from cutline.server.access import may
    from cutline.server.hosting import create
    from cutline.server.models import Visibility
    from cutline.server.operation.database import bring_up_to_date
    from cutline.server.operation.people import person_named

    bring_up_to_date()
    person = person_named(owner)
    if not may(person, "create_benchmark"):
        raise UsageError(
            f"{person.username} is no host: an admin makes them one in the console, or "
            f"`cutline serve admin {person.username}` makes them an admin"
        )
    with working("Reading the bundle"):
        made = create.host_bundle(Path(bundle), person, slug=slug, title=title)
        if publish is not None:
            create.publish(made, person, Visibility(publish))
    print(f"{configuration.address}/b/{made.slug}/")
    if publish is None:
        note("cutline: it is a draft; publish it in the console when it is as you want it")
