"""The database of a site: reached, and brought up to date by one process at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor

from cutline.core.errors import FileError

#: Any number will do, if no other program on the database takes it.
_LOCK = 0x637574_6C696E65


def reach_database() -> None:
    """See that the database answers.

    Raises:
        FileError: when it does not; the text says which, and never the password.
    """
    with _reached():
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        raise unusable(error) from None


def unusable(error: Exception) -> FileError:
    """What is said of an error of the database: which one, and never its password."""
    reason = " ".join(str(error).split())
    return FileError(f"{_place()}: the database cannot be used: {reason}")


def bring_up_to_date() -> list[str]:
    """Apply what the database lacks; of several that start at once, one does it and all wait.

    Returns:
        What was applied.

    Raises:
        FileError: when a newer Cutline has been at the database.
    """
    with alone():
        _refuse_newer()
        missing = unapplied()
        if missing:
            call_command("migrate", verbosity=0, interactive=False)
    return missing


def require_up_to_date() -> None:
    """See that the database is as this version of Cutline wants it.

    Raises:
        FileError: when it is older or newer; the text says what to do.
    """
    with _reached():
        _refuse_newer()
        missing = unapplied()
    if missing:
        raise FileError(
            f"{_place()}: the database is not up to date (it lacks {missing[0]}"
            f"{f' and {len(missing) - 1} more' if missing[1:] else ''}): "
            f"`cutline serve` of this version brings it up to date when it starts"
        )


def unapplied() -> list[str]:
    """The migrations that the database lacks."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


@contextmanager
def alone() -> Iterator[None]:
    """Only one process at a time is in here, on whatever machine."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        try:
            yield
        finally:
            # A connection that is gone has given the lock back by itself.
            with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
        return
    path: Path = settings.CONFIGURATION.data / "database.lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _refuse_newer() -> None:
    loader = MigrationExecutor(connection).loader
    known = set(loader.disk_migrations)
    ours = {app for app, _ in known}
    unknown = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in ours and (app, name) not in known
    )
    if unknown:
        raise FileError(
            f"{_place()}: a newer Cutline has changed the database ({', '.join(unknown)}): "
            f"install that version, or restore a backup from before"
        )


def _place() -> str:
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(found["NAME"])
    return f"PostgreSQL at {found['HOST'] or 'localhost'}:{found['PORT'] or 5432}"
