"""Bytes from a file, a compressed file, a member of a zip, or standard input."""

from __future__ import annotations

import gzip
import io
import mmap
import os
import re
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cutline.core.errors import FileError
from cutline.datasets.wording import printable, short

#: In bytes. A line longer than this is no record of captions.
LONGEST_LINE = 64 << 20

#: Anything whose bytes can be looked at and searched without copying them.
Buffer = bytes | mmap.mmap

#: A compressed file that grows beyond this is refused: it is damaged, or meant to do harm.
MOST_UNPACKED_BYTES = 8 << 30

RESULTS_MEMBER = re.compile(r"(?:.*/)?captions_(?:val|test)20\d\d_(?P<name>.+)_results\.json")

_GZIP_MARK = b"\x1f\x8b"
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # the second is a zip without any file
_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"\x00\x00\xfe\xff": "UTF-32"}
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Source:
    """What a file holds, and what to call it in messages."""

    name: str
    data: Buffer
    has_byte_order_mark: bool = False

    @property
    def system(self) -> str:
        """A name for the system whose results these are."""
        stem = re.sub(r"\.gz$", "", re.split(r"::|[\\/]", self.name)[-1])
        official = RESULTS_MEMBER.fullmatch(stem)
        if official is None:
            return printable(re.sub(r"\.(jsonl?|csv|tsv|txt|zip)$", "", stem))
        return printable(official["name"])

    def lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Each line with its end: its number, from 1 on, the offset where it starts, its bytes.

        Raises:
            FileError: at a line that is too long to be a record of anything.
        """
        number, start = 1, 0
        while start < len(self.data):
            end = self.data.find(b"\n", start) + 1 or len(self.data)
            if end - start > LONGEST_LINE:
                raise FileError(
                    f"{self.name}, line {number}: {end - start:,} bytes long, expected a record of "
                    f"at most {LONGEST_LINE:,}"
                )
            yield number, start, self.data[start:end]
            number, start = number + 1, end

    def line_numbers(self, offsets: Iterable[int]) -> list[int]:
        """The lines of byte offsets that ascend, in one pass over the file."""
        numbers, line, before = [], 1, 0
        for offset in offsets:
            line += sum(chunk.count(b"\n") for chunk in self._chunks(before, offset))
            numbers.append(line)
            before = offset
        return numbers

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Where a byte offset is, both from 1 on; the column counts characters."""
        start = self.data.rfind(b"\n", 0, offset) + 1
        # Every byte begins a character but those that continue one.
        characters = (
            len(chunk.translate(None, _CONTINUATION_BYTES)) for chunk in self._chunks(start, offset)
        )
        return self.line_numbers([offset])[0], sum(characters) + 1

    def _chunks(self, start: int, end: int) -> Iterator[bytes]:
        for at in range(start, end, _CHUNK):
            yield self.data[at : min(at + _CHUNK, end)]


def open_source(path: str | os.PathLike[str]) -> Source:
    """Read a file; `-` is standard input, `results.zip::member.json` a member of a zip.

    Raises:
        FileError: when it cannot be read, is empty, damaged, or not UTF-8 by its own mark.
    """
    name = os.fspath(path)
    if name == "-":
        return _opened(io.BytesIO(_standard_input()), "standard input", "")
    file, _, member = (name, "", "") if os.path.lexists(name) else name.partition("::")
    try:
        with Path(file).open("rb") as handle:
            # A pipe, such as the shell's <(...), can be read only once and not mapped.
            whole = handle if handle.seekable() else io.BytesIO(handle.read())
            return _opened(whole, file, member)
    except OSError as error:
        raise FileError(f"{name}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise FileError(f"{name!r}: cannot be read: {error}") from None


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise FileError("standard input: cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise FileError(f"standard input: cannot be read: {error.strerror or error}") from None


def _opened(handle: IO[bytes], name: str, member: str) -> Source:
    head = handle.read(4)
    handle.seek(0)
    if head in _ZIP_MARKS:
        return _from_zip(handle, name, member)
    if member:
        raise FileError(f"{name}: not a zip, so it has no member {member!r}")
    if head.startswith(_GZIP_MARK):
        return _checked(name, _gunzip(handle, name))
    return _checked(name, _mapped(handle))


def _mapped(handle: IO[bytes]) -> Buffer:
    # Mapped pages are the system's: they cost no memory of ours and vanish under pressure.
    try:
        return mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
    except (ValueError, OSError):  # an empty file, a pipe, bytes in memory
        return handle.read()


def _gunzip(handle: IO[bytes], name: str) -> bytes:
    try:
        with gzip.GzipFile(fileobj=handle) as packed:
            return read_limited(packed, name)
    except (EOFError, zlib.error, gzip.BadGzipFile, struct.error) as error:
        raise FileError(f"{name}: damaged gzip file: {error}") from None


def read_limited(packed: IO[bytes] | gzip.GzipFile, name: str) -> bytes:
    """All that a compressed file unpacks to.

    Raises:
        FileError: when that is more than any file of captions holds.
    """
    data = bytearray()
    while chunk := packed.read(_CHUNK):
        data += chunk
        if len(data) > MOST_UNPACKED_BYTES:
            raise FileError(f"{name}: unpacks to more than {MOST_UNPACKED_BYTES >> 30} GiB")
    return bytes(data)


def _from_zip(handle: IO[bytes], file: str, member: str) -> Source:
    # Imported here because few files are zips, and the zip reader takes long to import.
    from cutline.datasets.results_zip import unpack_member

    chosen, data = unpack_member(handle, file, member)
    name = f"{file}::{short(chosen, 200)}"
    return _checked(name, _gunzip(io.BytesIO(data), name) if data[:2] == _GZIP_MARK else data)


def _checked(name: str, data: Buffer) -> Source:
    if not len(data):
        raise FileError(f"{name}: the file is empty")
    head = data[:4]
    if head[:3] == b"\xef\xbb\xbf":
        return Source(name, data[3:], has_byte_order_mark=True)
    for mark, encoding in _OTHER_ENCODINGS.items():
        if head.startswith(mark):
            raise FileError(f"{name}: written in {encoding}; save it as UTF-8")
    return Source(name, data)
