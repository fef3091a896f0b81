"""Finished images, line by line, in a file beside the one that is written whole at the end.

Whatever ends the program, the lines that are there are finished: only the last may be cut off.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from cutline.core.errors import FileError
from cutline.datasets.annotated_images import (
    AnnotatedImage,
    AnnotationHeader,
    header_line,
    image_line,
    parse_header,
    parse_image,
)

_SECONDS_BETWEEN_SYNCS = 1.0


@dataclass(frozen=True)
class JournalContent:
    """What a journal holds.

    `size` is where its last whole line ends, in bytes. `damaged` counts lines that cannot be read;
    their images are done again. `header` is None where not even that was written whole.
    """

    header: AnnotationHeader | None
    images: tuple[AnnotatedImage, ...]
    size: int
    damaged: int = 0


def journal_path(output: str | os.PathLike[str]) -> Path:
    """Where the journal of an output file is: `out.jsonl.part`."""
    return Path(f"{os.fspath(output)}.part")


def read_journal(path: Path) -> JournalContent:
    """What is there of a journal; nothing where it does not exist.

    Raises:
        FileError: when it cannot be read, or is another kind of file.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return JournalContent(None, (), 0)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    size = data.rfind(b"\n") + 1
    if not size:
        _check_beginning(path, data)
        return JournalContent(None, (), 0)
    first, *lines = data[:size].split(b"\n")[:-1]
    try:
        header = parse_header(first.decode("utf-8"), f"{path}, line 1")
    except (UnicodeDecodeError, FileError) as error:
        raise _other_file(path, str(error)) from None
    images: list[AnnotatedImage] = []
    damaged = 0
    for number, line in enumerate(lines, 2):
        try:
            images.append(parse_image(line.decode("utf-8"), f"{path}, line {number}"))
        except (UnicodeDecodeError, FileError):  # as a power cut may leave it
            damaged += 1
    return JournalContent(header, tuple(images), size, damaged)


class Journal:
    """A journal that is open for writing.

    Args:
        path: the file.
        header: what the annotations are made with.
        content: what was read from the file; what follows its last whole line is cut off.
    """

    def __init__(self, path: Path, header: AnnotationHeader, content: JournalContent) -> None:
        self.path = path
        self._header = header
        self._content = content
        self._handle = -1
        self._size = content.size
        self._synced = 0.0

    def __enter__(self) -> Journal:
        try:
            self._handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o666)
            os.ftruncate(self._handle, self._size)
            os.lseek(self._handle, 0, os.SEEK_END)
            if self._content.header is None:
                self._write([header_line(self._header)])
                _sync_folder(self.path.parent)
        except OSError as error:
            self._close()
            raise self._unwritable(error) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._close()

    def add(self, images: Iterable[AnnotatedImage]) -> None:
        """Write down finished images; they are kept whatever happens next.

        Raises:
            FileError: when there is no room, or the file cannot be written for another reason.
        """
        try:
            self._write([image_line(image) for image in images])
        except OSError as error:
            # Half a line would be dropped later anyhow; without it the file is tidy at once.
            with suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise self._unwritable(error) from None

    def _write(self, lines: list[str]) -> None:
        data = "".join(f"{line}\n" for line in lines).encode()
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._handle, rest) :]
        self._size += len(data)
        now = time.monotonic()
        if now - self._synced >= _SECONDS_BETWEEN_SYNCS:
            os.fsync(self._handle)
            self._synced = now

    def _close(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            with suppress(OSError):
                os.fsync(handle)
            os.close(handle)

    def _unwritable(self, error: OSError) -> FileError:
        return FileError(f"{self.path}: cannot be written: {error.strerror or error}")


def _check_beginning(path: Path, data: bytes) -> None:
    """Refuse a file without any line that is not the beginning of a journal."""
    empty = AnnotationHeader(("a",), "", (), "")
    common = header_line(empty).partition("[")[0].encode()
    if data[: len(common)] != common[: len(data)]:
        raise _other_file(path, "it does not begin like one")


def _other_file(path: Path, why: str) -> FileError:
    return FileError(
        f"{path}: is no journal of annotations, and would be written to: {why}; move it away, or "
        f"give another -o"
    )


def _sync_folder(folder: Path) -> None:
    # The name of a new file is part of its folder; not every system can be asked to keep it.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
