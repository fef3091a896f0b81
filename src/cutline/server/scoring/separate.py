"""Scoring in a process of its own: starting it, listening to it, and ending it in time."""

from __future__ import annotations

import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any

from cutline.server.scoring.limits import Limits, clean_environment
from cutline.server.scoring.outcome import Outcome
from cutline.server.scoring.task import (
    RESULT_FILE,
    RUN_FILE,
    STATISTICS_FILE,
    ContentFault,
    Interrupted,
    PlatformFault,
    ScoringTask,
)
from cutline.server.uploads.place import Place

_logger = logging.getLogger("cutline.scoring")
#: How soon a wish to stop is noticed.
_LISTEN_SECONDS = 0.1
_MOST_RESULT_BYTES = 64 << 20
_COMMAND = (sys.executable, "-P", "-m", "cutline.server.scoring.child")

#: Says how much is done, from 0 to 1; and whether to stop.
Progress = Callable[[float], None]
Stop = Callable[[], bool]


def score_separately(
    task: ScoringTask,
    limits: Limits | None = None,
    *,
    folder: Path | None = None,
    progress: Progress = lambda done: None,
    stop: Stop = lambda: False,
) -> Outcome:
    """Score in a child process within limits.

    Args:
        task: what to score.
        limits: by default what the environment says.
        folder: where private folders are made.
        progress: told how much is done.
        stop: asked now and then; the child is ended when it says so.

    Raises:
        ContentFault: when the captions cannot be scored.
        PlatformFault: when the child failed, died, or took too long.
        Interrupted: when it was told to stop.
    """
    limits = limits or Limits.from_environment()
    # Locked while this process lives, so that what killed workers left can be told from it.
    with closing(Place(folder or Path(tempfile.gettempdir()))) as place:
        (place.path / RUN_FILE).write_bytes(task.run)
        _run(task, limits, place.path, progress, stop)
        return _answer(place.path)


def _run(task: ScoringTask, limits: Limits, private: Path, progress: Progress, stop: Stop) -> None:
    told = task.to_dict() | {
        "folder": str(private),
        "limits": limits.to_dict(),
        "parent": os.getpid(),
    }
    child = subprocess.Popen(
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # It may quote what was read; what may be known of a fault is in the result.
        stderr=subprocess.DEVNULL,
        env=clean_environment(os.environ) | {"TMPDIR": str(private)},
        cwd=private,
        start_new_session=True,
    )
    try:
        assert child.stdin is not None
        assert child.stdout is not None
        with suppress(BrokenPipeError):  # it died; the exit code tells
            child.stdin.write(json.dumps(told).encode())
            child.stdin.close()
        _listen(child.stdout, time.monotonic() + limits.seconds, limits, progress, stop)
        _check_end(child.wait(timeout=limits.seconds))
    except subprocess.TimeoutExpired:
        raise PlatformFault(f"took longer than {limits.seconds:g} s") from None
    finally:
        _end(child)


def _listen(
    channel: IO[bytes], deadline: float, limits: Limits, progress: Progress, stop: Stop
) -> None:
    """Pass on how far the child is, until it closes the channel."""
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(channel, selectors.EVENT_READ)
        while True:
            if stop():
                raise Interrupted("told to stop")
            if time.monotonic() > deadline:
                raise PlatformFault(
                    f"took longer than {limits.seconds:g} s (CUTLINE_SCORING_SECONDS)"
                )
            if not selector.select(_LISTEN_SECONDS):
                continue
            data = os.read(channel.fileno(), 4096)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            if lines:
                with suppress(ValueError):
                    progress(min(max(float(lines[-1]), 0.0), 1.0))


def _check_end(code: int) -> None:
    if code < 0:
        name = signal.Signals(-code).name
        limit = {"SIGXCPU": " (out of processor time)", "SIGXFSZ": " (a file too large)"}
        raise PlatformFault(f"the scoring process was ended by {name}{limit.get(name, '')}")
    if code != 0:
        raise PlatformFault(f"the scoring process ended with code {code}")


def _answer(private: Path) -> Outcome:
    path = private / RESULT_FILE
    try:
        if path.stat().st_size > _MOST_RESULT_BYTES:
            raise PlatformFault("the scoring process left a result that is too large")
        answer: dict[str, Any] = json.loads(path.read_bytes())
        if answer.get("unconfined"):
            _logger.warning("scoring has access to the network: %s", answer["unconfined"])
        if "content" in answer:
            raise ContentFault(answer["content"])
        if "fault" in answer:
            raise PlatformFault(answer["fault"])
        return Outcome.from_dict(answer["outcome"], (private / STATISTICS_FILE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PlatformFault(f"the result cannot be read: {type(error).__name__}") from None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and all that it started; its private folder goes next."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for channel in (child.stdin, child.stdout):
        if channel is not None:
            with suppress(BrokenPipeError):
                channel.close()


def why_unconfined() -> str:
    """Why scoring processes of this machine can reach the network; empty where they cannot.

    Found out by a process that tries: it cannot be taken back.
    """
    line = "from cutline.server.scoring.no_network import deny_network; print(deny_network())"
    done = subprocess.run(
        (sys.executable, "-P", "-c", line),
        env=clean_environment(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout.strip() if done.returncode == 0 else "the filter of system calls failed"
