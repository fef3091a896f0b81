"""The worker: takes tasks from the queue, one after another, until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import time
from types import FrameType

from django.db import Error, connections
from django_tasks_db.management.commands.db_worker import Worker

from cutline.server.jobs.lease import worker_name
from cutline.server.jobs.rounds import Rounds
from cutline.server.jobs.work import STOPPING, key_of
from cutline.server.models import Benchmark, BenchmarkState

_logger = logging.getLogger("cutline.jobs")

#: How often an idle worker looks: somebody who has just submitted is watching.
_INTERVAL = 0.2
#: After an error of the database, at first and at most.
_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _QueueWorker(Worker):
    """The queue library's worker, which here outlives its database and stops between tasks."""

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        if STOPPING.is_set():
            # Told twice. What it was at is taken over; the process that scores ends with this one.
            os._exit(130)
        # The library would leave at once when idle, which may be in the middle of taking a task.
        self.running = False
        STOPPING.set()

    def configure_signals(self) -> None:
        for number in _ENDING:
            signal.signal(number, self.shutdown)


def run_worker() -> None:
    """Work until SIGTERM or SIGINT; then what is being worked on is given back."""
    name = worker_name()
    worker = _QueueWorker(
        queue_names=["*"],
        interval=_INTERVAL,
        batch=False,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=name,
        excluded_queue_names=[],
    )
    worker.configure_signals()
    _logger.info("worker started", extra={"worker": name})
    with Rounds(name):
        pause = _PAUSE
        while worker.running:
            start = time.monotonic()
            try:
                _warm()
                worker.run()
            except Error as error:
                # A server that restarts, a lock that was held for too long: it passes.
                _logger.warning("the database is away (%s), trying again", type(error).__name__)
                connections.close_all()
                has_worked = time.monotonic() - start > _LONGEST_PAUSE
                pause = _PAUSE if has_worked else min(2 * pause, _LONGEST_PAUSE)
                STOPPING.wait(pause)
    connections.close_all()
    _logger.info("worker stopped", extra={"worker": name})


def _warm() -> None:
    """Read what the first job would wait for: word lists and their digests."""
    for benchmark in Benchmark.objects.exclude(state=BenchmarkState.ARCHIVED):
        key_of(benchmark)
