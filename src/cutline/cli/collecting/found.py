"""Projects by what stands in their address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli.serving.subcommand import opened_site
from cutline.core.errors import UsageError, near_names

if TYPE_CHECKING:
    from cutline.collect.models import Project
    from cutline.web.configuration import Configuration

ProjectName = Annotated[str, typer.Argument(help="What stands in its address.", metavar="PROJECT")]


def opened_project(
    context: typer.Context, data: str | None, slug: str, *, links: bool = False
) -> tuple[Configuration, Project]:
    """The site, and a project of it; `links` where links to it are printed.

    Raises:
        CutlineError: when there is no such site or project.
    """
    configuration = opened_site(context, data, links=links)
    from cutline.collect.models import Project
    from cutline.server.operation.database import bring_up_to_date

    bring_up_to_date()
    found = Project.objects.select_related("owner").filter(slug=slug).first()
    if found is None:
        known = list(Project.objects.values_list("slug", flat=True))
        listed = ", ".join(sorted(known)) or "none"
        raise UsageError(
            f"there is no project {slug!r}{near_names(slug, known)}; there are: {listed}"
        )
    return configuration, found
