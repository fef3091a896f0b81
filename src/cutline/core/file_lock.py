"""One process at a time: a lock that ends with the process that holds it, however it ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cutline.core.progress import progress

_SECONDS_BETWEEN_TRIES = 0.05

if sys.platform == "win32":
    import msvcrt

    def _lock_now(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock_now(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def file_lock(path: Path, waiting: str) -> Iterator[bool]:
    """Hold a lock that is named by a file; the value says whether the file system knows locks.

    The file is there only while somebody holds the lock, or after one who was killed.

    Args:
        path: the file, in a folder that is there.
        waiting: what to show while another process holds the lock.

    Raises:
        OSError: when the file cannot be made.
    """
    handle, is_locked = _acquire(path, waiting)
    try:
        yield is_locked
    finally:
        # Before the lock is let go, so that nobody locks a file that is about to vanish;
        # who waits for it already finds out in `_is_named`.
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _acquire(path: Path, waiting: str) -> tuple[int, bool]:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            is_locked = _wait_for(handle, waiting)
            if not is_locked or _is_named(handle, path):
                return handle, is_locked
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _wait_for(handle: int, waiting: str) -> bool:
    locked = _try_lock(handle)
    if locked is None:
        with progress(waiting):
            # Asking again and again can be interrupted everywhere, and needs no second way to
            # wait on Windows.
            while locked is None:
                time.sleep(_SECONDS_BETWEEN_TRIES)
                locked = _try_lock(handle)
    return locked


def _try_lock(handle: int) -> bool | None:
    """True: it is ours. None: another has it. False: there are no locks here, as on some NFS."""
    try:
        _lock_now(handle)
    except (BlockingIOError, PermissionError):
        return None
    except OSError:
        return False
    return True


def _is_named(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False
