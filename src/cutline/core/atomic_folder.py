"""Folders that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutline.core.atomic import WRITTEN
from cutline.core.errors import FileError


@contextmanager
def atomic_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """An empty folder that takes its name when the block ends well, and vanishes when it does not.

    Until then it is a hidden folder beside it. A folder that has the name already is replaced with
    all that it holds: whether it may be is for the caller to ask.

    Raises:
        FileError: when the folder cannot be written.
    """
    target = Path(path).resolve()
    temporary: Path | None = None
    try:
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        yield temporary
        # A temporary folder is private; a result should have the rights any new folder gets.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o777 & ~mask)
        _take_place(temporary, target)
        WRITTEN.append(os.fspath(path))
    except OSError as error:
        where = "" if error.filename is None else f" ({Path(str(error.filename)).name})"
        raise FileError(f"{path}: cannot be written: {error.strerror or error}{where}") from None
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _take_place(new: Path, target: Path) -> None:
    if not target.exists():
        new.rename(target)
        return
    # No system replaces a full folder in one step: the old one steps aside, and comes back if the
    # new one cannot take its place.
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    old = aside / target.name
    try:
        target.rename(old)
        try:
            new.rename(target)
        except BaseException:
            old.rename(target)
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
