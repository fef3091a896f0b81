"""A file of captions that is about to be sent: read as the server will, and checked before."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cutline.core.errors import ContentError, FileError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.checks import match_run, run_of
from cutline.datasets.detect import read_records
from cutline.datasets.problems import listing, summary

_STANDARD_INPUT = "standard input"


@dataclass(frozen=True)
class CaptionFile:
    """A file on disk, and what its user calls it."""

    path: Path
    shown: str
    #: What it is called where it is sent to; empty where it has no name of its own.
    name: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of its bytes."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True)
class Summary:
    """What a file holds."""

    system: str
    format: str
    images: int
    warnings: list[str]


@contextmanager
def caption_file(name: str) -> Iterator[CaptionFile]:
    """A file by its name; `-` is standard input, `results.zip::member.json` a member of a zip.

    What can be read but once is copied first, and so is a member, which is sent alone.

    Raises:
        FileError: when it cannot be read.
    """
    shown = _STANDARD_INPUT if name == "-" else name
    called = ""
    with ExitStack() as stack:
        try:
            if name != "-" and "::" in name and not os.path.lexists(name):
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cutline-"))
                path = _unpacked(name, Path(folder))
                called = path.name
            elif name != "-" and stat.S_ISREG(Path(name).stat().st_mode):
                path = Path(name)
                path.open("rb").close()
                called = path.name
            else:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cutline-"))
                path = Path(folder) / "captions"
                _copy(name, path)
        except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
            reason = getattr(error, "strerror", None) or error
            raise FileError(f"{shown}: cannot be read: {reason}") from None
        yield CaptionFile(path, shown, called)


def _unpacked(name: str, folder: Path) -> Path:
    # Imported here because few files are zips, and the zip reader takes long to import.
    from cutline.datasets.results_zip import unpack_member

    file, _, member = name.partition("::")
    with Path(file).open("rb") as handle:
        chosen, data = unpack_member(handle, file, member)
    called = PurePosixPath(chosen).name
    path = folder / ("captions" if called in ("", "..") else called)
    path.write_bytes(data)
    return path


def _copy(name: str, path: Path) -> None:
    with ExitStack() as stack:
        copy = stack.enter_context(path.open("wb"))
        source = sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
        shutil.copyfileobj(source, copy)


def check_captions(
    file: CaptionFile, phase: str, image_ids: Sequence[ImageId], most_bytes: int
) -> Summary:
    """See that a file can be scored in a phase, by the reader of `cutline validate`.

    Raises:
        ContentError: when it has problems; they are listed.
        FileError: when it cannot be read, or is too large.
    """
    size = file.path.stat().st_size
    if size > most_bytes:
        raise ContentError(
            f"{file.shown}: has {size:,} bytes, expected at most {most_bytes:,}; compressed with "
            f"gzip it may fit"
        )
    try:
        records = read_records(str(file.path))
    except FileError as error:
        raise FileError(_renamed(str(error), file)) from None
    run, checked = run_of(records)
    images = Benchmark("", tuple(image_ids), ((),) * len(image_ids))
    run = match_run(run, images, file.shown, checked)
    if checked.stops("default") or not len(run):
        listed = _renamed(listing(checked.problems), file)
        raise ContentError(
            f"{file.shown}: nothing was sent, the file has problems for the phase {phase}:\n"
            f"{listed}"
        )
    # A copy has a name that nobody gave it; a run may still say whose it is.
    has_no_name = not file.name and records.system == file.path.name
    return Summary(
        system="" if has_no_name else records.system,
        format=records.format,
        images=len(run),
        warnings=summary(checked.problems),
    )


def _renamed(text: str, file: CaptionFile) -> str:
    return text.replace(str(file.path), file.shown)
