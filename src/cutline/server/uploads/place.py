"""Where uploads are while they are received and checked: a folder each, gone when that is over.

A folder is locked by the process that works in it. The lock ends with the process, however it
ends, so that whoever comes next can tell what was left behind from what is in use.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

#: A folder that was made this moment may not be locked yet.
_SECONDS_TO_LOCK = 30.0
_LOCK = "lock"


class Place:
    """A folder of one upload, or of one piece of other work if it is made elsewhere."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or uploading()) / secrets.token_hex(16)
        self._lock = -1
        try:
            self.path.mkdir(mode=0o700)
            self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def uploading() -> Path:
    """The folder of what is uploading; nobody but the server's own account may look into it."""
    folder: Path = settings.CONFIGURATION.data / "uploading"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def sweep(parent: Path | None = None) -> int:
    """Remove what killed processes left behind; returns how many uploads that were."""
    removed = 0
    for folder in (parent or uploading()).iterdir():
        with suppress(OSError):
            if folder.is_dir() and _is_left(folder):
                shutil.rmtree(folder)
                removed += 1
    return removed


def _is_left(folder: Path) -> bool:
    if time.time() - folder.stat().st_mtime < _SECONDS_TO_LOCK:
        return False
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        return True  # whoever made it was killed before it could be locked
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True
