"""The files of compiled tables in the cache folder: their names, and who may change them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cutline.core.atomic import temporary_target
from cutline.core.cache import CACHE_VARIABLE, cache_folder
from cutline.core.errors import FileError
from cutline.core.file_lock import file_lock

_HASH_DIGITS = 16


def data_path(name: str, content_hash: str) -> Path:
    """Where the table of this name that was compiled from this content is kept."""
    return cache_folder() / f"{name}-{content_hash[:_HASH_DIGITS]}.data"


def is_named_for(path: Path, content_hash: str) -> bool:
    """Whether a file's name says that its content is this."""
    return path.stem.endswith(f"-{content_hash[:_HASH_DIGITS]}")


def data_versions(name: str) -> list[Path]:
    """Every file that holds some version of a table, the newest first."""
    dated = []
    for path in _listing():
        if _is_version(name, path.name):
            with suppress(OSError):  # removed meanwhile
                if path.is_file():
                    dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def leftovers(name: str) -> list[Path]:
    """Temporary files of builders. For who is the only one, they are those of dead builders."""
    targets = [(path, temporary_target(path.name)) for path in _listing()]
    return [path for path, target in targets if target and _is_version(name, target)]


def _is_version(name: str, file_name: str) -> bool:
    pattern = rf"{re.escape(name)}-[0-9a-f]{{{_HASH_DIGITS}}}\.data"
    return re.fullmatch(pattern, file_name) is not None


def _listing() -> list[Path]:
    try:
        return list(cache_folder().iterdir())
    except OSError:
        return []


@contextmanager
def only_one(name: str) -> Iterator[bool]:
    """Be the only process that builds or removes a table; others wait.

    The value is False where the file system has no locks. Then several may build at once, which
    costs time and nothing else: their files are equal, and each takes its name whole.

    Raises:
        FileError: when nothing can be written to the folder.
    """
    folder = cache_folder()
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            waiting = f"Waiting for another process that builds {name}"
            is_locked = stack.enter_context(file_lock(folder / f"{name}.lock", waiting))
        except OSError as error:
            reason = error.strerror or str(error)
            raise unwritable(f"{folder}: cannot be written to: {reason}") from None
        yield is_locked


def unwritable(complaint: str) -> FileError:
    """A complaint about the folder, with the way out."""
    return FileError(f"{complaint}; set {CACHE_VARIABLE} to keep compiled tables elsewhere")


def clear_way(path: Path) -> None:
    """Move aside what no file can take the place of, such as a folder; nothing is deleted.

    Raises:
        OSError: when it cannot be moved.
    """
    if path.is_file() or not os.path.lexists(path):
        return
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.aside-{number}")):
        number += 1
    path.rename(aside)
