"""Checking an upload, in a process of its own that can do no harm."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from cutline.core.types import ImageId
from cutline.server.hosting.bundles import image_ids
from cutline.server.models import Phase
from cutline.server.scoring.limits import clean_environment
from cutline.server.uploads.exchange import (
    NO_SPACE,
    REPORT,
    RUN,
    TASK,
    Report,
    Task,
    beyond_limits,
)
from cutline.server.uploads.no_space import is_out_of_space, no_space
from cutline.server.uploads.receive import Received
from cutline.server.uploads.refused import Found, Refused

_logger = logging.getLogger("cutline.uploads")

#: A report lists a few dozen problems. Whatever a process writes, no more than this is read of it.
_MOST_REPORT = 1 << 20
#: Signals that end a process over what it reads, and not because somebody ended it.
_OVER_ITS_FILE = {
    -number for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGXCPU)
}
#: Each may take much memory and a whole processor: others wait for their turn.
_AT_ONCE = threading.BoundedSemaphore(max(2, os.cpu_count() or 1))
#: How a process ends that could not load a part; once it is at its file, for want of memory.
_NOT_LOADED = 127


@dataclass(frozen=True)
class Checked:
    """What a file holds: a run with warnings, or no run and problems."""

    #: The captions of every image as a run of ours, JSON lines in the order of the images.
    run: bytes | None
    #: What the file is, such as `COCO results`.
    format: str = ""
    warnings: list[Found] = field(default_factory=list)
    #: The first of them; `counts` has all.
    problems: list[Found] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    summary: list[str] = field(default_factory=list)

    def raise_if_invalid(self) -> None:
        """Go on only with a run.

        Raises:
            Refused: 422, with the problems.
        """
        if self.run is not None:
            return
        said = "; ".join(self.summary) or "it holds no captions"
        raise Refused(
            422,
            "invalid_file",
            f"The file cannot be scored: {said}.",
            self.problems,
            counts=self.counts,
        )


def check(received: Received, phase: Phase) -> Checked:
    """Check an upload against the images of a phase.

    Raises:
        Refused: 507 when the disk is full, 503 when the check could not be made.
    """
    return check_against(
        received, image_ids(phase.benchmark, phase.split), phase.most_unpacked_bytes
    )


def check_against(received: Received, images: Sequence[ImageId], most_unpacked: int) -> Checked:
    """The same, for any list of images.

    Raises:
        Refused: as `check` does.
    """
    folder = received.place.path
    task = Task(tuple(images), most_unpacked)
    try:
        (folder / TASK).write_text(json.dumps(asdict(task)))
        code = _run_child(folder, task.limits().seconds)
        report = _report(folder, code, task)
        run = _run(folder) if not report.problems else None
    except OSError as error:
        if is_out_of_space(error):
            raise no_space() from None
        raise
    if report.has_network:
        _logger.warning("uploads are checked with the network at hand: %s", report.has_network)
    return Checked(
        run, report.format, report.warnings, report.problems, report.counts, report.summary
    )


def _run_child(folder: Path, seconds: float) -> int:
    """Check the upload of a folder; returns how the process ended."""
    # -P: nothing is imported from the folder, whose files a stranger wrote.
    module = "cutline.server.uploads.child"
    command = [sys.executable, "-P", "-m", module, str(os.getpid())]
    with (
        _AT_ONCE,
        subprocess.Popen(
            command,
            cwd=folder,
            env=clean_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as child,
    ):
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            raise _not_checked("it took too long on a machine that is busy") from None
        except BaseException:
            child.kill()
            raise


def _report(folder: Path, code: int, task: Task) -> Report:
    if code == NO_SPACE:
        raise no_space()
    if code in _OVER_ITS_FILE or (code == _NOT_LOADED and (folder / REPORT).exists()):
        return beyond_limits(task)
    if code != 0:
        # What the process would say of it may quote the file: only how it ended is noted.
        raise _not_checked(f"the checking process ended with {code}")
    return Report(**json.loads(_read(folder / REPORT, _MOST_REPORT)))


def _run(folder: Path) -> bytes | None:
    path = folder / RUN
    return path.read_bytes() if path.exists() else None


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _not_checked(why: str) -> Refused:
    _logger.error("an upload could not be checked: %s", why)
    return Refused(
        503,
        "not_checked",
        "The server could not check the file, through no fault of yours. It does not count. "
        "Try again later.",
        headers={"Retry-After": "60"},
    )
