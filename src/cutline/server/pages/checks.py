"""How often a person may have files checked that pass: each check takes a process of its own."""

from __future__ import annotations

from django.core.cache import cache

from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person

MOST, MINUTES = 30, 10


def count_check(person: Person) -> None:
    """Go on only if a person has not asked too often.

    Files that do not pass count as failing attempts; this is about those that do.

    Raises:
        Refused: 429.
    """
    key = f"checks-{person.pk}"
    cache.add(key, 0, MINUTES * 60)
    try:
        asked = cache.incr(key)
    except ValueError:  # it ran out this moment
        return
    if asked > MOST:
        raise Refused(
            429,
            "too_many_checks",
            f"You had {MOST} files checked in {MINUTES} minutes, which is all that are. Wait a few "
            f"minutes, or check on your own machine: cutline validate FILE.",
            headers={"Retry-After": str(MINUTES * 60)},
        )
