"""Writing what must be written, across a database that is away for a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection, connections

_logger = logging.getLogger("cutline.jobs")
_Answer = TypeVar("_Answer")

#: What a database that restarts, or two that wait for each other, make of a statement.
LOST = (OperationalError, InterfaceError)


def persistently(write: Callable[[], _Answer], seconds: float = 60.0) -> _Answer:
    """Do this, and again while the database cannot be reached.

    What is done has to check by itself whether an earlier try came through after all.

    Raises:
        OperationalError, InterfaceError: when it was away for longer.
    """
    deadline = time.monotonic() + seconds
    pause = 0.1
    while True:
        try:
            return write()
        except LOST as error:
            # Inside a transaction of the caller's there is nothing left to go on with.
            if connection.in_atomic_block or time.monotonic() + pause > deadline:
                raise
            _logger.warning("the database is away (%s), trying again", type(error).__name__)
            connections.close_all()
            time.sleep(pause)
            pause = min(2 * pause, 2.0)
