"""Shell commands that are started, watched and ended."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from typing import IO

#: How much of what a command says on standard error goes into a message.
_TAIL_LINES = 3
_TAIL_CHARACTERS = 300

#: Output may end a little before the process does.
_SECONDS_TO_EXIT = 2.0

#: A line longer than this is no answer.
_LONGEST_LINE = 1 << 20

#: So many lines wait to be read; who prints more has to wait as well, or would fill the memory.
_MOST_WAITING = 64

_SECONDS_TO_LOOK = 0.1


class Process:
    """A running shell command, its lines of output, and the last that it said on standard error.

    It has a session of its own, so that Ctrl-C ends it only through us, and all that it started
    ends with it.
    """

    def __init__(self, command: str) -> None:
        self._running = subprocess.Popen(
            command,
            shell=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._is_over = threading.Event()
        self._errors: deque[str] = deque(maxlen=_TAIL_LINES)
        self._threads = [
            threading.Thread(target=target, args=(stream,), daemon=True)
            for target, stream in (
                (self._read_lines, self._running.stdout),
                (self._read_errors, self._running.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def write(self, line: str) -> None:
        """Send a line.

        Raises:
            OSError: when it does not listen any more.
        """
        stdin = self._running.stdin
        if stdin is None:
            raise BrokenPipeError
        stdin.write(line.encode() + b"\n")
        stdin.flush()

    def close_input(self) -> None:
        """Say that nothing more will come."""
        if self._running.stdin is not None:
            with contextlib.suppress(OSError):  # it does not listen any more
                self._running.stdin.close()

    def line(self, deadline: float) -> bytes | None:
        """The next line of its output, or None at the end of it.

        Raises:
            TimeoutError: when none comes before this time of the monotonic clock.
        """
        try:
            return self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None

    def ended(self) -> str:
        """How it ended, with what it said last; to be asked when its output has ended."""
        self._is_over.set()
        try:
            code: int | None = self._running.wait(timeout=_SECONDS_TO_EXIT)
        except subprocess.TimeoutExpired:  # it has closed its output, and lives on
            code = None
        self.kill()
        how = "closed its output" if code is None else _exit_text(code)
        return f"{how}{self.said()}"

    def said(self) -> str:
        """The last lines on standard error, for a message."""
        text = " / ".join(self._errors)
        return f": {text[-_TAIL_CHARACTERS:]}" if text else ""

    @property
    def exit_code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._running.poll()

    def kill(self, patience: float = 0.0) -> None:
        """End it and all that it started.

        Args:
            patience: seconds that it has to end by itself after its input is closed.
        """
        self._is_over.set()
        self.close_input()
        with contextlib.suppress(subprocess.TimeoutExpired):
            if patience:
                self._running.wait(timeout=patience)
        _kill_session(self._running)
        self._running.wait()
        for thread in self._threads:
            thread.join(timeout=1)
        for stream, thread in zip(
            (self._running.stdout, self._running.stderr), self._threads, strict=True
        ):
            # A stream that somebody still reads from cannot be closed.
            if stream is not None and not thread.is_alive():
                stream.close()

    def _read_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST_LINE):
                self._keep(line)
        self._keep(None)

    def _keep(self, line: bytes | None) -> None:
        while True:
            is_over = self._is_over.is_set()
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0 if is_over else _SECONDS_TO_LOOK)
                return
            # It is to end, and does not while it waits for a reader: what it said first is dropped.
            if is_over:
                with contextlib.suppress(queue.Empty):
                    self._lines.get_nowait()

    def _read_errors(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST_LINE):
                text = " ".join(line.decode("utf-8", "replace").split())
                if text:
                    self._errors.append(text)


def quoted(text: str) -> str:
    """A word as the system's shell takes it."""
    return subprocess.list2cmdline([text]) if sys.platform == "win32" else shlex.quote(text)


def _exit_text(code: int) -> str:
    if code == 127:
        return "ended with exit code 127, as a shell does that finds no such command"
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"was ended by {name}"


def _kill_session(running: subprocess.Popen[bytes]) -> None:
    # Even where the shell has ended, what it started may live on in its session.
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            running.kill()
        else:
            os.killpg(running.pid, signal.SIGKILL)
