"""Captions from a file or a pipe, one a line."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from cutline.core.errors import FileError


def caption_lines(file: str) -> Iterator[str]:
    """The lines of a UTF-8 file, packed with gzip or not; `-` is standard input.

    Raises:
        FileError: when it cannot be read, with the line and byte that is not UTF-8.
    """
    name = name_of(file)
    if file == "-" and sys.stdin is None:
        raise FileError(f"{name}: cannot be read: it is closed")
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as handle:
            for number, line in enumerate(_unpacked_lines(handle), 1):
                try:
                    yield line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
                except UnicodeDecodeError as error:
                    raise FileError(
                        f"{name}, line {number}: byte {error.start + 1} "
                        f"(0x{line[error.start]:02x}) is not UTF-8"
                    ) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileError(f"{name}: damaged gzip file: {error}") from None
    except OSError as error:
        raise FileError(f"{name}: cannot be read: {error.strerror or error}") from None


def name_of(file: str) -> str:
    """The file, as messages call it."""
    return "standard input" if file == "-" else file


def _unpacked_lines(handle: IO[bytes]) -> Iterator[bytes]:
    first = handle.readline()
    if first.startswith(b"\x1f\x8b"):
        packed = io.BytesIO(first + handle.read())
        handle = cast(IO[bytes], gzip.GzipFile(fileobj=packed))
        first = handle.readline()
    if first:
        yield first.removeprefix(b"\xef\xbb\xbf")
        yield from handle
