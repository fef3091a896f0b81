"""A bundle that a host sends: written to disk as it comes, and checked in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutline.core.errors import ContentError
from cutline.server.hosting.checking import BUNDLE, FINDINGS, LIMITS
from cutline.server.scoring.limits import clean_environment
from cutline.server.uploads.no_space import is_out_of_space, no_space
from cutline.server.uploads.place import Place, sweep
from cutline.server.uploads.receive import Readable
from cutline.server.uploads.refused import Refused

#: It is kept in the database, packed; the captions of a benchmark are a few megabytes.
MOST_BYTES = 256 << 20
_CHUNK = 1 << 20


@contextmanager
def received_bundle(stream: Readable, name: str = BUNDLE) -> Iterator[Path]:
    """The path of a bundle that was received and has no problems; gone at the end of the block.

    Args:
        stream: what is sent.
        name: what its sender calls it, which problems are told by.

    Raises:
        Refused: 413 when it is too large, 507 when the disk is full.
        ContentError: when it has problems, each a line.
    """
    try:
        sweep()
        place = Place()
    except OSError as error:
        if is_out_of_space(error):
            raise no_space() from None
        raise
    try:
        _write(stream, place.path / BUNDLE)
        _check(place.path, name)
        yield place.path / BUNDLE
    except OSError as error:
        if is_out_of_space(error):
            raise no_space() from None
        raise
    finally:
        place.close()


def _write(stream: Readable, path: Path) -> None:
    size = 0
    with path.open("xb") as file:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > MOST_BYTES:
                raise Refused(
                    413,
                    "too_large",
                    f"The bundle is larger than {MOST_BYTES >> 20} MiB, which is all that is "
                    f"taken. Pictures do not belong into it.",
                )
            file.write(chunk)


def _check(folder: Path, name: str) -> None:
    # -P: nothing is imported from the folder.
    command = [sys.executable, "-P", "-m", "cutline.server.hosting.checking", str(os.getpid())]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=clean_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LIMITS.seconds,
        )
    except subprocess.TimeoutExpired:
        raise ContentError(f"it takes more than {LIMITS.seconds:.0f} s to read") from None
    if done.returncode != 0:
        raise ContentError(
            f"it could not be read: the process that checks it ended with {done.returncode}"
        )
    problems = json.loads((folder / FINDINGS).read_bytes())
    if problems:
        # A new name for every bundle was given to the file; its sender never saw that.
        told = [re.sub(f"^{re.escape(BUNDLE)}", lambda _: name, line) for line in problems]
        raise ContentError("\n".join(told))
