"""The arms of an experiment: who is shown keywords, and who is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cutline.core.errors import UsageError

_MOST_NAME = 40


@dataclass(frozen=True)
class Arm:
    """A way in which people are asked, and how large a share of them is asked so."""

    name: str
    is_primed: bool
    share: float = 1.0


#: Where a project says nothing: everybody is asked in the same way, without keywords.
_ONLY = (Arm("all", is_primed=False),)


def arms_of(given: Sequence[dict[str, Any]]) -> tuple[Arm, ...]:
    """The arms of a project, as it keeps them.

    Raises:
        UsageError: when they make no sense.

    >>> arms_of([{"name": "keywords", "primed": True, "share": 1}])
    (Arm(name='keywords', is_primed=True, share=1.0),)
    """
    arms = tuple(Arm(str(a["name"]), bool(a["primed"]), float(a["share"])) for a in given) or _ONLY
    names = [arm.name for arm in arms]
    if len(set(names)) < len(names):
        raise UsageError(f"two arms have one name: {', '.join(sorted(names))}")
    for arm in arms:
        if not 0 < len(arm.name) <= _MOST_NAME:
            raise UsageError(f"an arm's name has {len(arm.name)} characters, expected 1 to 40")
        if not arm.share > 0:
            raise UsageError(f"the arm {arm.name!r} has the share {arm.share:g}, expected more")
    return arms


def next_arm(arms: Sequence[Arm], members: dict[str, int]) -> Arm:
    """The arm that lacks most people by its share; of several the first.

    >>> arms = (Arm("plain", False, 2), Arm("keywords", True, 1))
    >>> [next_arm(arms, {"plain": n, "keywords": 0}).name for n in (0, 1)]
    ['plain', 'keywords']
    """
    whole = sum(arm.share for arm in arms)
    people = sum(members.get(arm.name, 0) for arm in arms) + 1
    return max(arms, key=lambda arm: arm.share / whole * people - members.get(arm.name, 0))
