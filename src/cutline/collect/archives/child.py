"""The process that opens an archive: `python -P -m cutline.collect.archives.child`.

It runs in the folder of the upload and limits itself before it reads what somebody sent. What is
in the archive is written under names of our own. It knows nothing of the database and does not
import Django.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from cutline.collect.archives.encode import encoded
from cutline.core.errors import CutlineError
from cutline.datasets.pictures.pillow import endings
from cutline.datasets.wording import printable, short

#: Names that nobody else chose.
ARCHIVE, KEPT, FOUND, _ONE = "pictures.zip", "kept", "found.json", "picture"
#: A larger collection is made where the pictures are, by the command line.
MOST_PICTURES = 5000
MOST_PICTURE_BYTES = 64 << 20
SECONDS = 600.0
_MOST_PROBLEMS = 20
_MEMORY = 4 << 30
_CHUNK = 1 << 20


def unpack(folder: Path) -> dict[str, Any]:
    """Write all pictures of the archive, as they are kept; returns which they are, and problems."""
    pictures: dict[str, list[Any]] = {}
    problems: list[str] = []
    (folder / KEPT).mkdir()
    try:
        with zipfile.ZipFile(folder / ARCHIVE) as archive:
            for member in _members(archive):
                name = str(PurePosixPath(member.filename))
                try:
                    _extract(archive, member, folder / _ONE)
                    found = encoded(folder / _ONE)
                except (CutlineError, zipfile.BadZipFile, RuntimeError, OSError) as error:
                    said = str(error).removeprefix(f"{folder / _ONE}: ")
                    problems.append(f"{printable(short(name, 100))}: {said}")
                    if len(problems) >= _MOST_PROBLEMS:
                        break
                    continue
                (folder / KEPT / found.name).write_bytes(found.data)
                pictures[name] = [found.name, found.width, found.height]
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        problems.append(f"this is no archive that can be read: {error}")
    except CutlineError as error:
        problems.append(str(error))
    if not pictures and not problems:
        problems.append("the archive holds no pictures")
    return {"pictures": pictures, "problems": problems}


def _members(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    known = endings()
    found = 0
    for member in archive.infolist():
        path = PurePosixPath(member.filename)
        # What systems put beside files is hidden there too.
        is_hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
        if member.is_dir() or is_hidden or path.suffix.lower() not in known:
            continue
        found += 1
        if found > MOST_PICTURES:
            raise CutlineError(
                f"the archive has more than {MOST_PICTURES:,} pictures: make the project by "
                f"`cutline collect create` where they are"
            )
        yield member


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, to: Path) -> None:
    """Write one member, as far as it may go: what an archive says of sizes may be a lie."""
    left = MOST_PICTURE_BYTES
    with archive.open(member) as packed, to.open("wb") as file:
        while chunk := packed.read(min(_CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                raise CutlineError(f"unpacks to more than {MOST_PICTURE_BYTES >> 20} MiB")
            file.write(chunk)


def _limit() -> None:
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, int(SECONDS)),
        (resource.RLIMIT_FSIZE, MOST_PICTURE_BYTES + _CHUNK),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


def main() -> None:
    """Open the archive of this folder."""
    _limit()
    try:
        found = unpack(Path.cwd())
    except MemoryError:
        shutil.rmtree(KEPT, ignore_errors=True)
        found = {"pictures": {}, "problems": [f"it takes more than {_MEMORY >> 30} GiB to open"]}
    Path(FOUND).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    os.umask(0o077)
    main()
