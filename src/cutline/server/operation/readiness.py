"""Whether a site can do its work: each thing that it needs, looked at, and said in plain words."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from cutline.server.operation.database import unapplied
from cutline.server.operation.presence import workers_there

#: Migrations that were applied stay so: a site that is asked every few seconds looks once.
_applied: set[str] = set()


@dataclass(frozen=True)
class Check:
    """One thing that a site needs. What is said of it may be read by anybody."""

    name: str
    is_fine: bool
    said: str


def readiness(leaving_out: Collection[str] = ()) -> list[Check]:
    """Each check but those left out; where the database is away, only what needs none of it."""
    checks = [_check("disk", _disk), _check("database", _database)]
    if checks[-1].is_fine:
        checks += [_check("migrations", _migrations), _check("worker", _worker)]
    return [check for check in checks if check.name not in leaving_out]


def _check(name: str, look: Callable[[], tuple[bool, str]]) -> Check:
    try:
        return Check(name, *look())
    except (DatabaseError, InterfaceError):
        # Its text may name hosts and accounts; `cutline serve check` tells those who run the site.
        return Check(name, False, "the database does not answer")
    except OSError:
        return Check(name, False, "the data folder cannot be looked at")


def _disk() -> tuple[bool, str]:
    has_room = shutil.disk_usage(settings.CONFIGURATION.data).free >= settings.MOST_BODY_BYTES
    needed = f"{settings.MOST_BODY_BYTES >> 20} MiB"
    return has_room, f"there is room for {needed}" if has_room else f"less than {needed} are free"


def _database() -> tuple[bool, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True, "answers"


def _migrations() -> tuple[bool, str]:
    place = str(connection.settings_dict["NAME"])
    if place not in _applied:
        missing = len(unapplied())
        if missing:
            return False, f"{missing} not applied yet: `cutline serve upgrade` applies them"
        _applied.add(place)
    return True, "all applied"


def _worker() -> tuple[bool, str]:
    there = workers_there().count()
    if not there:
        return False, "none was seen lately, so nothing is scored: `cutline worker` starts one"
    return True, f"{there} seen lately"
