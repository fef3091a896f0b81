"""Where the files of the official METEOR are, and what is in its jar.

They are found in the package pycocoevalcap, or in a folder named by `CUTLINE_METEOR_DIR` that looks
like `pycocoevalcap/meteor` does in a checkout of coco-caption.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cutline.core.errors import FileError, MissingPartError
from cutline.text.official_package import PACKAGE, package_places, pip_install

if TYPE_CHECKING:
    from zipfile import ZipFile

FOLDER_VARIABLE = "CUTLINE_METEOR_DIR"

JAR = Path("meteor-1.5.jar")


def meteor_folder(files: Sequence[Path], needs: str) -> Path:
    """The folder that has these files.

    Args:
        files: inside the folder.
        needs: who needs what, as the beginning of a message: "METEOR needs the tables of the
            official program".

    Raises:
        MissingPartError: when they are not installed; the text has the command that gets them.
        FileError: when the folder that is named has not all of them.
    """
    wanted = os.environ.get(FOLDER_VARIABLE)
    if wanted:
        folder = Path(wanted).absolute()
        for file in files:
            if not (folder / file).is_file():
                raise FileError(
                    f"{folder / file}: no such file; {FOLDER_VARIABLE} names a folder that has "
                    + " and ".join(file.as_posix() for file in files)
                )
        return folder
    places = [place / "meteor" for place in package_places()]
    for place in places:
        if all((place / file).is_file() for file in files):
            return place
    install = pip_install("--force-reinstall") if places else pip_install()
    without = f" ({places[0]} does not have them)" if places else ""
    raise MissingPartError(f"{needs}, which are not part of Cutline{without}: {install}")


def unusable(path: Path, why: str) -> FileError:
    """The error for a file that is there and no good, with what to do about it."""
    if os.environ.get(FOLDER_VARIABLE):
        remedy = f"get the file anew, or unset {FOLDER_VARIABLE} to use the package {PACKAGE}"
    else:
        remedy = pip_install("--force-reinstall")
    return FileError(f"{path}: {why}; {remedy}")


def stamp(path: Path) -> tuple[int, int]:
    """The size and the time of a file.

    Raises:
        FileError: when it cannot be reached.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise unusable(path, error.strerror or str(error)) from None
    return status.st_size, status.st_mtime_ns


def members_id(jar: Path, members: tuple[str, ...]) -> str:
    """What the jar says of the members that count, so that packing it anew changes nothing.

    Raises:
        FileError: when the jar is damaged or has not all of them.
    """
    return _members_id(jar, members, *stamp(jar))


@lru_cache(maxsize=8)
def _members_id(jar: Path, members: tuple[str, ...], size: int, time: int) -> str:
    with _opened_jar(jar) as archive:
        found = [archive.getinfo(name) for name in members]
    return ", ".join(f"{member.filename} {member.CRC:08x} {member.file_size}" for member in found)


def read_members(jar: Path, members: Sequence[str]) -> list[bytes]:
    """Members of the jar, unpacked.

    Raises:
        FileError: when the jar is damaged or has not all of them.
    """
    with _opened_jar(jar) as archive:
        return [archive.read(name) for name in members]


@contextmanager
def _opened_jar(jar: Path) -> Iterator[ZipFile]:
    # Imported here because only few commands need it, and it takes a while.
    import zipfile

    try:
        with zipfile.ZipFile(jar) as archive:
            yield archive
    except KeyError as error:
        raise unusable(jar, f"not METEOR's jar: {error.args[0]}") from None
    except Exception as error:  # a damaged jar raises one of half a dozen kinds
        raise unusable(jar, f"a damaged jar: {error or type(error).__name__}") from None
