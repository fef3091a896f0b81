"""Saying again and again that a job is being worked on, beside the work."""

from __future__ import annotations

import logging
import threading
from types import TracebackType

from django.db import Error, connections

from cutline.server.jobs.lease import HEARTBEAT_SECONDS, Lease, renew

_logger = logging.getLogger("cutline.jobs")
#: After a beat that did not reach the database.
_AGAIN_SECONDS = 1.0


class Heartbeat:
    """Renews a lease from a thread with a connection of its own, while the block runs."""

    def __init__(self, lease: Lease, seconds: float = HEARTBEAT_SECONDS) -> None:
        self._lease, self._seconds = lease, seconds
        self._ended = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    @property
    def is_lost(self) -> bool:
        """Whether the job is not this worker's any more."""
        return self._lost.is_set()

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        wait = self._seconds
        try:
            while not self._ended.wait(wait):
                wait = self._seconds if self._beat() else _AGAIN_SECONDS
                if self.is_lost:
                    return
        finally:
            # Connections belong to threads; this one ends.
            connections.close_all()

    def _beat(self) -> bool:
        try:
            if not renew(self._lease):
                self._lost.set()
        except Error as error:
            # The database may be back before the lease has run out.
            _logger.warning("a heartbeat failed: %s", type(error).__name__)
            connections.close_all()
            return False
        return True
