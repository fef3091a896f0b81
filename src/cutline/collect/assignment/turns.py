"""Turns: who writes on a database that lets one write at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_TURN = threading.Lock()


@contextmanager
def in_turn(*, is_lasting: bool = True) -> Iterator[None]:
    """A transaction that writes; on SQLite, those of one process wait for each other here.

    SQLite has whoever comes too early sleep, for up to a tenth of a second at a time, and wake up
    to find that others were quicker. A lock hands on at once. Inside of a transaction nobody waits:
    whoever is in one has the database to themselves already.

    Args:
        is_lasting: False for what may be forgotten when the machine loses power, and only then. It
            is on the disk at the latest with the next transaction that is to last.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _TURN:
        if is_lasting:
            with transaction.atomic():
                yield
            return
        _wait_for_disk("NORMAL")
        try:
            with transaction.atomic():
                yield
        finally:
            _wait_for_disk("FULL")


def _wait_for_disk(how: str) -> None:
    # Of the connection, which is this thread's own; the settings say FULL.
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={how}")
