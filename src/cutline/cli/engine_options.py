"""Options of commands whose pictures can be worked on elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.scale.on_ray import OnRay

Engine = Annotated[
    str | None,
    typer.Option(help="Who does the work; this process by default.", metavar="ray"),
]
Address = Annotated[
    str | None,
    typer.Option(help="With --engine ray: the cluster; this machine by default."),
]


def chosen_engine(engine: str | None, address: str | None, jobs: int | None) -> OnRay | None:
    """Ray, where it is asked for.

    Raises:
        UsageError: for another engine, or an address without one.
    """
    if engine is None:
        if address is not None:
            raise UsageError("--address goes with --engine ray")
        return None
    if engine != "ray":
        raise UsageError(f"--engine is ray, not {engine!r}; without it this process does the work")
    from cutline.scale.on_ray import OnRay

    return OnRay(address, jobs)
