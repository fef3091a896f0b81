"""What the parts of the site keep of a person.

Each part registers its share here, in a module `people_data` of its own, so that an export has all
of it and nothing is left behind when a person is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cutline.web.people.models import Person


@dataclass(frozen=True)
class Holding:
    """What one part keeps.

    Args:
        name: what the export calls it.
        give: all of it, as values that JSON knows.
        obstacles: why the person cannot be forgotten yet, each with what to do about it.
        forget: cut the ties to the person, inside a transaction.
    """

    name: str
    give: Callable[[Person], Any]
    obstacles: Callable[[Person], list[str]]
    forget: Callable[[Person], None]


_holdings: dict[str, Holding] = {}


def register(holding: Holding) -> None:
    """Add what a part keeps."""
    _holdings[holding.name] = holding


def all_holdings() -> tuple[Holding, ...]:
    """What all parts keep, by name."""
    return tuple(_holdings[name] for name in sorted(_holdings))
