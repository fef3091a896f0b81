"""The files of a bundle, be it a folder or a zip. Nothing is ever unpacked to disk."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from cutline.core.errors import FileError
from cutline.datasets.source import Buffer, Source
from cutline.datasets.wording import printable, short

CHUNK = 1 << 20


class BundleFiles(Protocol):
    """Files by their path inside the bundle."""

    @property
    def name(self) -> str:
        """What to call the bundle in messages."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file that is there, the manifest included, sorted."""

    def label(self, path: str) -> str:
        """What to call a file in messages."""

    def size(self, path: str) -> int:
        """How many bytes a file has, or claims to have."""

    def chunks(self, path: str) -> Iterator[bytes]:
        """What a file holds, a piece at a time.

        Raises:
            FileError: when it cannot be read.
        """

    def data(self, path: str) -> Buffer:
        """What a file holds, as a whole.

        Raises:
            FileError: when it cannot be read.
        """


def source_of(files: BundleFiles, path: str) -> Source:
    """A file of a bundle, as the readers of captions take it."""
    return Source(files.label(path), files.data(path))


class FolderFiles:
    """The files of a folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.name = os.fspath(folder)
        self._folder = Path(folder)
        self.paths = tuple(sorted(self._found()))

    def _found(self) -> Iterable[str]:
        for place, folders, files in os.walk(self._folder, onerror=self._refuse):
            # A link to a folder is not followed: it stands in the list like a file.
            links = [name for name in folders if (Path(place) / name).is_symlink()]
            for name in (*files, *links):
                path = (Path(place) / name).relative_to(self._folder).as_posix()
                try:
                    path.encode()
                except UnicodeEncodeError:
                    shown = printable(path)
                    raise FileError(f"{self.name}: a file has no proper name: {shown}") from None
                yield path

    def _refuse(self, error: OSError) -> None:
        raise FileError(f"{self.name}: cannot be read: {error.strerror or error}") from None

    def label(self, path: str) -> str:
        """What to call a file in messages."""
        return f"{self.name}/{short(path, 200)}"

    def size(self, path: str) -> int:
        """How many bytes a file has."""
        return self._place(path).stat().st_size

    def chunks(self, path: str) -> Iterator[bytes]:
        """What a file holds, a piece at a time."""
        place = self._place(path)
        try:
            with place.open("rb") as file:
                while chunk := file.read(CHUNK):
                    yield chunk
        except OSError as error:
            raise FileError(f"{self.label(path)}: cannot be read: {error.strerror}") from None

    def data(self, path: str) -> Buffer:
        """What a file holds; mapped, so that it costs no memory of ours."""
        place = self._place(path)
        try:
            with place.open("rb") as file:
                if not place.stat().st_size:
                    return b""
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise FileError(f"{self.label(path)}: cannot be read: {error}") from None

    def _place(self, path: str) -> Path:
        place = (self._folder / path).resolve()
        if not place.is_relative_to(self._folder.resolve()):
            raise FileError(f"{self.label(path)}: is a link that leads out of the bundle")
        if not place.is_file():
            raise FileError(f"{self.label(path)}: is no file")
        return place
