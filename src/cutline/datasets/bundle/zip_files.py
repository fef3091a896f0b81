"""The files of a zip, which may come from anybody: all is looked at before anything is read."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

from cutline.core.errors import FileError
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.bundle.files import CHUNK
from cutline.datasets.bundle.names import MANIFEST, path_fault
from cutline.datasets.source import MOST_UNPACKED_BYTES
from cutline.datasets.wording import printable, short

#: A bundle has a handful of files for each split.
MOST_FILES = 10_000

#: Captions shrink to a quarter or a tenth. What shrinks more than this, and is large, is a trap.
MOST_SHRUNK = 200
_SMALL = 64 << 20

_ENCRYPTED = 0x1


class ZipFiles:
    """The files of a zip; those of a single folder inside it count as its own."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = os.fspath(path)
        self._path = Path(path)
        with self._opened() as archive:
            members = archive.infolist()
        root = bundle_root([member.filename for member in members]) or ""
        self._members = self._checked(members, root)
        self.paths = tuple(sorted(self._members))

    def label(self, path: str) -> str:
        """What to call a file in messages."""
        return f"{self.name}::{short(path, 200)}"

    def size(self, path: str) -> int:
        """How many bytes a file claims to have; it is never read further than that."""
        return self._members[path].file_size

    def chunks(self, path: str) -> Iterator[bytes]:
        """What a file holds, a piece at a time."""
        try:
            with self._opened() as archive, archive.open(self._members[path]) as packed:
                while chunk := packed.read(CHUNK):
                    yield chunk
        except ZIP_ERRORS as error:
            raise FileError(f"{self.label(path)}: damaged or unreadable: {error}") from None

    def data(self, path: str) -> bytes:
        """What a file holds."""
        return b"".join(self.chunks(path))

    def _opened(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self._path)
        except ZIP_ERRORS as error:
            raise FileError(f"{self.name}: damaged or unreadable zip: {error}") from None

    def _checked(self, members: list[zipfile.ZipInfo], root: str) -> dict[str, zipfile.ZipInfo]:
        if len(members) > MOST_FILES:
            raise FileError(
                f"{self.name}: holds {len(members):,} files, expected at most {MOST_FILES:,}"
            )
        found: dict[str, zipfile.ZipInfo] = {}
        seen: dict[str, str] = {}
        for member in members:
            name = member.filename
            self._refuse(member)
            if member.is_dir():
                continue
            # What stands outside the bundle's folder is listed, and is none of its files.
            path = name.removeprefix(root) if name.startswith(root) else f"/{name}"
            if seen.setdefault(name.casefold(), name) != name or path in found:
                raise FileError(f"{self.name}: {_shown(name)} stands twice in the zip")
            found[path] = member
        self._refuse_bomb(found)
        return found

    def _refuse(self, member: zipfile.ZipInfo) -> None:
        name = member.filename
        if why := path_fault(name.removesuffix("/")):
            raise FileError(f"{self.name}: a path in the zip {printable(why)}")
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise FileError(f"{self.name}: {_shown(name)} is a link or device, expected a file")
        if member.flag_bits & _ENCRYPTED:
            raise FileError(f"{self.name}: {_shown(name)} is encrypted")

    def _refuse_bomb(self, members: dict[str, zipfile.ZipInfo]) -> None:
        unpacked = sum(member.file_size for member in members.values())
        packed = sum(member.compress_size for member in members.values())
        if packed > self._path.stat().st_size:
            raise FileError(f"{self.name}: its files claim more bytes than the zip has")
        if unpacked > MOST_UNPACKED_BYTES:
            raise FileError(f"{self.name}: unpacks to more than {MOST_UNPACKED_BYTES >> 30} GiB")
        if unpacked > _SMALL and unpacked > MOST_SHRUNK * packed:
            raise FileError(
                f"{self.name}: unpacks to {unpacked:,} bytes, more than {MOST_SHRUNK} times its "
                f"size: no captions shrink that much"
            )


def bundle_root(names: list[str]) -> str | None:
    """Where the bundle is among the names of a zip: "", a folder such as "nocaps/", or None.

    >>> bundle_root(["nocaps/", "nocaps/cutline.json"]), bundle_root(["results.json"])
    ('nocaps/', None)
    """
    if MANIFEST in names:
        return ""
    roots = {
        name.removesuffix(MANIFEST)
        for name in names
        if name.count("/") == 1 and name.endswith(f"/{MANIFEST}")
    }
    return roots.pop() if len(roots) == 1 else None


def _shown(name: str) -> str:
    return repr(short(name, 60))
