"""Unpacking an upload: gzip, and the zip that people sent to the COCO server.

Runs in the checking process. What a zip holds is judged by its directory before anything is
unpacked, and what comes out is counted while it does. Names inside are never used as paths.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cutline.core.errors import FileError

#: More than captions are ever compressed to, and far less than what is made to do harm.
MOST_RATIO = 200
#: Small files may be as even as they like.
_FREE_BYTES = 1 << 20
_CHUNK = 1 << 16
#: As many first bytes as the marks below need.
_HEAD = 512
#: How zlib is told to expect a gzip file.
_GZIP = 31
#: Programs that pack on several cores write a part for every 64 kB or more.
_MOST_PARTS = 10_000

EXPECTED = (
    "expected JSON, JSON lines or a table of captions, as it is, as .gz, or as the only results "
    "file in a .zip"
)

#: How files begin that are no captions, and what they are called.
_MARKS: dict[bytes, str] = {
    b"PK\x03\x04": "a zip",
    b"PK\x05\x06": "a zip",
    b"PK\x07\x08": "a zip in several parts",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\x00": "an xz file",
    b"\x28\xb5\x2f\xfd": "a zstandard file",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a rar archive",
    b"%PDF-": "a PDF",
    b"PAR1": "a Parquet file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x7fELF": "a program",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format 3": "a database",
    b"\x80\x02": "a Python pickle",
    b"\x80\x03": "a Python pickle",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
    b"\x1f\x9d": "a compress file",
    b"\x04\x22\x4d\x18": "an lz4 file",
    b"MSCF": "a cabinet archive",
    b"MZ\x90": "a program",
    b"\x93NUMPY": "a NumPy array",
}
_TAR_MARK, _TAR_MARK_AT = b"ustar", 257


@dataclass(frozen=True)
class Bounds:
    """What an upload may unpack to."""

    most_bytes: int


def unpacked(upload: Path, target: Path, bounds: Bounds) -> Path:
    """The captions of an upload, unpacked to `target` if they are packed.

    Raises:
        FileError: when it is an archive of another kind, or one that is not as expected.
    """
    with upload.open("rb") as file:
        found = kind_of(file.read(_HEAD))
        file.seek(0)
        if found == "a gzip file":
            _gunzip(file, target, bounds)
            return target
        if found == "a zip":
            # Imported here because few uploads are zips, and the zip reader takes long to import.
            from cutline.server.uploads.results_archive import unpack_results

            unpack_results(file, target, bounds)
            return target
    if found:
        raise FileError(f"the file is {found}, {EXPECTED}")
    return upload


def kind_of(head: bytes) -> str:
    """What a file is that begins so, if it is no text; else an empty string."""
    for mark, name in _MARKS.items():
        if head.startswith(mark):
            return name
    if head[_TAR_MARK_AT:].startswith(_TAR_MARK):
        return "a tar archive"
    return ""


class Counted:
    """What is being unpacked, written to a file as long as it stays within bounds."""

    def __init__(self, file: IO[bytes], bounds: Bounds) -> None:
        self._file, self._most = file, bounds.most_bytes
        self._head = b""
        self._size = 0

    def add(self, chunk: bytes, packed: int) -> None:
        """Write a piece; so many bytes of the archive were used up for all that there is.

        Raises:
            FileError: when it becomes too much, or is packed once more.
        """
        if len(self._head) < _HEAD:
            # An archive of several parts can give its first bytes one by one.
            self._head += chunk[:_HEAD]
            if found := kind_of(self._head):
                raise FileError(f"inside the archive there is {found}, {EXPECTED}")
        self._size += len(chunk)
        if self._size > self._most:
            raise FileError(
                f"the archive unpacks to more than {self._most:,} bytes, which is all that is "
                f"taken here"
            )
        check_ratio(self._size, packed)
        self._file.write(chunk)


def check_ratio(size: int, packed: int) -> None:
    """Refuse what unpacks to hundreds of times its size.

    Raises:
        FileError: when it does.
    """
    if size > _FREE_BYTES and size > MOST_RATIO * max(packed, 1):
        raise FileError(
            f"the archive unpacks to more than {MOST_RATIO} times its size, expected captions, "
            f"which become a tenth of their size at best"
        )


def _gunzip(file: IO[bytes], target: Path, bounds: Bounds) -> None:
    """Unpack all parts of a gzip file.

    Not by Python's own reader: it takes seconds over a name that does not end, or over a million
    parts.
    """
    with target.open("xb") as written:
        counted = Counted(written, bounds)
        data, parts = file.read(_CHUNK), 0
        try:
            while data:
                parts += 1
                if parts > _MOST_PARTS:
                    raise FileError(
                        f"the gzip file has more than {_MOST_PARTS:,} parts, expected one"
                    )
                data = _after_padding(_gunzip_part(data, file, counted), file)
        except (EOFError, zlib.error) as error:
            where = f"part {parts}: " if parts > 1 else ""
            raise FileError(f"the gzip file is damaged or incomplete: {where}{error}") from None


def _gunzip_part(data: bytes, file: IO[bytes], counted: Counted) -> bytes:
    """Unpack one part, which begins with `data` and goes on in the file; returns what follows."""
    unpacker = zlib.decompressobj(_GZIP)
    while not unpacker.eof:
        chunk = unpacker.decompress(data, _CHUNK)
        data = unpacker.unconsumed_tail
        counted.add(chunk, file.tell() - len(data) - len(unpacker.unused_data))
        if not data and not unpacker.eof:
            data = file.read(_CHUNK)
            if not data and not chunk:
                raise EOFError("it ends too early")
    return unpacker.unused_data


def _after_padding(data: bytes, file: IO[bytes]) -> bytes:
    """What follows zeros, with which some programs fill up."""
    data = data.lstrip(b"\0")
    while not data and (more := file.read(_CHUNK)):
        data = more.lstrip(b"\0")
    return data
