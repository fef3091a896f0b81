"""Files that are written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from cutline.core.errors import FileError

#: The files that were written so far, for whoever has to say what an interruption left.
WRITTEN: list[str] = []


def forget_written(folder: str | os.PathLike[str]) -> None:
    """Leave out of what was written all that a folder held, which is gone or has another name."""
    inside = Path(folder)
    WRITTEN[:] = [name for name in WRITTEN if inside not in Path(name).parents]


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """A text file that takes its name when the block ends well, and vanishes when it does not.

    Text is UTF-8; a name that ends in `.gz` is compressed. A link is followed; a pipe or device,
    which no file can take the place of, is written to as it is.

    Raises:
        FileError: when the file cannot be written.
    """
    with atomic_write_bytes(path) as raw, _text_of(raw, Path(path).resolve()) as file:
        yield file


@contextmanager
def atomic_write_bytes(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """The same for a file of bytes, which are written as they are.

    Until the block ends they are in a file beside it, which `temporary_target` tells from others.

    Raises:
        FileError: when the file cannot be written.
    """
    target = Path(path).resolve()
    temporary: str | None = None
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as raw:
                yield raw
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        _give_usual_rights(temporary)
        Path(temporary).replace(target)
        temporary = None
        if os.fspath(path) not in WRITTEN:  # some are written again and again
            WRITTEN.append(os.fspath(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(f"{path}: cannot be written: {reason}") from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink()


def temporary_target(name: str) -> str | None:
    """The name of the file that one of such a name is to become, or None if it is no such file.

    A process that is killed leaves one behind.

    >>> temporary_target(".scores.json.k3x_9a2b")
    'scores.json'
    """
    match = re.fullmatch(r"\.(.+)\.[a-z0-9_]{8}", name)
    return match[1] if match else None


@contextmanager
def _text_of(raw: IO[bytes], target: Path) -> Iterator[IO[str]]:
    packed: IO[bytes] = raw
    if target.suffix == ".gz":
        # No name and no time inside, so that equal content gives equal files.
        packed = cast(IO[bytes], gzip.GzipFile("", "wb", 6, raw, mtime=0))
    text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
    try:
        yield text
        text.flush()
    finally:
        text.detach()
        if packed is not raw:
            packed.close()


def _give_usual_rights(path: str) -> None:
    # Temporary files are private; a result should have the rights any new file gets.
    mask = os.umask(0)
    os.umask(mask)
    Path(path).chmod(0o666 & ~mask)
