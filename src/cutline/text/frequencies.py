"""Document frequencies on file: in how many images' references each n-gram occurs.

Training with a reward scores small batches, whose own references say nothing about which n-grams
are rare. So frequencies are counted once, over a large set, and saved.

The file is JSON lines, compressed if its name ends in `.gz`: a header
`{"cutline": "frequencies", "version": 1, "images": 40504}`, then `["a red bus", 17]` a
line. The pickles of the older scorers (a dictionary from tuples of words to counts, alone or with
`ref_len`) are read too, by a reader that builds nothing but numbers, text and containers.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import os
import pickle
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from cutline import native
from cutline.core.atomic import atomic_write
from cutline.core.errors import FileError

#: The number of images behind a bare dictionary: such files were made on COCO val2014.
IMAGES_OF_BARE_PICKLE = 40504.0


def save_frequencies(frequencies: native.Frequencies, path: str | os.PathLike[str]) -> None:
    """Write frequencies to a file, all of it or nothing."""
    with atomic_write(path) as file:
        header = {"cutline": "frequencies", "version": 1, "images": frequencies.images}
        file.write(json.dumps(header) + "\n")
        for words, count in sorted(frequencies.entries()):
            file.write(json.dumps([" ".join(words), count], ensure_ascii=False) + "\n")


def load_frequencies(path: str | os.PathLike[str]) -> native.Frequencies:
    """Read frequencies that Cutline saved, or a pickle of the older scorers.

    Raises:
        FileError: when the file cannot be read or is neither.
    """
    data = _read(Path(path))
    if data[:1] == b"{":
        return _from_lines(data, str(path))
    return _from_pickle(data, str(path))


def frequencies_digest(path: str | os.PathLike[str]) -> str:
    """What tells a frequency file from any other: the start of its SHA-256.

    Raises:
        FileError: when the file cannot be read.
    """
    try:
        status = Path(path).stat()
        return _digest(Path(path), status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None


@lru_cache(maxsize=16)
def _digest(path: Path, size: int, time: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or "a damaged gzip file"
        raise FileError(f"{path}: cannot be read: {reason}") from None


def _from_lines(data: bytes, path: str) -> native.Frequencies:
    lines = data.split(b"\n")
    header = _line(lines[0], path, 1)
    if not isinstance(header, dict) or header.get("cutline") != "frequencies":
        raise FileError(
            f'{path}, line 1: not a frequency file: expected {{"cutline": "frequencies", ...}}'
        )
    if header.get("version") != 1:
        raise FileError(f"{path}: version {header.get('version')!r}; this Cutline reads version 1")
    images = header.get("images")
    if not isinstance(images, int | float) or not math.isfinite(images) or images < 1:
        raise FileError(f"{path}, line 1: images is {images!r}, expected a number from 1 on")
    entries = ((n, _line(line, path, n)) for n, line in enumerate(lines[1:], 2) if line.strip())
    return native.frequencies_from(_checked(entries, path, "line"), float(images))


def _line(line: bytes, path: str, number: int) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise FileError(f"{path}, line {number}: not JSON: {error}") from None


def _checked(
    entries: Iterable[tuple[int, Any]], path: str, unit: str
) -> Iterator[tuple[tuple[str, ...], int]]:
    for number, entry in entries:
        words: Any = None
        if isinstance(entry, list | tuple) and len(entry) == 2:
            words = entry[0].split(" ") if isinstance(entry[0], str) else entry[0]
        if (
            not isinstance(words, list | tuple)
            or not 1 <= len(words) <= 4
            or not all(isinstance(word, str) for word in words)
            or isinstance(entry[1], bool)
            or not isinstance(entry[1], int | float)
            or not 0 <= entry[1] < 2**32
            or entry[1] != int(entry[1])
        ):
            raise FileError(
                f"{path}, {unit} {number}: found {str(entry)[:60]}, expected one to four words "
                f"and a count"
            )
        yield tuple(words), int(entry[1])


class _PlainUnpickler(pickle.Unpickler):
    """Builds containers and numbers only: a pickle can otherwise run any program."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "defaultdict"):
            return defaultdict
        if (module, name) in {("builtins", "float"), ("__builtin__", "float")}:
            return float
        if (module, name) in {("builtins", "int"), ("__builtin__", "int")}:
            return int
        raise pickle.UnpicklingError(f"it wants to call {module}.{name}")


def _from_pickle(data: bytes, path: str) -> native.Frequencies:
    try:
        content = _PlainUnpickler(io.BytesIO(data), encoding="utf-8").load()
    except Exception as error:
        raise FileError(
            f"{path}: neither a Cutline frequency file nor a pickle of plain n-gram counts "
            f"({error or type(error).__name__})"
        ) from None
    images = IMAGES_OF_BARE_PICKLE
    if isinstance(content, dict) and "document_frequency" in content:
        images = float(content.get("ref_len", images))
        content = content["document_frequency"]
    if not isinstance(content, dict) or not content:
        raise FileError(f"{path}: the pickle holds no n-gram counts")
    return native.frequencies_from(_checked(enumerate(content.items(), 1), path, "entry"), images)
