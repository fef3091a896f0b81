"""Which phase and which team somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutline.cli.client.address import Target
from cutline.cli.client.refusals import Refusal, said
from cutline.core.errors import FileError, UsageError, near_names


def chosen_phase(
    benchmark: dict[str, Any], target: Target, named: str | None, *, must_be_open: bool
) -> dict[str, Any]:
    """The phase that the address or `--phase` names, else the only one that it can be.

    Raises:
        UsageError: when there is no such phase, or several to choose from.
        Refusal: when none is open, and one must be.
    """
    phases: list[dict[str, Any]] = benchmark["phases"]
    if named and target.phase and named != target.phase:
        raise UsageError(
            f"the address names the phase {target.phase!r} and --phase {named!r}: give one of them"
        )
    wanted = named or target.phase
    slugs = [str(phase["slug"]) for phase in phases]
    if wanted:
        for phase in phases:
            if phase["slug"] == wanted:
                return phase
        raise UsageError(
            f"{benchmark['slug']} has no phase {wanted!r}{near_names(wanted, slugs)}; it has: "
            f"{_listed(slugs)}"
        )
    still_open = [phase for phase in phases if phase["is_open"]]
    if len(still_open) == 1:
        return still_open[0]
    if not must_be_open and len(phases) == 1:
        return phases[0]
    if must_be_open and not still_open:
        told = "; ".join(_dates(phase) for phase in phases) or "it has none"
        raise Refusal(409, "closed", f"no phase of {benchmark['slug']} is open: {told}", [])
    names = [str(phase["slug"]) for phase in (still_open if must_be_open else phases)]
    open_ones = "open phases" if must_be_open else "phases"
    raise UsageError(
        f"{benchmark['slug']} has several {open_ones}, say which one with --phase: {_listed(names)}"
    )


def chosen_team(person: dict[str, Any], named: str | None, server: str) -> dict[str, Any]:
    """The team that `--team` names by its slug or its name, else the only one.

    Raises:
        UsageError: when there is no such team, or several to choose from.
        FileError: when the person is in none yet.
    """
    teams: list[dict[str, Any]] = person["teams"]
    slugs = [str(team["slug"]) for team in teams]
    if not teams:
        raise FileError(
            f"{said(person['username'])} is in no team yet: create one at {server}/teams/ "
            f"(a person alone may be one), then submit again"
        )
    if named:
        for team in teams:
            if named in (team["slug"], team["name"]):
                return team
        raise UsageError(
            f"you are in no team {named!r}{near_names(named, slugs)}; your teams: {_listed(slugs)}"
        )
    if len(teams) == 1:
        return teams[0]
    raise UsageError(f"you are in several teams, say which one with --team: {_listed(slugs)}")


def _dates(phase: dict[str, Any]) -> str:
    name = said(phase["slug"])
    dates = [
        f"{verb} {said(phase[field])}"
        for field, verb in (("opens", "opens"), ("closes", "closes"))
        if phase[field]
    ]
    return f"{name} {'is frozen' if phase['is_frozen'] else ' and '.join(dates) or 'is closed'}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(said, names)) or "none"
