"""Keeping processes running: those that end are started again, and all end together."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO

from cutline.cli.serving.ties import ended_with_parent
from cutline.core.errors import FileError

_logger = logging.getLogger("cutline.serve")

#: A process that keeps ending is started again after ever longer pauses, up to this.
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.5, 15.0
#: Who ran for so long did not fail at the start: the pauses begin anew.
_LONG = 5.0
_LOOK_EVERY = 0.1
#: How long processes may take to end before they are killed.
_GRACE = 30.0


@dataclass
class Part:
    """A process that is to run all the time."""

    name: str
    command: Sequence[str]
    #: The sockets that it takes over.
    descriptors: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    again_at: float | None = field(default=None)

    @property
    def runs(self) -> bool:
        """Whether it runs now."""
        return self.process is not None and self.process.poll() is None


class Supervisor:
    """Runs parts until told to stop by SIGINT or SIGTERM."""

    def __init__(self, parts: Sequence[Part], log: IO[bytes] | None = None) -> None:
        self._parts = parts
        self._log = log
        self._stop = False
        self._hurry = False

    def run(self, when_ready: Callable[[], bool], then: Callable[[], None]) -> None:
        """Start all parts and keep them running.

        Args:
            when_ready: asked now and then until it says that the site answers.
            then: called once when it does.

        Raises:
            FileError: when a part ends before the site answers.
        """
        before = {number: signal.signal(number, self._told) for number in _ENDING}
        try:
            for part in self._parts:
                self._start(part)
            is_ready = False
            while not self._stop:
                if not is_ready and (is_ready := when_ready()):
                    then()
                for part in self._parts:
                    self._look_after(part, is_ready)
                time.sleep(_LOOK_EVERY)
        finally:
            self._end_all()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told(self, number: int, frame: object) -> None:
        self._hurry = self._stop  # told twice: do not wait any longer
        self._stop = True

    def _start(self, part: Part) -> None:
        part.started, part.again_at = time.monotonic(), None
        part.process = subprocess.Popen(
            part.command,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=part.descriptors,
            # Ctrl-C reaches every process of a terminal's group; these are told by this one.
            start_new_session=True,
            preexec_fn=ended_with_parent(),
        )
        _logger.info("started", extra={"part": part.name, "pid": part.process.pid})

    def _look_after(self, part: Part, is_ready: bool) -> None:
        now = time.monotonic()
        if part.again_at is not None:
            if now >= part.again_at:
                self._start(part)
            return
        if part.runs or part.process is None:
            return
        code = part.process.returncode
        if not is_ready:
            raise FileError(
                f"the {part.name} process ended at once (code {code}); "
                f"its last lines are in the log"
            )
        longer = 0.0 if now - part.started > _LONG else min(part.pause * 2, _LONGEST_PAUSE)
        part.pause = max(longer, _SHORTEST_PAUSE)
        part.again_at = now + part.pause
        _logger.error(
            "ended, is started again",
            extra={"part": part.name, "code": code, "in_seconds": part.pause},
        )

    def _end_all(self) -> None:
        running = [part for part in self._parts if part.runs]
        for part in running:
            _signal(part, signal.SIGTERM)
        deadline = time.monotonic() + _GRACE
        while any(part.runs for part in running):
            if self._hurry or time.monotonic() > deadline:
                for part in running:
                    _signal(part, signal.SIGKILL)
                break
            time.sleep(_LOOK_EVERY)
        for part in running:
            if part.process is not None:
                part.process.wait()
        _logger.info("stopped")


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _signal(part: Part, number: signal.Signals) -> None:
    if part.process is None or not part.runs:
        return
    if number == signal.SIGKILL:
        # What it has started goes with it: each part leads a group of its own.
        os.killpg(part.process.pid, number)
    else:
        part.process.send_signal(number)
