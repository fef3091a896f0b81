"""`cutline collect open`, `pause` and `close`: whether people can work on a project."""

from __future__ import annotations

from typing import Literal

import typer

from cutline.cli.collecting.found import ProjectName, opened_project
from cutline.cli.serving.subcommand import Data


def open_project(context: typer.Context, project: ProjectName, data: Data = None) -> None:
    """Let people take part, and print the link by which they do.

    Example: cutline collect open birds
    """
    print(_changed(context, data, project, "open"))


def pause(context: typer.Context, project: ProjectName, data: Data = None) -> None:
    """Give nothing new out; what somebody is at may still be finished.

    Example: cutline collect pause birds
    """
    _changed(context, data, project, "paused")


def close(context: typer.Context, project: ProjectName, data: Data = None) -> None:
    """Take no more answers.

    Example: cutline collect close birds
    """
    _changed(context, data, project, "closed")


def _changed(
    context: typer.Context, data: str | None, slug: str, to: Literal["open", "paused", "closed"]
) -> str:
    """The link of the invitation, once the project is in another state."""
    configuration, found = opened_project(context, data, slug, links=to == "open")
    from cutline.collect.models import ProjectState
    from cutline.collect.projects.change import set_state

    set_state(None, found, ProjectState(to))
    return f"{configuration.address}/c/{found.slug}/join/{found.invitation}/"
