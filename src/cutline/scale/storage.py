"""Folders and files wherever pyarrow reaches: this machine, or an object store by its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

from cutline.core.atomic import atomic_write_bytes, temporary_target
from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.core.file_lock import file_lock

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileInfo, FileSystem


def pyarrow_missing() -> MissingPartError:
    """What to say where pyarrow is not installed."""
    return MissingPartError(
        "scoring shards needs pyarrow, which is not installed: pip install 'cutline[scale]'"
    )


def locate(place: str) -> tuple[FileSystem, str]:
    """The filesystem of a path or address, and the path in it.

    Raises:
        UsageError: for an address of a kind that nobody knows.
        MissingPartError: when pyarrow is not installed.
    """
    try:
        from pyarrow.fs import LocalFileSystem
    except ImportError:
        raise pyarrow_missing() from None
    if "://" not in place:  # not remembered: a relative path means another one in another folder
        return LocalFileSystem(), str(Path(place).absolute())
    return _at_address(place)


@lru_cache(maxsize=256)
def _at_address(place: str) -> tuple[FileSystem, str]:
    """Remembered, since some filesystems ask around where they are."""
    from pyarrow import ArrowException
    from pyarrow.fs import FileSystem

    try:
        filesystem, path = FileSystem.from_uri(place)
    except (ArrowException, OSError, ValueError) as error:
        raise UsageError(f"{place}: not an address that can be reached: {error}") from None
    return filesystem, path


def inside(place: str, name: str) -> str:
    """The path or address of what a folder holds.

    >>> inside("captions/", "a.jsonl")
    'captions/a.jsonl'
    >>> inside("s3://captions?region=eu-north-1", "a b.jsonl")
    's3://captions/a%20b.jsonl?region=eu-north-1'
    """
    if "://" not in place:
        return f"{place.rstrip('/')}/{name}"
    folder, mark, settings = place.partition("?")
    if not place.startswith("fsspec+"):  # whose addresses are taken as they stand
        name = quote(name)
    return f"{folder.rstrip('/')}/{name}{mark}{settings}"


@dataclass(frozen=True)
class Folder:
    """A folder to keep files in, by its path or address."""

    place: str

    def file(self, name: str) -> str:
        """The path or address of a file in it."""
        return inside(self.place, name)

    def prepare(self, *names: str) -> None:
        """Make the folder, and folders of these names in it.

        Raises:
            FileError: when it cannot be.
        """
        for name in ("", *names):
            filesystem, path = locate(self.file(name) if name else self.place)
            try:
                filesystem.create_dir(path, recursive=True)
            except OSError as error:
                raise FileError(f"{path}: cannot be made: {error}") from None

    def remove(self, *names: str) -> None:
        """Remove folders of these names with all that is in them, where they are."""
        for name in names:
            filesystem, path = locate(self.file(name))
            if filesystem.get_file_info(path).type.name == "Directory":
                filesystem.delete_dir(path)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other commands out of the folder. Object stores know no locks: nobody is kept out,
        and what two commands do twice does no harm.
        """
        from pyarrow.fs import LocalFileSystem

        filesystem, path = locate(self.place)
        if not isinstance(filesystem, LocalFileSystem):
            yield
            return
        with file_lock(Path(path) / ".lock", f"Waiting for another command in {self.place}"):
            yield

    def remove_halves(self, *folders: str) -> None:
        """Remove what killed commands left half-written in folders of these names."""
        for folder in folders:
            for name in self.names(folder):
                if temporary_target(name) is not None:
                    filesystem, path = locate(self.file(f"{folder}/{name}"))
                    filesystem.delete_file(path)

    def names(self, folder: str) -> set[str]:
        """What a folder in it holds."""
        from pyarrow.fs import FileSelector

        filesystem, path = locate(self.file(folder))
        found = filesystem.get_file_info(FileSelector(path, allow_not_found=True))
        return {info.base_name for info in found}

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return bool(describe(self.file(name)).type.name == "File")

    def write(self, name: str, data: bytes | memoryview) -> None:
        """Write a file whole or not at all.

        Raises:
            FileError: when it cannot be written.
        """
        with self.writing(name) as file:
            file.write(data)

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes] | NativeFile]:
        """A file that takes its name when the block ends well."""
        from pyarrow.fs import LocalFileSystem

        filesystem, path = locate(self.file(name))
        if isinstance(filesystem, LocalFileSystem):
            with atomic_write_bytes(path) as local:
                yield local
            return
        try:
            # An object takes its name when it is whole.
            with filesystem.open_output_stream(path) as remote:
                yield remote
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error}") from None

    def read(self, name: str) -> bytes:
        """All of a file.

        Raises:
            FileError: when it cannot be read.
        """
        with opened(self.file(name)) as file:
            return bytes(file.read())

    def read_at(self, name: str, first: int, size: int) -> bytes:
        """So many bytes from this one on.

        Raises:
            FileError: when it cannot be read, or ends before.
        """
        with opened(self.file(name)) as file:
            data = bytes(file.read_at(size, first))
        if len(data) != size:
            raise FileError(f"{self.file(name)}: ends at byte {first + len(data):,}, too early")
        return data


@contextmanager
def opened(place: str) -> Iterator[Any]:
    """A file to read from any place in it.

    Raises:
        FileError: when it cannot be read.
    """
    filesystem, path = locate(place)
    try:
        with filesystem.open_input_file(path) as file:
            yield file
    except OSError as error:
        reason = error.strerror or error
        raise FileError(f"{place}: cannot be read: {reason}") from None


def describe(place: str) -> FileInfo:
    """What is known of a file or folder without reading it.

    Raises:
        FileError: when it cannot be asked for.
    """
    filesystem, path = locate(place)
    try:
        return filesystem.get_file_info(path)
    except OSError as error:
        raise FileError(f"{place}: cannot be read: {error.strerror or error}") from None
