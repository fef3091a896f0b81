"""The file that holds a compiled table: who made it from what, then the table itself.

    cutline-data 1 <bytes of the header> <SHA-256 of the header>
    {"name": "meteor-en", ...}        the header: one line of JSON
    zeros up to a multiple of 4096
    the payload, up to the end of the file

Every byte is accounted for: the header by its SHA-256, the zeros by being zeros, the payload by a
checksum that is fast enough to be computed each time the file is opened.
"""

from __future__ import annotations

import hashlib
import io
import json
import mmap
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from cutline.core.version import __version__

#: Changes when anything above changes, the way checksums are computed included.
CONTAINER = 1

#: Where payloads begin is a multiple of this: the size of a page of memory.
ALIGNMENT = 4096

#: Checksums are computed over pieces of this size; the last one may be shorter.
CHUNK = 1 << 20

#: No header comes near this; a damaged length must not have gigabytes read.
_LONGEST_HEADER = 1 << 20

_FIRST_LINE = re.compile(rb"cutline-data (\d+) (\d+) ([0-9a-f]{64})\n")
_LONGEST_FIRST_LINE = 128

Payload = bytes | bytearray | memoryview

#: The checksum of what came before and of this piece: `checksum(piece, state)`, 0 at first.
Checksum = Callable[[Payload, int], int]


class DamageError(Exception):
    """A file is not what its name says; the text says why, as the end of a sentence."""


@dataclass(frozen=True)
class SourceRecord:
    """A file that a table was compiled from, as it was then."""

    name: str
    bytes: int
    content_id: str


@dataclass(frozen=True)
class Header:
    """What a compiled table says about itself; the last lines of it are filled in by writing."""

    name: str
    format: int
    content_hash: str
    sources: tuple[SourceRecord, ...]
    cutline: str = __version__
    offset: int = ALIGNMENT
    bytes: int = 0
    checksum: str = ""


def write_container(file: IO[bytes], header: Header, payload: Payload, checksum: Checksum) -> None:
    """Write a compiled table with all that is needed to trust it later."""
    view = memoryview(payload).cast("B")
    state = 0
    for start in range(0, len(view), CHUNK):
        state = checksum(view[start : start + CHUNK], state)
    file.write(_encoded(replace(header, bytes=len(view), checksum=_as_text(state))))
    file.write(view)


def _encoded(header: Header) -> bytes:
    text = json.dumps(asdict(header)).encode() + b"\n"
    digest = hashlib.sha256(text).hexdigest()
    whole = f"cutline-data {CONTAINER} {len(text)} {digest}\n".encode() + text
    if len(whole) > header.offset:  # where the payload begins is written in the text itself
        return _encoded(replace(header, offset=header.offset + ALIGNMENT))
    return whole.ljust(header.offset, b"\0")


def read_header(file: io.FileIO) -> Header:
    """The header of a file that stands at its beginning.

    Raises:
        DamageError: when it is not one that this version writes.
    """
    start = file.read(_LONGEST_FIRST_LINE)
    match = _FIRST_LINE.match(start)
    if match is None:
        found = f"begins with {start[:16]!r}" if start else "is empty"
        raise DamageError(f"it {found}, not with 'cutline-data {CONTAINER}'")
    if int(match[1]) != CONTAINER:
        raise DamageError(f"its container is version {int(match[1])}, expected {CONTAINER}")
    length = int(match[2])
    if length > _LONGEST_HEADER:
        raise DamageError(f"its header would be {length} bytes long")
    file.seek(match.end())
    text = file.read(length)
    if hashlib.sha256(text).hexdigest().encode() != match[3]:
        raise DamageError("its header is not the one that was written")
    header = _decoded(text)
    padding = file.read(header.offset - match.end() - length)
    if padding.strip(b"\0") or match.end() + length + len(padding) != header.offset:
        raise DamageError("what follows its header is not the zeros that were written")
    return header


def _decoded(text: bytes) -> Header:
    try:
        content = json.loads(text)
        content["sources"] = tuple(SourceRecord(**source) for source in content["sources"])
        return Header(**content)
    except (ValueError, TypeError, KeyError) as error:
        raise DamageError(f"its header cannot be read: {error}") from None


def open_container(path: Path, checksum: Checksum) -> tuple[Header, memoryview]:
    """The header and the payload of a file, all of it checked.

    The payload is mapped into memory, but checked through a small buffer: pages that were only
    checked would otherwise count as memory in use.

    Raises:
        DamageError: when the file is there and is not what was written.
        FileNotFoundError: when it is not there.
    """
    try:
        if path.exists() and not path.is_file():
            raise DamageError("it is not a file")  # and opening a pipe would wait for ever
        with path.open("rb", buffering=0) as file:
            header = read_header(file)
            expected = header.offset + header.bytes
            size = os.fstat(file.fileno()).st_size
            if size != expected:
                raise DamageError(f"it has {size} bytes, expected {expected}")
            _check_payload(file, header, checksum)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except OSError as error:
        raise DamageError(f"it cannot be read: {error.strerror or error}") from None
    return header, memoryview(mapped)[header.offset :]


def _check_payload(file: io.FileIO, header: Header, checksum: Checksum) -> None:
    state = 0
    for piece in _pieces(file, header.offset):
        state = checksum(piece, state)
    if _as_text(state) != header.checksum:
        raise DamageError(
            f"the checksum of its content is {_as_text(state)}, expected {header.checksum}"
        )


def _pieces(file: io.FileIO, offset: int) -> Iterator[memoryview]:
    """The rest of the file, one after the other in the same memory."""
    buffer = memoryview(bytearray(CHUNK))
    file.seek(offset)
    while True:
        filled = 0
        while filled < CHUNK:
            count = file.readinto(buffer[filled:])
            if not count:
                break
            filled += count
        if filled:
            yield buffer[:filled]
        if filled < CHUNK:
            return


def _as_text(state: int) -> str:
    # As text, because readers of JSON may round whole numbers beyond 53 bits.
    return f"{state:016x}"
