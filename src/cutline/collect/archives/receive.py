"""An archive of pictures that a manager sends: written to disk as it comes, opened elsewhere."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Protocol

from django.conf import settings

from cutline.collect.archives.child import ARCHIVE, FOUND, KEPT, SECONDS
from cutline.collect.pictures import Stored, keep
from cutline.collect.projects.images import NewItem
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.pictures.names import is_coco_name, last_number

MOST_BYTES = 480 << 20
#: A manifest, or a file of objects.
MOST_TABLE_BYTES = 64 << 20
_CHUNK = 1 << 20
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
#: What is older was left behind by a process that was ended.
_SECONDS_LEFT = 24 * 3600.0
#: What the process needs of its surroundings; no address, password or key is among it.
_NEEDED = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "TMPDIR", "HOME")


class Readable(Protocol):
    """What comes in pieces."""

    def read(self, size: int = -1, /) -> bytes:
        """The next piece, empty at the end."""


@contextmanager
def upload_folder() -> Iterator[Path]:
    """A folder for one upload, gone at the end of the block.

    Raises:
        FileError: when the disk is full.
    """
    parent: Path = settings.CONFIGURATION.data / "unpacking"
    try:
        parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _sweep(parent)
        with tempfile.TemporaryDirectory(dir=parent, ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    except OSError as error:
        if error.errno in _NO_SPACE:
            raise FileError("the server has no space left; nothing was kept") from None
        raise


def received(stream: Readable, path: Path, most: int) -> Path:
    """Write what is sent to a file.

    Raises:
        UsageError: when it is larger than it may be.
    """
    size = 0
    with path.open("xb") as file:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > most:
                raise UsageError(f"the file is larger than {most >> 20} MiB, which is all there is")
            file.write(chunk)
    return path


def unpacked(stream: Readable, folder: Path) -> dict[str, Stored]:
    """The pictures of an archive by their names in it, kept among the site's own.

    Raises:
        UsageError: when it is too large.
        ContentError: when it has problems, each a line.
    """
    received(stream, folder / ARCHIVE, MOST_BYTES)
    # -P: nothing is imported from the folder.
    command = [sys.executable, "-P", "-m", "cutline.collect.archives.child"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={name: os.environ[name] for name in _NEEDED if name in os.environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ContentError(f"it takes more than {SECONDS:.0f} s to open") from None
    if done.returncode != 0:
        raise ContentError(f"the process that opens the pictures ended with {done.returncode}")
    found = json.loads((folder / FOUND).read_bytes())
    if found["problems"]:
        raise ContentError("\n".join(found["problems"]))
    for name in {name for name, _, _ in found["pictures"].values()}:
        keep(name, (folder / KEPT / name).read_bytes())
    return {name: Stored(*stored) for name, stored in found["pictures"].items()}


def images_from_archive(pictures: dict[str, Stored]) -> list[NewItem]:
    """Images that go by their names in an archive, or by numbers where COCO named them all.

    A folder that holds everything is no part of their names.
    """
    parts = {name: PurePosixPath(name).parts for name in pictures}
    tops = {part[0] if len(part) > 1 else "" for part in parts.values()}
    is_within = len(tops) == 1 and "" not in tops
    names = {name: "/".join(part[1:] if is_within else part) for name, part in parts.items()}
    numbers = {last_number(name) for name in names.values() if is_coco_name(name)}
    is_numbered = len(numbers) == len(names)
    return [
        NewItem((last_number(names[name]) if is_numbered else None) or names[name], stored)
        for name, stored in pictures.items()
    ]


def _sweep(parent: Path) -> None:
    for folder in parent.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > _SECONDS_LEFT:
            shutil.rmtree(folder, ignore_errors=True)
