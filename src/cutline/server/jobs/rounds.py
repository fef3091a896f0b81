"""What a worker does beside its work: say that it is there, and look after what others left."""

from __future__ import annotations

import logging
import threading
import time
from types import TracebackType

from django.db import Error, connections

from cutline.server.jobs.caretaker import (
    free_tasks,
    hand_in_lost,
    queue_forgotten,
    take_over,
    tidy,
)
from cutline.server.operation.presence import EVERY_SECONDS, say_gone, say_here

_logger = logging.getLogger("cutline.jobs")
_TIDY_SECONDS = 60.0


class Rounds:
    """Makes rounds in a thread with a connection of its own, while the block runs."""

    def __init__(self, name: str, seconds: float = EVERY_SECONDS) -> None:
        self._name, self._seconds = name, seconds
        self._tidied = -_TIDY_SECONDS
        #: Nobody could renew a lease while the database was away: their turn comes first.
        self._was_away = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rounds", daemon=True)

    def __enter__(self) -> Rounds:
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
        try:
            while True:
                self._make()
                if self._ended.wait(self._seconds):
                    say_gone(self._name)
                    return
        except Error as error:
            # It ends while the database is away: then it is merely not seen any more.
            _logger.warning("the end could not be told: %s", type(error).__name__)
        finally:
            connections.close_all()

    def _make(self) -> None:
        """One round. Whatever goes wrong, the next one is made."""
        try:
            say_here(self._name)
            if not self._was_away:
                take_over()
            self._was_away = False
            hand_in_lost()
            queue_forgotten()
            free_tasks()
            now = time.monotonic()
            if now - self._tidied >= _TIDY_SECONDS:
                self._tidied = now
                tidy()
        except Error as error:
            _logger.warning("the database is away (%s)", type(error).__name__)
            self._was_away = True
            connections.close_all()
        except Exception:
            _logger.exception("a round failed")
        # Between rounds nothing is asked: a server that restarts need not wait for this.
        connections.close_all()
