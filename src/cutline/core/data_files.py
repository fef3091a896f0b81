"""Big tables that are compiled once from what the user has installed, and then mapped into memory.

A compiled table is kept in the cache folder under a name that tells its content, so a new version
of what it is made from gives a new file, and several versions live side by side.
"""

from __future__ import annotations

import hashlib
import json
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from cutline.core.atomic import atomic_write_bytes
from cutline.core.cache import cache_folder
from cutline.core.data_file_format import (
    CONTAINER,
    DamageError,
    Header,
    Payload,
    SourceRecord,
    open_container,
    write_container,
)
from cutline.core.data_folder import (
    clear_way,
    data_path,
    data_versions,
    is_named_for,
    leftovers,
    only_one,
    unwritable,
)
from cutline.core.errors import FileError, MissingPartError
from cutline.core.progress import Step, progress


@dataclass(frozen=True)
class Source:
    """A file that a table is compiled from, and what tells its content from any other."""

    path: Path
    content_id: str


class DataFile(ABC):
    """A table that can be compiled: what from, and how."""

    #: Lower-case words joined by hyphens, such as `meteor-en`.
    name: ClassVar[str]
    #: One line on what it is for.
    summary: ClassVar[str]
    #: The version of the payload's layout: another number, and tables are compiled anew.
    format: ClassVar[int]

    @abstractmethod
    def sources(self) -> tuple[Source, ...]:
        """The files to compile. Asked at every start, so it must not read much.

        Raises:
            MissingPartError: when they are not installed; the text has the command that gets them.
            FileError: when they are not what they should be.
        """

    @abstractmethod
    def compile(self, sources: tuple[Source, ...], step: Step) -> Payload:
        """The table, always the same for the same sources.

        Raises:
            FileError: when a source is damaged.
        """

    @abstractmethod
    def checksum(self, piece: Payload, state: int) -> int:
        """The checksum so far and of this piece, below 2**64.

        Given by the table, because the fast ones are compiled and the core imports no kernels.
        """

    def missing(self) -> str | None:
        """Why the table cannot be had, with the one command that helps; None where it can."""
        try:
            self.sources()
        except MissingPartError:
            try:
                open_data(self)  # one that was compiled earlier
            except MissingPartError as error:
                return str(error)
        except FileError:
            pass  # installed, though damaged: opening it says how
        return None


@dataclass(frozen=True, eq=False)
class OpenData:
    """A compiled table. The payload is mapped, not read: it takes memory where it is looked at."""

    path: Path
    content_hash: str
    #: Tells what it was compiled from, whatever the layout: what values depend on.
    source_digest: str
    payload: memoryview
    #: Whether it was compiled just now.
    is_new: bool = False


class OtherFormatError(DamageError):
    """A file holds another table, or the same one in a layout that this version does not read."""


#: What this process has opened, by folder, name and content (None: the newest there was). What was
#: checked once stays mapped, whatever becomes of the file.
_opened: dict[tuple[Path, str, str | None], OpenData] = {}


def content_hash(data_file: DataFile, sources: tuple[Source, ...]) -> str:
    """What a compiled table's content depends on; neither places nor times are part of it."""
    ids = [source.content_id for source in sources]
    text = json.dumps([CONTAINER, data_file.name, data_file.format, ids])
    return hashlib.sha256(text.encode()).hexdigest()


def open_data(data_file: DataFile) -> OpenData:
    """A table, compiled now if it is not there or is damaged; free when it is open already.

    Where its sources are no longer installed, the newest one that was compiled from them serves.

    Raises:
        MissingPartError: when there is neither a table nor what it is compiled from.
        FileError: when a source is damaged, or the table cannot be kept.
    """
    try:
        wanted = content_hash(data_file, data_file.sources())
    except MissingPartError:
        wanted = None
    key = (cache_folder(), data_file.name, wanted)
    if key not in _opened:
        _opened[key] = build_data(data_file)
    return _opened[key]


def forget(data_file: DataFile) -> None:
    """Have the table looked for again when it is next opened."""
    for key in [key for key in _opened if key[1] == data_file.name]:
        del _opened[key]


def build_data(data_file: DataFile, *, force: bool = False) -> OpenData:
    """A table, compiled now if it is not there or is damaged, or if it is forced.

    Raises:
        MissingPartError: when there is neither a table nor what it is compiled from, or when it is
            forced and there is nothing to compile.
        FileError: when a source is damaged, or the table cannot be kept.
    """
    try:
        sources = data_file.sources()
    except MissingPartError:
        kept = None if force else newest_valid(data_file)
        if kept is None:
            raise
        return kept
    path = data_path(data_file.name, content_hash(data_file, sources))
    if not force:
        with suppress(FileNotFoundError, DamageError):
            return open_checked(data_file, path)
    return _built(data_file, sources, path, force)


def open_checked(data_file: DataFile, path: Path) -> OpenData:
    """The table in a file, if the file holds what its name says.

    Raises:
        DamageError: when it does not.
        FileNotFoundError: when it is not there.
    """
    header, payload = open_container(path, data_file.checksum)
    found, expected = (header.name, header.format), (data_file.name, data_file.format)
    if found != expected:
        raise OtherFormatError(
            f"it holds {found[0]} of format {found[1]}, expected {expected[0]} of {expected[1]}"
        )
    if not is_named_for(path, header.content_hash):
        raise DamageError(f"its content is {header.content_hash}, which is not what its name says")
    ids = json.dumps([source.content_id for source in header.sources])
    digest = hashlib.sha256(ids.encode()).hexdigest()[:16]
    return OpenData(path, header.content_hash, digest, payload)


def newest_valid(data_file: DataFile) -> OpenData | None:
    """The newest table in the folder that can be used, whatever it was compiled from."""
    for path in data_versions(data_file.name):
        with suppress(FileNotFoundError, DamageError):
            return open_checked(data_file, path)
    return None


def _built(data_file: DataFile, sources: tuple[Source, ...], path: Path, force: bool) -> OpenData:
    with only_one(data_file.name) as is_only_one:
        if not force:
            try:
                # Another process may have built it while this one waited.
                return open_checked(data_file, path)
            except FileNotFoundError:
                pass
            except DamageError as damage:
                message = f"cutline: {path} is damaged ({damage}): building it again"
                print(message, file=sys.stderr)
        if is_only_one:
            for temporary in leftovers(data_file.name):
                with suppress(OSError):
                    temporary.unlink()
        with progress(f"Compiling {data_file.name}, once") as step:
            payload = data_file.compile(sources, step)
        if data_file.sources() != sources:
            names = ", ".join(str(source.path) for source in sources)
            raise FileError(f"{names}: changed while it was read: try again")
        _keep(data_file, sources, path, payload)
    try:
        opened = open_checked(data_file, path)
    except (FileNotFoundError, DamageError) as error:
        raise FileError(f"{path}: was just written, and cannot be used: {error}") from None
    return replace(opened, is_new=True)


def _keep(data_file: DataFile, sources: tuple[Source, ...], path: Path, payload: Payload) -> None:
    try:
        records = tuple(
            SourceRecord(source.path.name, source.path.stat().st_size, source.content_id)
            for source in sources
        )
    except OSError as error:
        raise FileError(f"{error.filename}: cannot be read: {error.strerror}") from None
    header = Header(data_file.name, data_file.format, content_hash(data_file, sources), records)
    try:
        clear_way(path)
        with atomic_write_bytes(path) as file:
            write_container(file, header, payload, data_file.checksum)
    except FileError as error:
        raise unwritable(str(error)) from None
    except OSError as error:
        raise unwritable(f"{path}: cannot be written: {error.strerror}") from None
