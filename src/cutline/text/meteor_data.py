"""METEOR's tables for English: function words, synonyms and paraphrases.

They are part of the official program and not of Cutline, so they are compiled from where the user
has them.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO

from cutline import native
from cutline.core.data_file_format import Payload
from cutline.core.data_files import DataFile, Source
from cutline.core.progress import Step
from cutline.text.meteor_files import (
    JAR,
    members_id,
    meteor_folder,
    read_members,
    stamp,
    unusable,
)

_NEEDS = "METEOR needs the tables of the official program"

_PARAPHRASES = Path("data", "paraphrase-en.gz")

#: What METEOR reads for English from its jar, in the order that the compiler takes them.
MEMBERS = (
    "function/english.words",
    "nonbreaking/english.prefixes",
    "synonym/english.synsets",
    "synonym/english.exceptions",
)

_CHUNK = 1 << 18


class MeteorEnglish(DataFile):
    """Compiled from `meteor-1.5.jar` and `data/paraphrase-en.gz`, which have 68 MB together."""

    name = "meteor-en"
    summary = "METEOR for English: function words, synonyms, paraphrases"
    format = 1

    def sources(self) -> tuple[Source, ...]:
        """The jar and the paraphrases, told by the checksums that their formats have anyway."""
        folder = meteor_folder((JAR, _PARAPHRASES), _NEEDS)
        jar, paraphrases = folder / JAR, folder / _PARAPHRASES
        return (
            Source(jar, members_id(jar, MEMBERS)),
            Source(paraphrases, _gzip_id(paraphrases, *stamp(paraphrases))),
        )

    def compile(self, sources: tuple[Source, ...], step: Step) -> Payload:
        """The tables in the layout that the kernel reads where they lie."""
        jar, paraphrases = (source.path for source in sources)
        words, prefixes, synsets, exceptions = read_members(jar, MEMBERS)
        compiler = native.MeteorCompiler()
        try:
            for text, fraction in _unpacked(paraphrases):
                compiler.add_paraphrases(text)
                step(fraction)
            return compiler.finish(words, prefixes, synsets, exceptions)
        except ValueError as error:
            # The message begins with the name of the table that is not as expected.
            file = paraphrases if str(error).startswith("paraphrases") else jar
            raise unusable(file, str(error)) from None

    def checksum(self, piece: Payload, state: int) -> int:
        """The kernels' checksum, fast enough to compute at every start."""
        return native.checksum(piece, state)


METEOR_ENGLISH = MeteorEnglish()


@lru_cache(maxsize=4)
def _gzip_id(path: Path, size: int, time: int) -> str:
    """The checksum and the size of the text, from the end of the file."""
    try:
        with path.open("rb") as file:
            start = file.read(2)
            file.seek(max(size - 8, 0))
            end = file.read()
    except OSError as error:
        raise unusable(path, f"cannot be read: {error.strerror or error}") from None
    if start != b"\x1f\x8b" or size < 18 or len(end) != 8:
        raise unusable(path, "not a gzip file")
    checksum, text_size = struct.unpack("<II", end)
    return f"{checksum:08x} {text_size}"


def _unpacked(path: Path) -> Iterator[tuple[bytes, float]]:
    """The text in pieces, with how much of the file has been read.

    Raises:
        FileError: when the file is not whole; the checksum at its end is compared.
    """
    try:
        with path.open("rb") as file:
            yield from _pieces(file, path.stat().st_size)
    except (OSError, EOFError, zlib.error) as error:
        raise unusable(path, f"a damaged gzip file: {error}") from None


def _pieces(file: IO[bytes], size: int) -> Iterator[tuple[bytes, float]]:
    unpacker = zlib.decompressobj(wbits=31)  # gzip's header and trailer, both checked
    read = 0
    while packed := file.read(_CHUNK):
        if unpacker.eof:
            break
        read += len(packed)
        yield unpacker.decompress(packed), read / size
    if not unpacker.eof:
        raise EOFError(f"it ends after {read} bytes, in the middle of its text")
    if packed or unpacker.unused_data:
        raise EOFError(f"something follows the end of its text, before byte {read}")
