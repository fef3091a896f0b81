"""Reports as files: made one at a time, in a process of their own, and kept beside the data."""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings

from cutline.core.version import __version__
from cutline.server.hosting.bundles import bundle_of
from cutline.server.models import Result, Submission
from cutline.server.pages.report.policy import report_policy
from cutline.server.scoring.limits import Limits, clean_environment

_logger = logging.getLogger("cutline.reports")
_COMMAND = (sys.executable, "-P", "-m", "cutline.server.pages.report.child")
_LIMITS = Limits(memory_megabytes=6144, seconds=300.0, cpu_seconds=600, file_megabytes=128)
#: The oldest go first; a report of thousands of images is some megabytes.
MOST_KEPT = 200
#: What failed would fail again; it is not tried with every look at the page.
_FAILED_SECONDS = 600.0

_under_way: set[Path] = set()
_failed: dict[Path, float] = {}
_lock = threading.Lock()


def report_path(submission: Submission, result: Result) -> Path:
    """Where the report is, or will be: another place once anything that it shows changes."""
    phase = submission.phase
    shown = [
        # A report of other scripts than the installed ones could not run them.
        report_policy(),
        *(__version__, str(submission.pk), str(result.pk), result.scorer, submission.run_id),
        *(submission.method, phase.title, phase.benchmark.title, phase.split),
        *(phase.benchmark.bundle_id, phase.reserve_share, phase.benchmark.slice_name),
        phase.benchmark.metrics,
    ]
    digest = hashlib.sha256(json.dumps(shown, default=str).encode()).hexdigest()[:32]
    return _folder() / f"{digest}.html.gz"


def has_failed(path: Path) -> bool:
    """Whether making it failed a short while ago."""
    with _lock:
        return time.monotonic() - _failed.get(path, -_FAILED_SECONDS) < _FAILED_SECONDS


def start(submission: Submission, path: Path) -> None:
    """Have a report made in the background, unless it is under way or another one is.

    Whoever waits asks again; so the next is started when there is room for it.
    """
    with _lock:
        if path in _under_way or len(_under_way) >= 1:
            return
        _under_way.add(path)
    try:
        task = _task(submission)
        threading.Thread(target=_make, args=(task, path), daemon=True, name="report").start()
    except BaseException:
        with _lock:
            _under_way.discard(path)
        raise


def _make(task: dict[str, Any], path: Path) -> None:
    try:
        with _alone() as is_alone:
            # Another process of the site may be at it, or have made it meanwhile.
            if is_alone and not path.exists():
                _clear_away()
                _run(task, path)
                _forget_oldest()
    except (OSError, subprocess.SubprocessError) as error:
        _logger.error("a report could not be made: %s", error)
        with _lock:
            _failed[path] = time.monotonic()
    finally:
        with _lock:
            _under_way.discard(path)


def _run(task: dict[str, Any], path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="report-", dir=_folder()) as name:
        folder = Path(name)
        (folder / "run.jsonl").write_bytes(task["captions"])
        target = folder / "report.html.gz"
        told = {key: value for key, value in task.items() if key != "captions"} | {
            "run": str(folder / "run.jsonl"),
            "target": str(target),
            "limits": _LIMITS.to_dict(),
            "parent": os.getpid(),
        }
        done = subprocess.run(
            _COMMAND,
            input=json.dumps(told).encode(),
            stdout=subprocess.DEVNULL,
            # It may quote what was read; how it ended is all that is noted.
            stderr=subprocess.DEVNULL,
            env=clean_environment(os.environ) | {"TMPDIR": name},
            cwd=name,
            timeout=_LIMITS.seconds,
            check=False,
        )
        if done.returncode != 0 or not target.exists():
            raise subprocess.SubprocessError(f"the process ended with {done.returncode}")
        target.replace(path)


def _task(submission: Submission) -> dict[str, Any]:
    phase, benchmark = submission.phase, submission.phase.benchmark
    if submission.run is None:
        raise ValueError("a row without captions has no report")
    return {
        "bundle": bundle_of(benchmark).name,
        "split": phase.split,
        "captions": submission.run.data(),
        "system": submission.method,
        "title": f"{benchmark.title}, {phase.title}",
        "metrics": list(benchmark.metrics),
        "slice_name": benchmark.slice_name,
        "reserve_share": phase.reserve_share,
        "reserve_salt": phase.reserve_salt,
    }


def _folder() -> Path:
    folder: Path = settings.CONFIGURATION.data / "reports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other process of this machine makes a report; they wait for each other by this."""
    handle = os.open(_folder() / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(handle)


def _clear_away() -> None:
    """Remove what processes left that were killed at it; there is no other one now."""
    for left in _folder().glob("report-*"):
        shutil.rmtree(left, ignore_errors=True)


def _forget_oldest() -> None:
    kept = sorted(_folder().glob("*.html.gz"), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST_KEPT]:
        with suppress(OSError):
            path.unlink()
